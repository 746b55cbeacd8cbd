import type { layout as en } from "../en/layout.ts";
import type { Translated } from "../translated.ts";

export const layout: Translated<typeof en> = {
  skip: "Ir al contenido",
  menu: "Menú principal",
  find: "Buscar en todo (Ctrl K)",
  breadcrumbs: "Ruta de navegación",
  collapse: "Contraer barra lateral",
  expand: "Expandir barra lateral",
  userMenu: "Menú de usuario",
  install: "Instalar la aplicación",
  lock: "Bloquear ahora",
  logout: "Cerrar sesión",
  entries: {
    dashboard: "Panel",
    users: "Gestión de usuarios",
    fees: "Comisiones y tasas",
    allFees: "Ver todas las comisiones",
    giftCardRates: "Tasas de tarjetas regalo",
    priceCalculator: "Calculadora de precios",
    funding: "Abonos y saldos",
    approvals: "Aprobaciones",
    security: "Seguridad",
    audit: "Auditoría y supervisión",
    settings: "Ajustes",
  },
  toDecide_one: "{{count}} por decidir",
  toDecide_other: "{{count}} por decidir",
  toDecide_many: "{{count}} por decidir",
  notFound: "Página no encontrada",
  cacheOff: "La caché está desactivada",
};
