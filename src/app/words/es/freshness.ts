import type { freshness as en } from "../en/freshness.ts";
import type { Translated } from "../translated.ts";

export const freshness: Translated<typeof en> = {
  names: {
    transactions: "Transacciones",
    analytics: "Cifras",
    users: "Usuarios",
    rates: "Comisiones y tasas",
    giftCards: "Tasas de tarjetas regalo",
    approvals: "Aprobaciones",
  },
  explain: {
    live: "El servidor responde, y lo que ve es lo último que dijo.",
    syncing: "Llegan datos nuevos; lo que ve permanece hasta que estén aquí.",
    reached: "El servidor responde. Esta pantalla no muestra nada obtenido de él.",
    cached: "Lo que ve se guardó en este dispositivo.",
  },
  never: "nunca obtenido",
  working: "sincronizando",
  asOf: "actualizado: {{time}}",
  gaps_one: "{{count}} hueco",
  gaps_many: "{{count}} de huecos",
  gaps_other: "{{count}} huecos",
  failing: {
    title: "Falla, mientras el resto responde",
    blocked: "{{call}} está bloqueada, quizá por una extensión",
    cut: "{{call}} se corta antes de la respuesta",
    slow: "{{call}} no responde a tiempo",
    intercepted: "A {{call}} responde algo situado delante del servidor",
    refused: "{{call}} se rechaza con el estado {{status}}",
    unreadable: "{{call}} responde con algo que no se puede leer",
    rests: "Ya no se intenta",
  },
  lastSync: "Última sincronización correcta: {{time}}",
  cacheOff: "La caché está desactivada: este navegador no guarda nada de esta página, y al recargar se empieza de cero.",
};
