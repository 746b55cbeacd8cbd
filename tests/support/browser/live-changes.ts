import type { Page } from "@playwright/test";
import { desc, eq } from "drizzle-orm";
import { giftCardRates, transactions, users } from "../../../host/db/schema.ts";
import { links, paths } from "../../../src/app/links.ts";
import type { BusyHost } from "./busy-host.ts";
import type { Session } from "./truth.ts";

/** The page once a change is painted: an element with all the texts, or (`isGone`) none any more. */
interface Painted {
  readonly within: "row" | "main";
  readonly texts: readonly string[];
  readonly isGone?: boolean;
}

/** A change made elsewhere, and where it shows. */
export interface LiveChange {
  readonly kind: string;
  readonly path: string;
  /** Prepares the nth change on a page that shows `path`, and says what it will paint. */
  readonly prepare: (n: number, page: Page) => Promise<{ readonly painted: Painted; readonly send: () => Promise<void> }>;
}

/** The email of the first user in a list. */
export const emailIn = async (page: Page): Promise<string> => {
  const text = await page.getByRole("row").filter({ hasText: "@" }).first().innerText();
  const [email] = /[\w.+-]+@[\w.-]+\w/.exec(text) ?? [];
  if (email === undefined) throw new Error(`no email in "${text}"`);
  return email;
};

/** This card type has less than a page of rates. */
const cardType = "EBAY";
/** A figure that differs from all earlier ones. */
export const figureAt = (least: number, n: number, step = 1): number => Number((least + (n + 1) * step).toFixed(3));
/** Anything painted later than this, in ms, counts as missed. */
const missedAfterMs = 20_000;
const statuses = { PENDING: "Pending", PROCESSING: "Processing", FAILED: "Failed", SUCCESSFUL: "Successful" } as const;

/** Every kind of change on the stream, made by `other` through the API, or by the host in its database. */
export function liveChanges({ origin, db }: BusyHost, other: Session, email: string): readonly LiveChange[] {
  const call = async (line: string, body?: object): Promise<unknown> => {
    const [method = "", path = ""] = line.split(" ");
    const response = await fetch(origin + path, {
      method,
      headers: { authorization: `Bearer ${other.token}`, "content-type": "application/json", "idempotency-key": crypto.randomUUID() },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${line}: ${response.status} ${text}`);
    return JSON.parse(text);
  };
  const figure = (kind: string, path: string, line: string, field: string, least: number, step?: number): LiveChange => ({
    kind,
    path,
    prepare: async (n) => ({
      painted: { within: "main", texts: [figureAt(least, n, step).toLocaleString("en")] },
      send: async () => void (await call(line, { [field]: figureAt(least, n, step) })),
    }),
  });
  return [
    {
      kind: "transaction",
      path: paths.home,
      prepare: async (n) => ({
        painted: { within: "row", texts: [`${101 + n}.25`, "NGNB"] },
        send: async () =>
          void (await call("POST /funduser/fund", { email, currency: "NGNB", amount: 101.25 + n, reason: "refund", note: "" })),
      }),
    },
    {
      kind: "transaction's status",
      path: paths.home,
      prepare: async (n) => {
        const [row] = await db.select().from(transactions).orderBy(desc(transactions.createdAt), desc(transactions.id)).limit(1);
        if (row === undefined) throw new Error("the host has no transaction");
        const names = Object.entries(statuses).filter(([status]) => status !== row.status);
        const [status, word] = names[n % names.length] ?? ["", ""];
        return {
          painted: { within: "row", texts: [row.reference.slice(0, 11), word] },
          send: async () => void (await db.update(transactions).set({ status }).where(eq(transactions.id, row.id))),
        };
      },
    },
    {
      kind: "user",
      path: paths.users,
      prepare: async (n, page) => {
        const whose = await emailIn(page);
        const username = `renamed${n}x`;
        return {
          painted: { within: "row", texts: [whose, username] },
          send: async () => void (await db.update(users).set({ username }).where(eq(users.email, whose))),
        };
      },
    },
    {
      kind: "fee",
      path: paths.fees,
      prepare: async (n) => ({
        painted: { within: "row", texts: ["Bitcoin", figureAt(3, n, 0.01).toLocaleString("en")] },
        send: async () =>
          void (await call("PUT /set-fee/crypto-fee", {
            currency: "BTC",
            network: "Bitcoin",
            networkName: "Bitcoin",
            networkFee: figureAt(3, n, 0.01),
          })),
      }),
    },
    figure("onramp rate", links.fees("onramp"), "POST /onramp/onramp-rate", "rate", 2100),
    figure("offramp rate", links.fees("offramp"), "POST /offramp/offramp-rate", "rate", 2400),
    figure("markup", links.prices("swap"), "PUT /marker/markup", "markup", 7.1, 0.001),
    figure("markdown", links.prices("asset"), "POST /asset-markdown/set-global", "markdownPercentage", 8.1, 0.001),
    {
      kind: "gift card rate",
      path: `${paths.giftCardRates}?type=${cardType}`,
      prepare: async (n) => ({
        painted: { within: "row", texts: [`3,${100 + n}`] },
        send: async () => {
          const [rate] = await db
            .select()
            .from(giftCardRates)
            .where(eq(giftCardRates.cardType, cardType))
            .orderBy(giftCardRates.id)
            .limit(1);
          await call(`PUT /admingiftcard/rates/${rate?.id}`, { rate: 3100 + n, isActive: true });
        },
      }),
    },
    {
      kind: "slip",
      path: paths.approvals,
      prepare: async (n) => ({
        painted: { within: "row", texts: [`2,000,${100 + n}`] },
        send: async () => {
          const slip = { operation: "fund", email, currency: "NGNB", amount: String(2_000_100 + n), reason: "refund", note: "" };
          await call("POST /api/approvals", slip);
        },
      }),
    },
    {
      kind: "deletion",
      path: paths.users,
      prepare: async (_, page) => {
        const whose = await emailIn(page);
        return {
          painted: { within: "row", texts: [whose], isGone: true },
          send: async () => void (await call("DELETE /deleteuser/user", { email: whose, force: true })),
        };
      },
    },
  ];
}

/** Makes a change, and resolves to the ms from sending until another admin's page has painted it. */
export async function untilPainted(page: Page, { kind, prepare }: LiveChange, n: number): Promise<number> {
  const { painted, send } = await prepare(n, page);
  const painting = page.evaluate(
    ({ within, texts, isGone = false, withinMs }) => {
      const isThere = (): boolean =>
        [...document.querySelectorAll(within === "row" ? "main tr, main [role=row], main li" : "main")].some(({ textContent }) =>
          texts.every((text) => textContent?.includes(text)),
        );
      if (isThere() !== isGone) throw new Error(`${texts.join(" ")} is painted already`);
      return new Promise<number | undefined>((resolve) => {
        const observer = new MutationObserver(() => {
          if (isThere() === isGone) return;
          observer.disconnect();
          // The message arrives after the frame that the callback belongs to.
          requestAnimationFrame(() => {
            const { port1, port2 } = new MessageChannel();
            port1.addEventListener("message", () => resolve(performance.timeOrigin + performance.now()));
            port1.start();
            port2.postMessage(null);
          });
        });
        observer.observe(document.body, { subtree: true, childList: true, characterData: true });
        setTimeout(() => resolve(undefined), withinMs);
      });
    },
    { ...painted, withinMs: missedAfterMs },
  );
  // Make sure the observer runs before the change is sent.
  await page.evaluate(() => null);
  const sentAt = performance.timeOrigin + performance.now();
  await send();
  const paintedAt = await painting;
  if (paintedAt === undefined) throw new Error(`${kind}: ${painted.texts.join(" ")} was never painted`);
  return paintedAt - sentAt;
}
