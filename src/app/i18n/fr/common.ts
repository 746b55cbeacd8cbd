import type { common as en } from "../en/common.ts";
import type { Translated } from "../translated.ts";

export const common: Translated<typeof en> = {
  appName: "Counterfoil",
  cancel: "Annuler",
  close: "Fermer",
  dismiss: "Ignorer",
  copy: "Copier",
  copyThing: "Copier {{what}}",
  copied: "Copié",
  copyFailed: "La copie a échoué. Sélectionnez le texte et copiez-le à la main.",
  remove: "Retirer {{what}}",
  retry: "Réessayer",
  loading: "Chargement",
  none: "—",
  yes: "Oui",
  no: "Non",
  any: "Indifférent",
  showPassword: "Afficher le mot de passe",
  hidePassword: "Masquer le mot de passe",
  pagination: "Pages",
  page: "Page {{page}}",
  pagePrevious: "Page précédente",
  pageNext: "Page suivante",
  notifications: "Notifications",
  sortAscending: "tri croissant",
  sortDescending: "tri décroissant",
  off: {
    unreachable: "Nécessite une connexion au serveur",
    inFlight: "En route vers le serveur",
    permission: "Nécessite l’autorisation {{permission}}",
  },
};
