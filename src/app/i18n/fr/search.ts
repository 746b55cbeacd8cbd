import type { search as en } from "../en/search.ts";
import type { Translated } from "../translated.ts";

export const search: Translated<typeof en> = {
  places: { admins: "Administrateurs", createAdmin: "Nouvel administrateur", editFee: "Modifier des frais" },
  palette: {
    title: "Palette de commandes",
    label: "Trouver un écran, un utilisateur ou une transaction",
    placeholder: "Écran, e-mail, téléphone, référence, id, adresse ou type:SWAP …",
    chooseUser: "{{tool}} : pour quel utilisateur ?",
    userPlaceholder: "E-mail, nom ou numéro de téléphone",
    results: "Résultats",
    groups: {
      suggestion: "Vouliez-vous dire",
      dashboard: "Transactions",
      toolFor: "Outils",
      ofUser: "Cet utilisateur",
      screens: "Écrans",
      tools: "Outils pour un utilisateur",
      wallets: "Portefeuilles",
      users: "Utilisateurs",
      transactions: "Transactions sur cet appareil",
      recent: "Utilisateurs récents",
      device: "Cet appareil",
      host: "Interroger le serveur",
    },
    toolFor: "{{tool}}…",
    notCached: "N’est pas sur cet appareil",
    inDashboard: "Afficher dans le tableau de bord",
    more_one: "{{shown}} de plus sur cet appareil",
    more_many: "{{shown}} de plus sur cet appareil",
    more_other: "{{shown}} de plus sur cet appareil",
    hostTransactions: "Chercher « {{text}} » dans les transactions",
    hostUsers: "Chercher « {{text}} » dans les utilisateurs",
    hint: "↑ ↓ pour se déplacer, Entrée pour ouvrir, Échap pour fermer. Les utilisateurs récents quittent cet appareil à la déconnexion.",
    searching: "Recherche sur cet appareil",
    broken: "Le cache de cet appareil est illisible.",
    nothing: "Rien n’a été trouvé.",
    searched:
      "Recherche faite dans les {{transactions}} transactions et les {{users}} utilisateurs de cet appareil. Le serveur n’a pas été interrogé.",
    searchedUsers: "Recherche faite dans les {{users}} utilisateurs de cet appareil. Le serveur n’a pas été interrogé.",
    noTransactions: "Les transactions n’ont pas été cherchées : il faut l’autorisation {{permission}}.",
    noWallet_one:
      "Aucun portefeuille à cette adresse : cet appareil n’a que les portefeuilles de {{users}} utilisateur, et le serveur ne peut être interrogé par adresse.",
    noWallet_many:
      "Aucun portefeuille à cette adresse : cet appareil n’a que les portefeuilles de {{users}} utilisateurs, et le serveur ne peut être interrogé par adresse.",
    noWallet_other:
      "Aucun portefeuille à cette adresse : cet appareil n’a que les portefeuilles de {{users}} utilisateurs, et le serveur ne peut être interrogé par adresse.",
  },
  keys: {
    title: "Touches",
    everywhere: "Partout",
    screens: "Aller à",
    palette: "Palette de commandes",
    search: "Chercher dans la liste à l’écran",
    list: "Cette liste",
    close: "Fermer ce qui est ouvert",
    language: "Langage de recherche",
    languageHint:
      "Dans la palette et dans la recherche du tableau de bord. Les guillemets droits gardent les espaces ensemble ; les montants prennent > >= < <= = ; les dates sont des jours de votre fuseau horaire.",
    single: "Touches d’une seule lettre",
    singleHint: "Elles se taisent pendant la saisie. Ctrl K fonctionne toujours.",
  },
  mistakes: {
    unknownTerm:
      "En {{place}} : « {{text}} » n’est pas un terme. Les termes sont {{expected}} ; mettez-le entre guillemets droits pour chercher le texte lui-même.",
    operator: "En {{place}} : seuls les montants se comparent. Écrivez deux-points à la place de « {{text}} ».",
    noValue: "En {{place}} : {{text}} attend une valeur.",
    noListedValue: "En {{place}} : {{text}} attend une valeur : {{expected}}.",
    openQuote: "En {{place}} : un guillemet s’ouvre et aucun ne se ferme.",
    twice: "En {{place}} : {{text}} apparaît une seconde fois ; une liste ne se filtre par lui qu’une fois.",
    unknownValue: "En {{place}} : « {{text}} » n’est aucun de {{expected}}.",
    notAmount: "En {{place}} : « {{text}} » n’est pas un montant. Écrivez des chiffres, avec un point avant les décimales : 1000.50",
    notDay: "En {{place}} : « {{text}} » n’est pas une date. Écrivez l’année, le mois et le jour : 2026-01-31",
    turned: "En {{place}} : {{text}} précède {{expected}}, le jour où commence la liste.",
    tooLong: "En {{place}} : plus de {{expected}} caractères.",
    take: "Utiliser {{suggestion}}",
  },
};
