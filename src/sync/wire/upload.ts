import { isStandIn, type Sender } from "./host-client.ts";

/** Sends a body and reports its upload progress, from 0 to 1, which `fetch` can't. */
export const tellingUpload =
  (onUpload: (share: number) => void): Sender =>
  (url, method, headers, body) =>
    new Promise((resolve, reject) => {
      const request = new XMLHttpRequest();
      request.upload.addEventListener("progress", ({ loaded, total }) => onUpload(total > 0 ? loaded / total : 0));
      request.upload.addEventListener("load", () => onUpload(1));
      request.addEventListener("load", () => {
        const { status, responseText: text } = request;
        const head = {
          status,
          // XMLHttpRequest always follows redirects.
          redirected: new URL(url, location.href).href !== request.responseURL,
          contentType: request.getResponseHeader("content-type"),
          challenge: false,
        };
        resolve({ status, text, retryAfter: request.getResponseHeader("retry-after"), standIn: isStandIn(head, text) });
      });
      for (const end of ["error", "abort", "timeout"]) request.addEventListener(end, () => reject(new Error("no answer came")));
      request.open(method, url);
      for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
      request.send(body);
    });
