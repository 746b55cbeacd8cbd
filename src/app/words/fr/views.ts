import type { views as en } from "../en/views.ts";
import type { Translated } from "../translated.ts";

export const views: Translated<typeof en> = {
  title: "Vues enregistrées",
  save: "Enregistrer cette vue…",
  saveTitle: "Enregistrer cette vue",
  renameTitle: "Renommer la vue",
  name: "Nom",
  untilSignOut: "Gardée sur cet appareil jusqu’à la déconnexion, car les filtres et les noms peuvent contenir des données d’utilisateurs.",
  keep: "Enregistrer",
  rename: "Renommer",
  remove: "Retirer",
  changes: "Modifier la vue {{name}}",
  unnamed: "Donnez un nom à la vue.",
  tooMany: "Il y a déjà 20 vues enregistrées. Retirez-en une d’abord.",
  gone: "Un autre onglet a retiré cette vue.",
  failed: "La vue n’a pas pu être gardée sur cet appareil.",
};
