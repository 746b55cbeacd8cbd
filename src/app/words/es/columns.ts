import type { columns as en } from "../en/columns.ts";
import type { Translated } from "../translated.ts";

export const columns: Translated<typeof en> = {
  title: "Columnas",
  reset: "Restablecer columnas",
  isUsual: "Las columnas están como siempre",
  up: "Subir {{column}}",
  down: "Bajar {{column}}",
  drag: "Arrastre para mover",
  moved: "{{column}} está ahora en el lugar {{place}} de {{of}}",
  border: "Borde entre {{before}} y {{after}}",
  failed: "No se pudieron guardar las columnas en este dispositivo",
};
