import type { freshness as en } from "../en/freshness.ts";
import type { Translated } from "../translated.ts";

export const freshness: Translated<typeof en> = {
  names: {
    transactions: "Transacciones",
    analytics: "Cifras",
    users: "Usuarios",
    rates: "Comisiones y tasas",
    giftCards: "Tasas de tarjetas regalo",
  },
  never: "nunca obtenido",
  working: "sincronizando",
  asOf: "actualizado: {{time}}",
  gaps_one: "{{count}} hueco",
  gaps_many: "{{count}} de huecos",
  gaps_other: "{{count}} huecos",
  lastSync: "Última sincronización correcta: {{time}}",
  cacheOff: "La caché está desactivada: este navegador no guarda nada de esta página, y al recargar se empieza de cero.",
};
