import type { config as en } from "../en/config.ts";
import type { Translated } from "../translated.ts";

export const config: Translated<typeof en> = {
  broken: {
    title: "La aplicación no puede iniciarse: config.json es incorrecto",
    field: "{{field}} {{problem}}.",
    problem: "{{problem}}.",
    help: "Los ajustes que acompañan a la aplicación indican con qué servidor hablar, y un servidor equivocado es peor que ninguno. Corrija el archivo en el servidor e inténtelo de nuevo.",
  },
  withheld: {
    title: "La aplicación no puede iniciarse: el servidor no entrega config.json",
    silent: "El servidor no ha enviado una respuesta completa al pedirle config.json.",
    status: "El servidor respondió con el estado {{status}} al pedirle config.json.",
    help: "Los ajustes que acompañan a la aplicación indican con qué servidor hablar, así que esta no se inicia sin ellos. Puede que el servidor esté ocupado o reiniciándose, o que una extensión del navegador bloquee el archivo: inténtelo de nuevo en un momento.",
  },
  gateway: {
    title: "La aplicación no puede iniciarse: algo situado delante del servidor responde en su lugar",
    redirected: "La petición de config.json se ha redirigido a otro sitio.",
    page: "La petición de config.json se ha respondido con una página (estado {{status}}).",
  },
};
