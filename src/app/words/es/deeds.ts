import type { deeds as en } from "../en/deeds.ts";
import type { Translated } from "../translated.ts";

export const deeds: Translated<typeof en> = {
  unknown: "Resultado desconocido",
  refusedHint: "El servidor lo rechazó, así que no se cambió nada.",
  hostSaid: "El servidor respondió: {{message}}",
  reverse: "Revertir…",
  blocked: {
    offline: "No se envió nada: no se puede contactar con el servidor. Inténtelo de nuevo cuando se recupere la conexión.",
    running: "No se envió nada: lo mismo ya está en camino, aquí o en otra pestaña.",
    unsettled: "No se envió nada: lo impide un intento anterior de resultado desconocido. Resuélvalo primero.",
    sent: "Lo mismo se envió mientras esta confirmación estaba abierta, por ejemplo desde otra pestaña, o mientras el reloj de este dispositivo iba adelantado. Ahora no se envió nada. Para enviarlo otra vez, cancele y confirme de nuevo; si el reloj iba adelantado, cuando haya pasado la hora que marcaba.",
    expired: "No se envió nada: su sesión ha caducado. Introduzca su PIN e inténtelo de nuevo.",
    journal: "No se envió nada: este dispositivo no puede escribir su registro.",
  },
};
