/** An XMLHttpRequest on top of `fetch`, with the part that src/sync/wire/upload.ts uses. */
export class FetchedXhr extends EventTarget {
  readonly upload = new EventTarget();
  status = 0;
  responseText = "";
  responseURL = "";
  readonly #headers = new Headers();
  #answered = new Headers();
  #method = "GET";
  #url = "";

  open(method: string, url: string): void {
    this.#method = method;
    this.#url = url;
  }

  setRequestHeader(name: string, value: string): void {
    this.#headers.set(name, value);
  }

  getResponseHeader(name: string): string | null {
    return this.#answered.get(name);
  }

  send(body: string): void {
    void this.#send(body).then(
      () => this.dispatchEvent(new Event("load")),
      () => this.dispatchEvent(new Event("error")),
    );
  }

  async #send(body: string): Promise<void> {
    const answer = fetch(this.#url, { method: this.#method, headers: this.#headers, body });
    this.upload.dispatchEvent(new Event("load"));
    const response = await answer;
    this.status = response.status;
    this.responseURL = new URL(this.#url, location.href).href;
    this.#answered = response.headers;
    this.responseText = await response.text();
  }
}
