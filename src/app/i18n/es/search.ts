import type { search as en } from "../en/search.ts";
import type { Translated } from "../translated.ts";

export const search: Translated<typeof en> = {
  mistakes: {
    unknownTerm:
      "En {{place}}: «{{text}}» no es un término. Los términos son {{expected}}; ponlo entre comillas para buscar el texto mismo.",
    operator: "En {{place}}: solo se comparan los importes. Escribe dos puntos en lugar de «{{text}}».",
    noValue: "En {{place}}: {{text}} necesita un valor.",
    noListedValue: "En {{place}}: {{text}} necesita un valor: {{expected}}.",
    openQuote: "En {{place}}: se abre una comilla y ninguna se cierra.",
    twice: "En {{place}}: {{text}} aparece por segunda vez; una lista se filtra por ello una sola vez.",
    unknownValue: "En {{place}}: «{{text}}» no es ninguno de {{expected}}.",
    notAmount: "En {{place}}: «{{text}}» no es un importe. Escribe cifras, con un punto antes de los decimales: 1000.50",
    notDay: "En {{place}}: «{{text}}» no es una fecha. Escribe año, mes y día: 2026-01-31",
    turned: "En {{place}}: {{text}} es anterior a {{expected}}, el día en que empieza la lista.",
    tooLong: "En {{place}}: más de {{expected}} caracteres.",
    take: "Usar {{suggestion}}",
  },
};
