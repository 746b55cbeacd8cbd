import type { columns as en } from "../en/columns.ts";
import type { Translated } from "../translated.ts";

export const columns: Translated<typeof en> = {
  title: "Colonnes",
  reset: "Rétablir les colonnes",
  isUsual: "Les colonnes sont comme d’habitude",
  up: "Monter {{column}}",
  down: "Descendre {{column}}",
  drag: "Faites glisser pour déplacer",
  moved: "{{column}} est maintenant à la place {{place}} sur {{of}}",
  border: "Bordure entre {{before}} et {{after}}",
  failed: "Les colonnes n’ont pas pu être gardées sur cet appareil",
};
