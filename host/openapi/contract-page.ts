import { html } from "hono/html";
import type { OpenApi, Operation, Parameter, Response } from "./document.ts";
import { type Field, type Piece, formOf, partOf, shapesOf } from "./fields.ts";
import type { JsonSchema } from "./schemas.ts";

/** Always a string here; Hono's own type also allows promises. */
type Html = unknown;

interface Line {
  readonly method: string;
  readonly path: string;
  readonly operation: Operation;
}

/** A description with `names` rendered as code. */
const prose = (words: string): Html => html`${words.split("`").map((part, at) => (at % 2 === 0 ? part : html`<code>${part}</code>`))}`;

/** A field's path, with a break opportunity after each dot. */
const place = (at: string): Html => html`${at.split(".").map((step, depth) => (depth === 0 ? step : html`.<wbr />${step}`))}`;

const piece = ({ is, text }: Piece): Html =>
  is === "part"
    ? html`<a href="#part-${text}">${text}</a> `
    : is === "value"
      ? html`<code>${text}</code> `
      : text.startsWith(",")
        ? html`<span class="joined">${text}</span> `
        : html`${text} `;

const row = ({ at, form, isRequired, says }: Field): Html =>
  html`<tr>
    <th scope="row"><code>${place(at)}</code></th>
    <td>${isRequired ? "required" : html`<span class="muted">optional</span>`}</td>
    <td>${form.map(piece)}${says === undefined ? "" : html`<span class="says">${prose(says)}</span>`}</td>
  </tr>`;

const table = (name: string, fields: readonly Field[]): Html =>
  html`<div class="scroll" role="group" aria-label="${name}" tabindex="0">
    <table>
      <caption>
        ${name}
      </caption>
      <thead>
        <tr>
          <th scope="col">Field</th>
          <th scope="col">Sent</th>
          <th scope="col">Form</th>
        </tr>
      </thead>
      <tbody>
        ${fields.map(row)}
      </tbody>
    </table>
  </div>`;

const isAnything = (schema: JsonSchema): boolean => Object.keys(schema).length === 0;

function schemaOf(name: string, schema: JsonSchema): Html {
  if (isAnything(schema)) return html`<p><strong>${name}</strong>: anything; it is not read.</p>`;
  const shapes = shapesOf(schema);
  const part = partOf(schema);
  if (part !== undefined || shapes.length === 0) return html`<p><strong>${name}</strong>: ${formOf(schema).map(piece)}</p>`;
  return html`${shapes.map((fields, at) => table(shapes.length > 1 ? `${name}, shape ${at + 1} of ${shapes.length}` : name, fields))}`;
}

const said = (schema: JsonSchema): Html => (typeof schema["description"] === "string" ? html`<p>${prose(schema["description"])}</p>` : "");

/** A body or an answer, with what is said of it as a whole. */
const whole = (name: string, schema: JsonSchema): Html => html`${schemaOf(name, schema)}${said(schema)}`;

const asField = ({ name, in: where, required, description, schema }: Parameter): Field => ({
  at: name,
  form: [...formOf(schema)],
  isRequired: required,
  says:
    [
      where === "query" ? undefined : `In the ${where}.`,
      description,
      typeof schema["description"] === "string" ? schema["description"] : undefined,
    ]
      .filter((words) => words !== undefined)
      .join(" ") || undefined,
});

const isAnswer = ([status]: readonly [string, unknown]): boolean => status.startsWith("2");

const answer = ([status, { content }]: [string, Response]): Html =>
  Object.values(content).map(({ schema }) => whole(status === "200" ? "Answer" : `Answer (${status})`, schema));

const refusals = ({ operationId, responses }: Operation): Html =>
  html`<div class="scroll" role="group" aria-label="Refusals of ${operationId}" tabindex="0">
    <table>
      <caption>
        Refusals
      </caption>
      <thead>
        <tr>
          <th scope="col">Status</th>
          <th scope="col">When</th>
        </tr>
      </thead>
      <tbody>
        ${Object.entries(responses)
          .filter((one) => !isAnswer(one))
          .map(
            ([status, { description }]) =>
              html`<tr>
                <th scope="row"><code>${status}</code></th>
                <td>${prose(description)}</td>
              </tr>`,
          )}
      </tbody>
    </table>
  </div>`;

const call = ({ method, path, operation }: Line): Html =>
  html`<article id="${operation.operationId}">
    <h3>${operation.summary}</h3>
    <p class="line"><span class="method">${method}</span> <code>${path}</code></p>
    <p>${prose(operation.description)}</p>
    ${operation.parameters === undefined ? "" : table("Parameters", operation.parameters.map(asField))}
    ${operation.requestBody === undefined ? "" : whole("Body", operation.requestBody.content["application/json"].schema)}
    ${Object.entries(operation.responses).filter(isAnswer).map(answer)}
    ${Object.keys(operation.responses).length > 1 ? refusals(operation) : ""}
  </article>`;

const part = ([name, schema]: readonly [string, JsonSchema]): Html =>
  html`<article id="part-${name}">
    <h3>${name}</h3>
    ${said(schema)} ${schemaOf(shapesOf(schema).length > 0 ? "Fields" : "Form", schema)}
  </article>`;

/** The contract as one HTML page, without scripts or external resources. */
export const contractPage = (document: OpenApi): string => String(page(document));

function page({ info, tags, paths, components }: OpenApi): Html {
  const lines: Line[] = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ method: method.toUpperCase(), path, operation })),
  );
  const groups = tags.map(({ name, description }) => ({
    name,
    description,
    calls: lines.filter(({ operation }) => operation.tags.includes(name)),
  }));
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>The contract · Counterfoil</title>
        <link rel="icon" href="/icon.svg" type="image/svg+xml" />
        <link rel="stylesheet" href="/docs/api.css" />
      </head>
      <body>
        <a class="skip" href="#calls">Skip to the calls</a>
        <header>
          <p class="mark">Counterfoil</p>
          <h1>The contract between the app and its host</h1>
          <p>${info.description}</p>
          <p>
            Version ${info.version}, ${lines.length} calls. For tools: <a href="/openapi.json">openapi.json</a> (OpenAPI 3.1).
            <code>npm run conform</code> checks any host against it.
          </p>
        </header>
        <div class="columns">
          <nav aria-label="Calls">
            ${groups.map(
              ({ name, calls }) =>
                html`<h2>${name}</h2>
                  <ul>
                    ${calls.map(({ operation }) => html`<li><a href="#${operation.operationId}">${operation.summary}</a></li>`)}
                  </ul>`,
            )}
            <h2>Parts</h2>
            <ul>
              ${Object.keys(components.schemas).map((name) => html`<li><a href="#part-${name}">${name}</a></li>`)}
            </ul>
          </nav>
          <main id="calls">
            ${groups.map(
              ({ name, description, calls }) =>
                html`<section>
                  <h2>${name}</h2>
                  <p class="muted">${description}</p>
                  ${calls.map(call)}
                </section>`,
            )}
            <section>
              <h2>Parts</h2>
              <p class="muted">What the calls' bodies and answers are made of.</p>
              ${Object.entries(components.schemas).map(part)}
            </section>
          </main>
        </div>
      </body>
    </html>`;
}
