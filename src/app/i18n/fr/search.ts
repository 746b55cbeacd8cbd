import type { search as en } from "../en/search.ts";
import type { Translated } from "../translated.ts";

export const search: Translated<typeof en> = {
  mistakes: {
    unknownTerm:
      "En {{place}} : « {{text}} » n’est pas un terme. Les termes sont {{expected}} ; mettez-le entre guillemets droits pour chercher le texte lui-même.",
    operator: "En {{place}} : seuls les montants se comparent. Écrivez deux-points à la place de « {{text}} ».",
    noValue: "En {{place}} : {{text}} attend une valeur.",
    noListedValue: "En {{place}} : {{text}} attend une valeur : {{expected}}.",
    openQuote: "En {{place}} : un guillemet s’ouvre et aucun ne se ferme.",
    twice: "En {{place}} : {{text}} apparaît une seconde fois ; une liste ne se filtre par lui qu’une fois.",
    unknownValue: "En {{place}} : « {{text}} » n’est aucun de {{expected}}.",
    notAmount: "En {{place}} : « {{text}} » n’est pas un montant. Écrivez des chiffres, avec un point avant les décimales : 1000.50",
    notDay: "En {{place}} : « {{text}} » n’est pas une date. Écrivez l’année, le mois et le jour : 2026-01-31",
    turned: "En {{place}} : {{text}} précède {{expected}}, le jour où commence la liste.",
    tooLong: "En {{place}} : plus de {{expected}} caractères.",
    take: "Utiliser {{suggestion}}",
  },
};
