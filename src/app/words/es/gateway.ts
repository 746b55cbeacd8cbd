import type { gateway as en } from "../en/gateway.ts";
import type { Translated } from "../translated.ts";

export const gateway: Translated<typeof en> = {
  title: "Algo situado delante del servidor responde en su lugar",
  text: "Una pasarela cuya sesión ha terminado, una página de verificación o la página de acceso de esta red. El servidor puede estar bien. Abra esa página, haga lo que pide y la aplicación volverá.",
  open: "Abrir su página",
  elsewhere: {
    text: "Una pasarela cuya sesión ha terminado, una página de verificación o la página de acceso de esta red, delante de {{origin}}. Abra esa página en otra pestaña, haga lo que pide y vuelva. Un acceso guardado en una cookie no sirve: la aplicación no envía cookies a otra dirección que la suya.",
    silentTitle: "Quizá algo impide el paso a la aplicación",
    silent:
      "El servidor tiene una dirección propia, {{origin}}. Una pasarela que pide acceso delante de él, o un servidor que no admite esta aplicación, le parece a esta una falta de respuesta. Abra su página para comprobarlo.",
  },
};
