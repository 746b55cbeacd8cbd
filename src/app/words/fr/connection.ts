import type { connection as en } from "../en/connection.ts";
import type { Translated } from "../translated.ts";

export const connection: Translated<typeof en> = {
  live: "En direct · {{time}}",
  syncing: "Synchronisation",
  syncingAsOf: "Synchronisation · {{time}}",
  cached: "En cache · {{time}}",
  cachedNever: "Rien de récupéré",
  offline: "Hors ligne depuis {{time}}",
  unreachable: "Serveur injoignable · nouvel essai",
  unreachableAsOf: "Serveur injoignable · mis à jour : {{time}}",
  reached: "Serveur joint {{time}}",
  gateway: "Passerelle en travers · nouvel essai",
  gatewayAsOf: "Passerelle en travers · mis à jour : {{time}}",
  someFail: "Une partie de ce qu’offre le serveur échoue ; le reste répond.",
  partial: "Liste incomplète · {{time}}",
  panelTitle: "Sur quoi repose cet écran",
  explain: {
    gateway:
      "Quelque chose placé devant le serveur répond à sa place. Le serveur est interrogé de nouveau toutes les quelques secondes ; ce que vous voyez a été conservé sur cet appareil.",
    offline: "Cet appareil n’a pas de réseau. Ce que vous voyez y a été conservé ; rien ne peut être modifié avant le retour du réseau.",
    unreachable:
      "Le serveur ne répond pas. Un nouvel essai a lieu toutes les quelques secondes ; ce que vous voyez a été conservé sur cet appareil.",
  },
};
