import type { shell as en } from "../en/shell.ts";
import type { Translated } from "../translated.ts";

export const shell: Translated<typeof en> = {
  install: {
    title: "Installer Counterfoil",
    iosText: "Safari l’installe depuis son propre menu :",
    iosShare: "Touchez Partager dans la barre de Safari.",
    iosAdd: "Choisissez « Sur l’écran d’accueil », puis « Ajouter ».",
    macText: "Safari l’installe depuis son propre menu :",
    macAdd: "Choisissez « Ajouter au Dock… » dans le menu Fichier, puis « Ajouter ».",
  },
  update: {
    waits: "Une nouvelle version est disponible",
    taken: "Un autre onglet utilise la nouvelle version",
    settings: "Le serveur a de nouveaux réglages pour l’application",
    news: "Nouveautés",
    reload: "Recharger",
    running: "Attend la réponse du serveur",
  },
  notFound: {
    text: "Aucune page n’a l’adresse {{path}}.",
    home: "Aller au tableau de bord",
  },
  file: {
    ready: "{{name}} est prêt",
    save: "Enregistrer",
  },
  printed: "Imprimé : {{time}}",
  typed: {
    title: "Abandonner ce qui n’est pas enregistré ?",
    reload:
      "Quelque chose a été saisi, lu, recherché ou sélectionné dans cet onglet et n’a pas été envoyé. La nouvelle version démarre sans cela.",
    go: "Quelque chose a été saisi ou lu sur cet écran et n’a pas été envoyé. L’écran suivant s’ouvre sans cela.",
    leave: "Abandonner",
  },
};
