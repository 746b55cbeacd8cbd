import type { lock as en } from "../en/lock.ts";
import type { Translated } from "../translated.ts";

export const lock: Translated<typeof en> = {
  title: "Bloqueado",
  text: "Introduzca su PIN para continuar donde estaba.",
  textPasskey: "Confirme con su llave de acceso para continuar donde estaba.",
  unlock: "Desbloquear",
  busy: "Desbloqueando...",
  signOut: "Cerrar sesión",
  wayOut: "¿No es usted? Al cerrar sesión se borra lo que guarda este dispositivo.",
  offline: "No hay conexión",
  unreachable: "No se puede contactar con el servidor",
  awayText: "Solo el servidor puede comprobar su PIN. En cuanto se pueda volver a contactar con él, podrá desbloquear.",
  warning: {
    title_one: "Se bloquea dentro de {{count}} segundo",
    title_many: "Se bloquea dentro de {{count}} de segundos",
    title_other: "Se bloquea dentro de {{count}} segundos",
    text: "Mueva el ratón, toque o escriba para quedarse.",
    said: "La aplicación se bloquea dentro de 30 segundos. Mueva el ratón, toque o escriba para quedarse.",
  },
};
