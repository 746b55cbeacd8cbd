import type { Router } from "../http/call-route.ts";
import { openApiOf } from "./document.ts";
import { contractPage } from "./contract-page.ts";
import { contractStyles } from "./contract-styles.ts";

/** The contract: /openapi.json for tools, /docs/api for people. */
export function contractPages({ app, served }: Router): void {
  let made: { readonly json: string; readonly page: string } | undefined;
  const contract = () => {
    if (made === undefined) {
      const document = openApiOf(served);
      made = { json: JSON.stringify(document), page: contractPage(document) };
    }
    return made;
  };
  const headers = { "Cache-Control": "no-cache" };
  app.get("/openapi.json", (c) => c.body(contract().json, 200, { ...headers, "Content-Type": "application/json" }));
  app.get("/docs/api", (c) => c.html(contract().page, 200, headers));
  app.get("/docs/api.css", (c) => c.body(contractStyles, 200, { ...headers, "Content-Type": "text/css; charset=utf-8" }));
}
