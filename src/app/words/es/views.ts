import type { views as en } from "../en/views.ts";
import type { Translated } from "../translated.ts";

export const views: Translated<typeof en> = {
  title: "Vistas guardadas",
  save: "Guardar esta vista…",
  saveTitle: "Guardar esta vista",
  renameTitle: "Cambiar el nombre de la vista",
  name: "Nombre",
  untilSignOut:
    "Se guarda en este dispositivo hasta que cierre sesión, ya que los filtros y los nombres pueden contener datos de usuarios.",
  keep: "Guardar",
  rename: "Cambiar nombre",
  remove: "Quitar",
  changes: "Cambiar la vista {{name}}",
  unnamed: "Póngale un nombre a la vista.",
  tooMany: "Ya hay 20 vistas guardadas. Quite una primero.",
  gone: "Otra pestaña ha quitado esta vista.",
  failed: "No se pudo guardar la vista en este dispositivo.",
};
