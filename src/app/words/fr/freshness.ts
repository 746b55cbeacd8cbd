import type { freshness as en } from "../en/freshness.ts";
import type { Translated } from "../translated.ts";

export const freshness: Translated<typeof en> = {
  names: {
    transactions: "Transactions",
    analytics: "Chiffres",
    users: "Utilisateurs",
    rates: "Frais et taux",
    giftCards: "Taux des cartes cadeaux",
    approvals: "Approbations",
  },
  explain: {
    live: "Le serveur répond, et ce que vous voyez est ce qu’il a dit en dernier.",
    syncing: "De nouvelles données arrivent ; ce que vous voyez reste jusqu’à ce qu’elles soient là.",
    reached: "Le serveur répond. Cet écran ne montre rien qui ait été récupéré de lui.",
    cached: "Ce que vous voyez a été conservé sur cet appareil.",
  },
  never: "jamais récupéré",
  working: "synchronisation",
  asOf: "mis à jour : {{time}}",
  gaps_one: "{{count}} lacune",
  gaps_many: "{{count}} de lacunes",
  gaps_other: "{{count}} lacunes",
  failing: {
    title: "Échoue, alors que le reste répond",
    blocked: "{{call}} est bloqué, peut-être par une extension",
    cut: "{{call}} s’interrompt avant la réponse",
    slow: "{{call}} ne répond pas à temps",
    intercepted: "Quelque chose placé devant le serveur répond à {{call}}",
    refused: "{{call}} est refusé avec le statut {{status}}",
    unreadable: "{{call}} répond par quelque chose d’illisible",
    rests: "N’est plus essayé",
  },
  lastSync: "Dernière synchronisation réussie : {{time}}",
  cacheOff: "Le cache est désactivé : ce navigateur ne conserve rien de cette page, et un rechargement repart de zéro.",
};
