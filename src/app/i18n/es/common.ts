import type { common as en } from "../en/common.ts";
import type { Translated } from "../translated.ts";

export const common: Translated<typeof en> = {
  appName: "Counterfoil",
  cancel: "Cancelar",
  close: "Cerrar",
  dismiss: "Descartar",
  copy: "Copiar",
  copyThing: "Copiar {{what}}",
  copied: "Copiado",
  copyFailed: "No se pudo copiar. Seleccione el texto y cópielo a mano.",
  remove: "Quitar {{what}}",
  retry: "Reintentar",
  loading: "Cargando",
  none: "—",
  yes: "Sí",
  no: "No",
  any: "Cualquiera",
  showPassword: "Mostrar contraseña",
  hidePassword: "Ocultar contraseña",
  pagination: "Páginas",
  page: "Página {{page}}",
  pagePrevious: "Página anterior",
  pageNext: "Página siguiente",
  notifications: "Notificaciones",
  sortAscending: "orden ascendente",
  sortDescending: "orden descendente",
  off: {
    unreachable: "Requiere conexión con el servidor",
    inFlight: "En camino al servidor",
    permission: "Requiere el permiso {{permission}}",
  },
};
