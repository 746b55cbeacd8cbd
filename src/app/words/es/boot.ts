import type { boot as en } from "../en/boot.ts";
import type { Translated } from "../translated.ts";

export const boot: Translated<typeof en> = {
  crashTitle: "Esta pantalla ha fallado",
  crashText: "Lo que guardan el servidor y la caché está intacto. Vuelva a cargar la página para continuar.",
  chunkTitle: "No se pudo cargar una parte de la aplicación",
  chunkText: "Puede que no haya conexión o que una versión nueva haya sustituido a esta. Vuelva a cargar la página para continuar.",
  reload: "Recargar",
};
