import type { boot as en } from "../en/boot.ts";
import type { Translated } from "../translated.ts";

export const boot: Translated<typeof en> = {
  configTitle: "L’application ne peut pas démarrer : config.json est incorrect",
  configField: "{{field}} {{problem}}.",
  configProblem: "{{problem}}.",
  configHelp:
    "Les réglages livrés avec l’application indiquent à quel serveur s’adresser, et un mauvais serveur est pire qu’aucun. Corrigez le fichier sur le serveur, puis réessayez.",
  openFailedTitle: "Le cache de cet appareil ne peut pas être ouvert",
  openFailedText: "Rien n’a été modifié sur le serveur. Réessayez ; si cela persiste, rechargez la page ou déconnectez-vous.",
  crashTitle: "Cet écran a cessé de fonctionner",
  crashText: "Ce que contiennent le serveur et le cache est intact. Rechargez la page pour continuer.",
  chunkTitle: "Une partie de l’application n’a pas pu être chargée",
  chunkText: "La connexion est peut-être coupée, ou une nouvelle version a remplacé celle-ci. Rechargez la page pour continuer.",
  newerTitle: "Un autre onglet utilise une version plus récente",
  newerText:
    "Le cache de cet appareil appartient désormais à la version plus récente. Rien n’est perdu : rechargez la page pour continuer ici avec elle.",
  reload: "Recharger",
  signOut: "Se déconnecter",
};
