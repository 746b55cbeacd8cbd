import type { cache as en } from "../en/cache.ts";
import type { Translated } from "../translated.ts";

export const cache: Translated<typeof en> = {
  offText:
    "Este navegador no guarda nada de esta página. La aplicación funciona mientras se pueda contactar con el servidor, y al recargar empieza de cero.",
  openFailedTitle: "No se puede abrir la caché de este dispositivo",
  openFailedText: "No se cambió nada en el servidor. Inténtelo de nuevo; si persiste, recargue la página o cierre sesión.",
  silentTitle: "La caché de este dispositivo no respondió a tiempo",
  signOutText:
    "Al cerrar sesión se borra lo que guarda este dispositivo: se pierden los casos y una ejecución de abonos en bloque que no haya terminado.",
  newerTitle: "Otra pestaña usa una versión más reciente",
  newerText:
    "La caché de este dispositivo pertenece ahora a la versión más reciente. No se pierde nada: vuelva a cargar la página para continuar aquí con ella.",
  signOut: "Cerrar sesión",
};
