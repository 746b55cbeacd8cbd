import type { lock as en } from "../en/lock.ts";
import type { Translated } from "../translated.ts";

export const lock: Translated<typeof en> = {
  title: "Verrouillé",
  text: "Saisissez votre code PIN pour reprendre là où vous étiez.",
  textPasskey: "Confirmez avec votre clé d’accès pour reprendre là où vous étiez.",
  unlock: "Déverrouiller",
  busy: "Déverrouillage...",
  signOut: "Se déconnecter",
  wayOut: "Ce n’est pas vous ? La déconnexion efface ce que conserve cet appareil.",
  offline: "Vous êtes hors ligne",
  unreachable: "Le serveur est injoignable",
  awayText: "Seul le serveur peut vérifier votre code PIN. Dès qu’il sera de nouveau joignable, vous pourrez déverrouiller.",
  warning: {
    title_one: "Verrouillage dans {{count}} seconde",
    title_many: "Verrouillage dans {{count}} de secondes",
    title_other: "Verrouillage dans {{count}} secondes",
    text: "Bougez, touchez ou tapez pour rester.",
    said: "L’application se verrouille dans 30 secondes. Bougez, touchez ou tapez pour rester.",
  },
};
