import type { withheld as en } from "../en/withheld.ts";
import type { Translated } from "../translated.ts";

export const withheld: Translated<typeof en> = {
  https: {
    title: "Les modifications exigent HTTPS",
    text: "Cette adresse est en http simple : le navigateur refuse ce qui empêche d’envoyer deux fois une modification et ce qui garde l’application hors connexion. La lecture fonctionne. Pour modifier, ouvrez l’application par une adresse qui commence par https:// ; la personne qui gère le serveur peut la mettre en place.",
  },
  locks: {
    title: "N’utilisez qu’un onglet : ce navigateur n’a pas de verrous entre onglets",
    text: "Deux onglets pourraient envoyer deux fois la même modification. Autorisez ce site à conserver des données, quittez la fenêtre privée ou mettez le navigateur à jour, puis rechargez la page.",
  },
};
