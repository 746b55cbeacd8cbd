import type { boot as en } from "../en/boot.ts";
import type { Translated } from "../translated.ts";

export const boot: Translated<typeof en> = {
  configTitle: "La aplicación no puede iniciarse: config.json es incorrecto",
  configField: "{{field}} {{problem}}.",
  configProblem: "{{problem}}.",
  configHelp:
    "Los ajustes que acompañan a la aplicación indican con qué servidor hablar, y un servidor equivocado es peor que ninguno. Corrija el archivo en el servidor e inténtelo de nuevo.",
  openFailedTitle: "No se puede abrir la caché de este dispositivo",
  openFailedText: "No se cambió nada en el servidor. Inténtelo de nuevo; si persiste, recargue la página o cierre sesión.",
  crashTitle: "Esta pantalla ha fallado",
  crashText: "Lo que guardan el servidor y la caché está intacto. Vuelva a cargar la página para continuar.",
  chunkTitle: "No se pudo cargar una parte de la aplicación",
  chunkText: "Puede que no haya conexión o que una versión nueva haya sustituido a esta. Vuelva a cargar la página para continuar.",
  newerTitle: "Otra pestaña usa una versión más reciente",
  newerText:
    "La caché de este dispositivo pertenece ahora a la versión más reciente. No se pierde nada: vuelva a cargar la página para continuar aquí con ella.",
  reload: "Recargar",
  signOut: "Cerrar sesión",
};
