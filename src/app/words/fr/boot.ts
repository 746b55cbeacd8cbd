import type { boot as en } from "../en/boot.ts";
import type { Translated } from "../translated.ts";

export const boot: Translated<typeof en> = {
  crashTitle: "Cet écran a cessé de fonctionner",
  crashText: "Ce que contiennent le serveur et le cache est intact. Rechargez la page pour continuer.",
  chunkTitle: "Une partie de l’application n’a pas pu être chargée",
  chunkText: "La connexion est peut-être coupée, ou une nouvelle version a remplacé celle-ci. Rechargez la page pour continuer.",
  reload: "Recharger",
};
