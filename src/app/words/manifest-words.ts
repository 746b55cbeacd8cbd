import type { Language } from "../state/languages.ts";

interface ManifestWords {
  name: string;
  description: string;
  shortcuts: { funding: string; users: string; transactions: string; giftCards: string };
  screenshots: { dashboard: string; funding: string };
}

/** App names shown by the operating system; read only by the build (build/manifest.ts). */
export const manifestWords: Record<Language, ManifestWords> = {
  en: {
    name: "Counterfoil back-office",
    description: "Back-office for a crypto, naira and gift-card platform",
    shortcuts: { funding: "Fund user", users: "Users", transactions: "Transactions", giftCards: "Gift card rates" },
    screenshots: { dashboard: "The dashboard with the latest transactions", funding: "A funding, before it is sent" },
  },
  es: {
    name: "Counterfoil administración",
    description: "Administración de una plataforma de criptomonedas, nairas y tarjetas regalo",
    shortcuts: {
      funding: "Abonar a un usuario",
      users: "Usuarios",
      transactions: "Transacciones",
      giftCards: "Tasas de tarjetas regalo",
    },
    screenshots: { dashboard: "El panel con las últimas transacciones", funding: "Un abono, antes de enviarlo" },
  },
  fr: {
    name: "Counterfoil administration",
    description: "Administration d’une plateforme de cryptomonnaies, de nairas et de cartes cadeaux",
    shortcuts: {
      funding: "Créditer un utilisateur",
      users: "Utilisateurs",
      transactions: "Transactions",
      giftCards: "Taux des cartes cadeaux",
    },
    screenshots: { dashboard: "Le tableau de bord et les dernières transactions", funding: "Un crédit, avant son envoi" },
  },
};
