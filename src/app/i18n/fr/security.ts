import type { security as en } from "../en/security.ts";
import type { Translated } from "../translated.ts";

export const security: Translated<typeof en> = {
  title: "Obtenir les jetons d’actualisation",
  text: "Nécessite un jeton de modérateur : votre propre session est envoyée. Ce qui arrive ne s’affiche qu’ici et n’est conservé nulle part.",
  email: "E-mail",
  submit: "Obtenir les jetons d’actualisation",
  fetching: "Récupération",
  missing: "Indiquez un e-mail",
  noToken: "Jeton de modérateur introuvable dans localStorage. Connectez-vous ou fournissez un jeton de modérateur.",
  failed: "Échec de la récupération des jetons d’actualisation",
  done: "Jetons d’actualisation récupérés",
  offline: "Le serveur est injoignable.",
  resultsOf: "Jetons d’actualisation de {{email}}",
  empty: "Aucun résultat.",
  emptyHint: "Cet utilisateur n’a aucun jeton d’actualisation.",
  columns: { token: "Jeton", createdAt: "Créé", actions: "Actions" },
  reveal: "Révéler",
  hide: "Masquer",
  copy: "Copier",
  copied: "Jeton copié",
  masked: "jeton masqué",
};
