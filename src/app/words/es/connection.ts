import type { connection as en } from "../en/connection.ts";
import type { Translated } from "../translated.ts";

export const connection: Translated<typeof en> = {
  live: "En directo · {{time}}",
  syncing: "Sincronizando",
  syncingAsOf: "Sincronizando · {{time}}",
  cached: "En caché · {{time}}",
  cachedNever: "Aún sin datos",
  offline: "Sin conexión desde {{time}}",
  unreachable: "Servidor inaccesible · reintentando",
  unreachableAsOf: "Servidor inaccesible · actualizado: {{time}}",
  reached: "Servidor contactado {{time}}",
  gateway: "Una pasarela lo impide · reintentando",
  gatewayAsOf: "Una pasarela lo impide · actualizado: {{time}}",
  someFail: "Falla una parte de lo que ofrece el servidor; el resto responde.",
  partial: "Falta parte de la lista · {{time}}",
  panelTitle: "En qué se basa esta pantalla",
  explain: {
    gateway:
      "Algo situado delante del servidor responde en su lugar. Se pregunta de nuevo al servidor cada pocos segundos; lo que ve se guardó en este dispositivo.",
    offline: "Este dispositivo no tiene red. Lo que ve se guardó en él; no se puede cambiar nada hasta que vuelva la red.",
    unreachable: "El servidor no responde. Se reintenta cada pocos segundos; lo que ve se guardó en este dispositivo.",
  },
};
