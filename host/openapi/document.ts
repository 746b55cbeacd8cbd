import * as v from "valibot";
import type { CallKind } from "../../src/contract/call.ts";
import { config } from "../../src/contract/config.ts";
import { invalidTokenMessage } from "../../src/contract/sign-in.ts";
import type { AnyCall } from "../http/call-types.ts";
import type { Guard, Served } from "../http/call-route.ts";
import { idempotencyHeader } from "../http/idempotency.ts";
import { type JsonSchema, componentSchemas, querySchema, wireSchema } from "./schemas.ts";
import { type CallWords, groups } from "./words.ts";

export interface Parameter {
  readonly name: string;
  readonly in: "path" | "query" | "header";
  readonly required: boolean;
  readonly description?: string;
  readonly schema: JsonSchema;
}

export interface Response {
  readonly description: string;
  readonly headers?: Readonly<Record<string, { readonly description: string; readonly schema: JsonSchema }>>;
  readonly content: Readonly<Record<string, { readonly schema: JsonSchema }>>;
}

export interface Operation {
  readonly operationId: string;
  readonly summary: string;
  readonly description: string;
  readonly tags: readonly string[];
  readonly security: readonly Readonly<Record<string, readonly string[]>>[];
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: { readonly required: boolean; readonly content: { readonly "application/json": { readonly schema: JsonSchema } } };
  readonly responses: Readonly<Record<string, Response>>;
}

export interface OpenApi {
  readonly openapi: "3.1.0";
  readonly info: {
    readonly title: string;
    readonly version: string;
    readonly description: string;
    readonly license: { readonly name: string; readonly identifier: string };
  };
  readonly servers: readonly { readonly url: string; readonly description: string }[];
  readonly tags: readonly { readonly name: string; readonly description: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: {
    readonly schemas: Readonly<Record<string, JsonSchema>>;
    readonly securitySchemes: Readonly<Record<string, JsonSchema>>;
  };
}

/** The contract's version: bump it when a call is added or changes what it takes or answers. */
const contractVersion = "1.4.0";

const json = (schema: JsonSchema) => ({ "application/json": { schema } });
const refusalSchema = { $ref: "#/components/schemas/Refusal" };
const refusal = (description: string): Response => ({ description, content: json(refusalSchema) });

const kinds: Readonly<Record<CallKind, string>> = {
  read: "Changes nothing, and may be repeated.",
  session: "Opens or closes a session.",
  mutation: "Changes something: it is sent once, and never repeated by itself.",
};

function describe(call: AnyCall, { more, offeredBy, movedBy }: CallWords, { needs, orNeeds }: Guard): string {
  const who =
    call.auth === "none"
      ? "Anybody may call it; no token goes with it."
      : needs === undefined
        ? "Any signed-in admin may call it."
        : `Needs the permission ${orNeeds === undefined ? needs : `${needs} or ${orNeeds}`}.`;
  return [
    more,
    who,
    kinds[call.kind],
    offeredBy === undefined ? undefined : `Optional: a host offers it by naming its path in config.json's \`${offeredBy}\`.`,
    movedBy === undefined ? undefined : `config.json's \`${movedBy}\` may name another path.`,
  ]
    .filter((sentence) => sentence !== undefined)
    .join(" ");
}

const entriesOf = (schema: object): readonly [string, v.GenericSchema][] =>
  "entries" in schema ? Object.entries(schema.entries as Record<string, v.GenericSchema>) : [];

function parametersOf({ call, guard: { defaults = {} } }: Served): Parameter[] {
  const inPath = [...call.path.matchAll(/\{(\w+)\}/g)].map(([, name = ""]): Parameter => ({
    name,
    in: "path",
    required: true,
    description: "URL-encoded.",
    schema: { type: "string" },
  }));
  // A host may default a field that the contract requires; clients that omit it depend on this host.
  const inQuery =
    call.query === undefined
      ? []
      : entriesOf(call.query).map(([name, schema]): Parameter => {
          const json = querySchema(schema);
          const { [name]: byDefault } = defaults;
          return {
            name,
            in: "query",
            required: schema.type !== "optional",
            ...(byDefault === undefined ? {} : { description: `This host takes ${byDefault} where it is left out.` }),
            schema: json,
          };
        });
  const key: Parameter = {
    name: idempotencyHeader,
    in: "header",
    required: false,
    description:
      "1 to 200 visible characters. A repeat under the same key is answered with the first answer; nothing is done twice. One that comes while the first still runs waits for it; it is not refused with 409, since browsers repeat requests by themselves.",
    schema: { type: "string", pattern: "^[!-~]{1,200}$" },
  };
  return [...inPath, ...inQuery, ...(call.kind === "mutation" ? [key] : [])];
}

function refusalsOf({ call, guard: { needs, mostMegabytes = 1 } }: Served, { refusals = {} }: CallWords): Record<string, Response> {
  const found: Record<string, Response> = {};
  const isChecked = call.query !== undefined || call.body !== undefined || call.kind === "mutation";
  if (isChecked) found["400"] = refusal("A field is missing or wrong: `field` names it.");
  if (call.auth === "bearer") {
    found["401"] = refusal("No token, or one that has run out: sign in again, or refresh it.");
    found["403"] = refusal(
      `"${invalidTokenMessage}" for a token that isn't this host's${needs === undefined ? "." : `; else the permission ${needs} is missing.`}`,
    );
  }
  if (call.body !== undefined) found["413"] = refusal(`The body is above ${mostMegabytes} MB.`);
  const closed = "This attempt was closed: its key was asked about before it came.";
  if (call.kind === "mutation") found["409"] = refusal(closed);
  if (call.kind === "mutation") found["422"] = refusal(`The ${idempotencyHeader} was used for another request before.`);
  for (const [status, words] of Object.entries(refusals)) {
    const headers =
      status === "429" || status === "503"
        ? { headers: { "Retry-After": { description: "Seconds to wait.", schema: { type: "integer" } } } }
        : {};
    const isEither = status === "409" && call.kind === "mutation";
    found[status] = { ...refusal(isEither ? `${words} Or: ${closed}` : words), ...headers };
  }
  found["500"] = refusal("The host failed. Nothing is known to be done.");
  return found;
}

function answerOf(call: AnyCall): Response {
  const replayed = {
    "Idempotency-Replayed": { description: "`true` where this is the first answer again.", schema: { type: "string", const: "true" } },
  };
  if (call.streams === true)
    return { description: "A stream of these, each as an event.", content: { "text/event-stream": { schema: wireSchema(call.answer) } } };
  return {
    description: "Done.",
    ...(call.kind === "mutation" ? { headers: replayed } : {}),
    content: json(wireSchema(call.answer)),
  };
}

function operationOf(served: Served, words: CallWords, tag: string): Operation {
  const { call, guard } = served;
  const parameters = parametersOf(served);
  const ways = guard.orNeeds === undefined ? [guard.needs] : [guard.needs, guard.orNeeds];
  return {
    operationId: words.id,
    summary: words.does,
    description: describe(call, words, guard),
    tags: [tag],
    security: call.auth === "none" ? [] : ways.map((name) => ({ bearer: name === undefined ? [] : [name] })),
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(call.body === undefined ? {} : { requestBody: { required: true, content: json(wireSchema(call.body)) } }),
    responses: { [guard.created === true ? 201 : 200]: answerOf(call), ...refusalsOf(served, words) },
  };
}

const announcement: Operation = {
  operationId: "config",
  summary: "What the host offers beyond the calls that every host has",
  description:
    "Lies beside the app, which may be at another address than the host. Every field is optional; where the file is missing, so is every offer. Anybody may call it.",
  tags: ["Sign-in"],
  security: [],
  responses: { "200": { description: "What is offered.", content: json(wireSchema(config)) } },
};

/** Describes the served calls as OpenAPI 3.1. Throws if a call has no words yet (host/openapi/words.ts). */
export function openApiOf(served: readonly Served[]): OpenApi {
  const left = new Map(served.map((one) => [one.call, one]));
  const paths: Record<string, Record<string, Operation>> = { "/config.json": { get: announcement } };
  for (const { name, calls } of groups)
    for (const [call, words] of calls) {
      const one = left.get(call);
      if (one === undefined) continue;
      left.delete(call);
      (paths[call.path] ??= {})[call.method.toLowerCase()] = operationOf(one, words, name);
    }
  const [unsaid] = left.keys();
  if (unsaid !== undefined) throw new Error(`${unsaid.method} ${unsaid.path} has no words in host/openapi/words.ts.`);
  return {
    openapi: "3.1.0",
    info: {
      title: "Counterfoil's host",
      version: contractVersion,
      description:
        "The calls that Counterfoil makes, and what it reads in their answers. Answers may say more than is named here: what isn't named is kept or ignored, never refused. What a host can't do it refuses with a 4xx and a message that says why.",
      license: { name: "MIT", identifier: "MIT" },
    },
    servers: [{ url: "/", description: "This host" }],
    // Omit groups that this host doesn't serve.
    tags: groups.filter(({ calls }) => served.some(({ call }) => calls.has(call))).map(({ name, about }) => ({ name, description: about })),
    paths,
    components: {
      schemas: {
        Refusal: {
          type: "object",
          properties: {
            success: { const: false },
            message: { type: "string", description: "What was refused and why, for people." },
            field: { type: "string", description: "Which field is wrong, where it is one." },
          },
          required: ["success", "message"],
        },
        ...componentSchemas(),
      },
      securitySchemes: { bearer: { type: "http", scheme: "bearer", bearerFormat: "JWT" } },
    },
  };
}
