import { factsIn } from "../../../db/money/bulk/facts.ts";
import { serveVerbs } from "../../data/worker-verbs.ts";
import { BulkReader } from "./reader.ts";

serveVerbs((cache) => new BulkReader(factsIn(cache)));
