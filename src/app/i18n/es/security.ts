import type { security as en } from "../en/security.ts";
import type { Translated } from "../translated.ts";

export const security: Translated<typeof en> = {
  title: "Obtener tokens de renovación",
  text: "Requiere un token de moderador: se envía su propia sesión. Lo que llega se muestra solo aquí y no se guarda en ninguna parte.",
  email: "Correo electrónico",
  submit: "Obtener tokens de renovación",
  fetching: "Obteniendo",
  missing: "Indique un correo electrónico",
  noToken: "No se encontró el token de moderador en localStorage. Inicie sesión o proporcione un token de moderador.",
  failed: "No se pudieron obtener los tokens de renovación",
  done: "Tokens de renovación obtenidos",
  offline: "No se puede contactar con el servidor.",
  resultsOf: "Tokens de renovación de {{email}}",
  empty: "Sin resultados.",
  emptyHint: "Este usuario no tiene tokens de renovación.",
  columns: { token: "Token", createdAt: "Creado", actions: "Acciones" },
  reveal: "Revelar",
  hide: "Ocultar",
  copy: "Copiar",
  copied: "Token copiado",
  masked: "token oculto",
};
