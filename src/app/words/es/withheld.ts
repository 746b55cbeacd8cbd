import type { withheld as en } from "../en/withheld.ts";
import type { Translated } from "../translated.ts";

export const withheld: Translated<typeof en> = {
  https: {
    title: "Los cambios necesitan HTTPS",
    text: "Esta dirección es http sin cifrar, así que el navegador no ofrece lo que evita que un cambio se envíe dos veces ni lo que guarda la aplicación para usarla sin conexión. Leer funciona. Para hacer cambios, abra la aplicación con una dirección que empiece por https://; quien administra el servidor puede configurarla.",
  },
  locks: {
    title: "Use una sola pestaña: este navegador no tiene bloqueos entre pestañas",
    text: "Dos pestañas podrían enviar el mismo cambio dos veces. Permita que este sitio guarde datos, salga de la ventana privada o actualice el navegador, y vuelva a cargar la página.",
  },
};
