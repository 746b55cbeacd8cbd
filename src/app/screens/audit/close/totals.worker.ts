import { totalsIn, type ZonedDay } from "../../../../db/transactions/day-totals.ts";
import { serveVerbs } from "../../../data/worker-verbs.ts";

const verbsOf = (cache: string) => ({ totals: (of: ZonedDay, clockAhead: number) => totalsIn(cache, of, clockAhead) });
export type TotalsVerbs = ReturnType<typeof verbsOf>;

serveVerbs(verbsOf);
