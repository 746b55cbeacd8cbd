export const firstNames =
  "Adaeze Aisha Amara Babajide Bisi Chidi Chiamaka Chinedu Damilola David Ebele Emeka Esther Fatima Femi Folake Funmi Grace Halima Ibrahim Ifeoma Ijeoma Ikenna Ishaya Jide Joy Kelechi Kemi Kunle Lara Maryam Miriam Mohammed Musa Ngozi Nkechi Nnamdi Nneka Obinna Ola Olumide Oluwaseun Peter Rashida Sade Samuel Segun Tobi Tolu Tunde Uche Uju Victor Yemi Yusuf Zainab".split(
    " ",
  );
export const lastNames =
  "Abdullahi Abiola Achebe Adebayo Adeleke Adeyemi Afolabi Agbaje Ajayi Akande Akpan Alabi Aliyu Amadi Anyanwu Asuquo Awolowo Ayodele Bakare Balogun Bello Chukwu Danjuma Dike Dogara Ebong Edet Effiong Egwu Ekwueme Eze Fashola Garba Ibekwe Igwe Ikpeazu Iwu Jibril Kalu Lawal Mba Mohammed Nwachukwu Nwosu Obi Oduya Ogunleye Ojo Okafor Okeke Okonkwo Okoro Olatunji Onyeka Osagie Oyelaran Sani Shagari Udo Usman Yakubu".split(
    " ",
  );
export const banks =
  "Access Bank|Ecobank|Fidelity Bank|First Bank|GTBank|Keystone Bank|Kuda|Moniepoint|Opay|PalmPay|Polaris Bank|Providus Bank|Stanbic IBTC|Sterling Bank|UBA|Union Bank|Wema Bank|Zenith Bank".split(
    "|",
  );
export const mailHosts = ["example.com", "example.net", "example.org"];
