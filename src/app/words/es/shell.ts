import type { shell as en } from "../en/shell.ts";
import type { Translated } from "../translated.ts";

export const shell: Translated<typeof en> = {
  install: {
    title: "Instalar Counterfoil",
    iosText: "Safari la instala desde su propio menú:",
    iosShare: "Toque Compartir en la barra de Safari.",
    iosAdd: "Elija «Añadir a pantalla de inicio» y luego «Añadir».",
    macText: "Safari la instala desde su propio menú:",
    macAdd: "Elija «Añadir al Dock…» en el menú Archivo y luego «Añadir».",
  },
  update: {
    waits: "Hay una versión nueva disponible",
    taken: "Otra pestaña usa la versión nueva",
    settings: "El servidor tiene nuevos ajustes para la aplicación",
    news: "Novedades",
    reload: "Recargar",
    running: "Espera a que el servidor responda",
  },
  notFound: {
    text: "Ninguna página tiene la dirección {{path}}.",
    home: "Ir al panel",
  },
  file: {
    ready: "{{name}} está listo",
    save: "Guardar",
  },
  printed: "Impreso: {{time}}",
  typed: {
    title: "¿Abandonar lo que no está guardado?",
    reload: "En esta pestaña hay algo escrito, leído, buscado o seleccionado sin enviar. La versión nueva empieza sin ello.",
    go: "En esta pantalla hay algo escrito o leído sin enviar. La pantalla siguiente se abre sin ello.",
    leave: "Abandonarlo",
  },
};
