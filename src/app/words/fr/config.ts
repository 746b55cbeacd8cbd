import type { config as en } from "../en/config.ts";
import type { Translated } from "../translated.ts";

export const config: Translated<typeof en> = {
  broken: {
    title: "L’application ne peut pas démarrer : config.json est incorrect",
    field: "{{field}} {{problem}}.",
    problem: "{{problem}}.",
    help: "Les réglages livrés avec l’application indiquent à quel serveur s’adresser, et un mauvais serveur est pire qu’aucun. Corrigez le fichier sur le serveur, puis réessayez.",
  },
  withheld: {
    title: "L’application ne peut pas démarrer : le serveur ne fournit pas config.json",
    silent: "Le serveur n’a pas envoyé de réponse complète à la demande de config.json.",
    status: "Le serveur a répondu avec le statut {{status}} à la demande de config.json.",
    help: "Les réglages livrés avec l’application indiquent à quel serveur s’adresser ; celle-ci ne démarre donc pas sans eux. Le serveur est peut-être occupé ou en cours de redémarrage, ou une extension du navigateur bloque le fichier : réessayez dans un instant.",
  },
  gateway: {
    title: "L’application ne peut pas démarrer : quelque chose devant le serveur répond à sa place",
    redirected: "La demande de config.json a été redirigée vers un autre site.",
    page: "La demande de config.json a reçu une page en réponse (statut {{status}}).",
  },
};
