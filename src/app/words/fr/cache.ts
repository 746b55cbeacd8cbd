import type { cache as en } from "../en/cache.ts";
import type { Translated } from "../translated.ts";

export const cache: Translated<typeof en> = {
  openFailedTitle: "Le cache de cet appareil ne peut pas être ouvert",
  openFailedText: "Rien n’a été modifié sur le serveur. Réessayez ; si cela persiste, rechargez la page ou déconnectez-vous.",
  newerTitle: "Un autre onglet utilise une version plus récente",
  newerText:
    "Le cache de cet appareil appartient désormais à la version plus récente. Rien n’est perdu : rechargez la page pour continuer ici avec elle.",
  signOut: "Se déconnecter",
};
