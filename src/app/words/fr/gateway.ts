import type { gateway as en } from "../en/gateway.ts";
import type { Translated } from "../translated.ts";

export const gateway: Translated<typeof en> = {
  title: "Quelque chose devant le serveur répond à sa place",
  text: "Une passerelle dont la session a pris fin, une page de vérification ou la page de connexion de ce réseau. Le serveur lui-même va peut-être bien. Ouvrez cette page, faites ce qu’elle demande, et l’application reviendra.",
  open: "Ouvrir sa page",
};
