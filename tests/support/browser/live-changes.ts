import type { Page } from "@playwright/test";
import { desc, eq } from "drizzle-orm";
import { giftCardRates, transactions, users } from "../../../host/db/schema.ts";
import { links, paths } from "../../../src/app/links.ts";
import type { BusyHost } from "./busy-host.ts";
import type { Session } from "./truth.ts";

/** What stands on the page once a change is painted: an element with all the texts, or none any more. */
interface Painted {
  readonly within: "row" | "main";
  readonly texts: readonly string[];
  readonly isGone?: boolean;
}

/** A change that somebody else makes, and where it is seen. */
export interface LiveChange {
  readonly kind: string;
  readonly path: string;
  /** The nth change, ready to be sent, and what it paints on the page, which shows the screen at `path`. */
  readonly prepare: (n: number, page: Page) => Promise<{ readonly painted: Painted; readonly send: () => Promise<void> }>;
}

const emailIn = async (page: Page): Promise<string> => {
  const text = await page.getByRole("row").filter({ hasText: "@" }).first().innerText();
  const [email] = /[\w.+-]+@[\w.-]+\w/.exec(text) ?? [];
  if (email === undefined) throw new Error(`no email in "${text}"`);
  return email;
};

/** It has fewer rates than a page shows. */
const cardType = "EBAY";
const cents = (n: number): number => n / 100;
const statuses = { PENDING: "Pending", PROCESSING: "Processing", FAILED: "Failed", SUCCESSFUL: "Successful" } as const;

/** Every kind of change that the stream tells, made by `other` past the app, or by the host in its database. */
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
  const figure = (kind: string, path: string, text: (n: number) => string, line: string, body: (n: number) => object): LiveChange => ({
    kind,
    path,
    prepare: async (n) => ({
      painted: { within: "main", texts: [text(n)] },
      send: async () => void (await call(line, body(n))),
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
        painted: { within: "row", texts: ["Bitcoin", String(3 + cents(n + 1))] },
        send: async () =>
          void (await call("PUT /set-fee/crypto-fee", {
            currency: "BTC",
            network: "Bitcoin",
            networkName: "Bitcoin",
            networkFee: 3 + cents(n + 1),
          })),
      }),
    },
    figure(
      "onramp rate",
      links.fees("onramp"),
      (n) => `2,${100 + n}`,
      "POST /onramp/onramp-rate",
      (n) => ({ rate: 2100 + n }),
    ),
    figure(
      "offramp rate",
      links.fees("offramp"),
      (n) => `2,${400 + n}`,
      "POST /offramp/offramp-rate",
      (n) => ({ rate: 2400 + n }),
    ),
    figure(
      "markup",
      links.prices("swap"),
      (n) => `7.${101 + n}`,
      "PUT /marker/markup",
      (n) => ({ markup: Number(`7.${101 + n}`) }),
    ),
    figure(
      "markdown",
      links.prices("asset"),
      (n) => `8.${101 + n}`,
      "POST /asset-markdown/set-global",
      (n) => ({
        markdownPercentage: Number(`8.${101 + n}`),
      }),
    ),
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

/** Makes a change, and waits until another admin's page has painted it; how long both took, in ms. */
export async function untilPainted(
  page: Page,
  change: LiveChange,
  n: number,
): Promise<{ readonly toAnswer: number; readonly toPaint: number }> {
  const { painted, send } = await change.prepare(n, page);
  const painting = page.evaluate(({ within, texts, isGone = false }) => {
    const isThere = (): boolean =>
      [...document.querySelectorAll(within === "row" ? "main tr, main [role=row], main li" : "main")].some(({ textContent }) =>
        texts.every((text) => textContent?.includes(text)),
      );
    if (isThere() !== isGone) throw new Error(`${texts.join(" ")} is painted already`);
    return new Promise<number>((resolve) => {
      const observer = new MutationObserver(() => {
        if (isThere() === isGone) return;
        observer.disconnect();
        // The message is heard after the frame that the callback belongs to.
        requestAnimationFrame(() => {
          const { port1, port2 } = new MessageChannel();
          port1.addEventListener("message", () => resolve(performance.timeOrigin + performance.now()));
          port1.start();
          port2.postMessage(null);
        });
      });
      observer.observe(document.body, { subtree: true, childList: true, characterData: true });
    });
  }, painted);
  // The page looks before anything is sent.
  await page.evaluate(() => null);
  const sentAt = performance.timeOrigin + performance.now();
  await send();
  const toAnswer = performance.timeOrigin + performance.now() - sentAt;
  return { toAnswer, toPaint: (await painting) - sentAt };
}
