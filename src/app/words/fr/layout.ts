import type { layout as en } from "../en/layout.ts";
import type { Translated } from "../translated.ts";

export const layout: Translated<typeof en> = {
  skip: "Aller au contenu",
  menu: "Menu principal",
  find: "Tout chercher (Ctrl K)",
  breadcrumbs: "Fil d’Ariane",
  collapse: "Replier la barre latérale",
  expand: "Déplier la barre latérale",
  userMenu: "Menu utilisateur",
  install: "Installer l’application",
  lock: "Verrouiller maintenant",
  logout: "Déconnexion",
  entries: {
    dashboard: "Tableau de bord",
    users: "Gestion des utilisateurs",
    fees: "Frais et taux",
    allFees: "Voir tous les frais",
    giftCardRates: "Taux des cartes cadeaux",
    priceCalculator: "Calculateur de prix",
    funding: "Crédits et soldes",
    approvals: "Approbations",
    security: "Sécurité",
    audit: "Audit et surveillance",
    settings: "Paramètres",
  },
  toDecide_one: "{{count}} à décider",
  toDecide_other: "{{count}} à décider",
  toDecide_many: "{{count}} à décider",
  notFound: "Page introuvable",
  cacheOff: "Le cache est désactivé",
};
