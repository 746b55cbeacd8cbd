import { compareIn } from "../../../../db/files/reconcile.ts";
import { serveVerbs } from "../../../data/worker-verbs.ts";
import { Reconciler } from "./reconciler.ts";

serveVerbs((cache) => new Reconciler(compareIn(cache)));
