import type { gateway as en } from "../en/gateway.ts";
import type { Translated } from "../translated.ts";

export const gateway: Translated<typeof en> = {
  title: "Quelque chose devant le serveur répond à sa place",
  text: "Une passerelle dont la session a pris fin, une page de vérification ou la page de connexion de ce réseau. Le serveur lui-même va peut-être bien. Ouvrez cette page, faites ce qu’elle demande, et l’application reviendra.",
  open: "Ouvrir sa page",
  elsewhere: {
    text: "Une passerelle dont la session a pris fin, une page de vérification ou la page de connexion de ce réseau, devant {{origin}}. Ouvrez cette page dans un autre onglet, faites ce qu’elle demande, puis revenez. Une connexion conservée dans un cookie n’y change rien : l’application n’envoie pas de cookies à une autre adresse que la sienne.",
    silentTitle: "Quelque chose écarte peut-être l’application",
    silent:
      "Le serveur a sa propre adresse, {{origin}}. Une passerelle qui demande une connexion devant lui, ou un serveur qui n’autorise pas cette application, passe pour une absence de réponse. Ouvrez sa page pour vérifier.",
  },
};
