import type { cache as en } from "../en/cache.ts";
import type { Translated } from "../translated.ts";

export const cache: Translated<typeof en> = {
  offText:
    "Ce navigateur ne conserve rien de cette page. L’application fonctionne tant que le serveur est joignable, et repart de zéro après un rechargement.",
  openFailedTitle: "Le cache de cet appareil ne peut pas être ouvert",
  openFailedText: "Rien n’a été modifié sur le serveur. Réessayez ; si cela persiste, rechargez la page ou déconnectez-vous.",
  silentTitle: "Le cache de cet appareil n’a pas répondu à temps",
  signOutText:
    "La déconnexion efface ce que conserve cet appareil : les dossiers, et une exécution de crédits groupés qui n’est pas finie, sont alors perdus.",
  newerTitle: "Un autre onglet utilise une version plus récente",
  newerText:
    "Le cache de cet appareil appartient désormais à la version plus récente. Rien n’est perdu : rechargez la page pour continuer ici avec elle.",
  signOut: "Se déconnecter",
};
