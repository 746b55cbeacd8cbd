import type { gateway as en } from "../en/gateway.ts";
import type { Translated } from "../translated.ts";

export const gateway: Translated<typeof en> = {
  title: "Algo situado delante del servidor responde en su lugar",
  text: "Una pasarela cuya sesión ha terminado, una página de verificación o la página de acceso de esta red. El servidor puede estar bien. Abra esa página, haga lo que pide y la aplicación volverá.",
  open: "Abrir su página",
};
