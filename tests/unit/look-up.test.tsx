import { screen, waitFor, within } from "@testing-library/react";
import type { UserEvent } from "@testing-library/user-event";
import { expect, test } from "vitest";
import { bootApp } from "../support/boot-app.tsx";
import { PlayedCalls } from "../support/played-calls.ts";
import { playDashboard, wireRow, wireRows } from "../support/played-dashboard.ts";
import { savedFiles } from "../support/saved-files.ts";

/** Opens the dashboard, so that its rows are cached, then the look-up. */
async function open(host: PlayedCalls): Promise<UserEvent> {
  const { user } = await bootApp(host);
  await screen.findByRole("cell", { name: "user1" });
  await user.click(screen.getByRole("link", { name: "Look up many" }));
  await screen.findByRole("heading", { level: 1, name: "Look up many" });
  return user;
}

async function lookUp(user: UserEvent, pasted: string): Promise<void> {
  const field = await screen.findByLabelText("IDs, references, emails, phone numbers or wallet addresses");
  await user.clear(field);
  await user.click(field);
  await user.paste(pasted);
  await user.click(screen.getByRole("button", { name: "Look up" }));
}
const rows = async () => {
  const table = await screen.findByRole("table", { name: "Look up many" });
  return within(table)
    .getAllByRole("row")
    .slice(1)
    .map((row) =>
      within(row)
        .getAllByRole("cell")
        .map(({ textContent }) => textContent?.replace(/\d\d:\d\d/, "…")),
    );
};
const nobody = { json: { data: { users: [], pagination: { total: 0, skip: 0 } } } };
const none = { json: { success: true, data: [], pagination: { hasNextPage: false } } };

test("[FIND-4] each of a paste is found as of a time, several, or not on this device; the host is asked for what is missing", async () => {
  const far = wireRow(90, { id: "tx-90000", username: "far" });
  const host = playDashboard(new PlayedCalls(), [...wireRows(3), wireRow(3, { reference: "REF-00001-ABCDEFGH" })]);
  const asked: string[] = [];
  host.on("GET /analytics/filter", ({ query }) => {
    asked.push(query["searchTerm"] ?? "");
    // A row that merely contains the term doesn't count.
    return {
      json: {
        success: true,
        data: query["searchTerm"] === "tx-90000" ? [wireRow(91, { id: "tx-900001" }), far] : [wireRow(92, { id: "x-tx-77777" })],
        pagination: { hasNextPage: false },
      },
    };
  });
  const user = await open(host);
  await lookUp(user, "• Ref: tx-00000,\nREF-00001-ABCDEFGH\ttx-00000\n“tx-90000” tx-77777\n0x52908400098527886E0F7030069857D2E4169EE7");
  await waitFor(async () =>
    expect(await rows()).toEqual([
      ["tx-00000ID or reference · 2 times", "Found, as of …", "Deposit · +0.25 BTC · Successful · user0"],
      ["REF-00001-ABCDEFGHID or reference", "Several: 2, as of …; there may be others at the host", "Show the 2 transactions"],
      ["tx-90000ID or reference", "Found, as of …", "Deposit · +0.25 BTC · Successful · far"],
      ["tx-77777ID or reference", "Not on this device, and the host did not find it", ""],
      ["0x52908400098527886E0F7030069857D2E4169EE7Wallet address", "Not on this device, and the host can't be asked by address", ""],
    ]),
  );
  expect(asked).toEqual(["tx-90000", "tx-77777"]);
  expect(screen.getByText(/1 double counted once\.$/)).toBeTruthy();
  const found = screen.getByRole("link", { name: "Select all found" }).getAttribute("href") ?? "";
  expect(new URLSearchParams(found.split("?")[1]).get("ids")?.split(" ")).toEqual(["tx-00000", "tx-00001", "tx-00003", "tx-90000"]);
  await user.click(screen.getByRole("button", { name: "Not on this device · 2" }));
  expect(await rows()).toHaveLength(2);
});

test("[FIND-4] emails and phone numbers are found among the host's users, exactly or not at all", async () => {
  const ada = { id: "u-1", email: "Ada@example.com", username: "ada", phonenumber: "0801 234 5678" };
  const other = { id: "u-2", email: "xada@example.com", username: "xada", phonenumber: "+2348012345670" };
  const host = playDashboard(new PlayedCalls()).on("GET /usermanagement/users", ({ query }) =>
    query["q"] === undefined ? nobody : { json: { data: { users: [other, ada], pagination: { total: 2, skip: 0 } } } },
  );
  const user = await open(host);
  await lookUp(user, "mailto:ada@example.com\n+234 801 234 5678\nbob@example.com");
  await waitFor(async () =>
    expect(await rows()).toEqual([
      ["ada@example.comEmail", "Found, as of …", "Ada@example.com · ada"],
      ["+234 801 234 5678Phone number", "Found, as of …", "Ada@example.com · ada"],
      ["bob@example.comEmail", "Not on this device, and the host did not find it", ""],
    ]),
  );
});

test("[FIND-4] a lost answer is no answer: the host was not asked; the rest is asked no further, and can be asked again", async () => {
  const host = playDashboard(new PlayedCalls()).on("GET /analytics/filter", { status: 403, json: { message: "Not for you" } });
  const user = await open(host);
  await lookUp(user, "tx-77777 tx-88888");
  await waitFor(async () =>
    expect((await rows()).map(([, result]) => result)).toEqual(Array(2).fill("Not on this device, and the host was not asked")),
  );
  host.on("GET /analytics/filter", none);
  await user.click(screen.getByRole("button", { name: "Ask the host about 2" }));
  await waitFor(async () =>
    expect((await rows()).map(([, result]) => result)).toEqual(Array(2).fill("Not on this device, and the host did not find it")),
  );
});

test("[FIND-4] the asking says how far it is, and Cancel ends it", async () => {
  let answered = 0;
  const host = playDashboard(new PlayedCalls()).on("GET /analytics/filter", () => {
    answered += 1;
    return answered === 1 ? none : { is: "silence" as const };
  });
  const user = await open(host);
  await lookUp(user, "tx-77777 tx-88888 tx-99999");
  expect(await screen.findByText("1 of 3 asked")).toBeTruthy();
  await user.click(screen.getByRole("button", { name: "Cancel" }));
  await waitFor(() => expect(screen.queryByText(/of 3 asked/)).toBeNull());
  expect((await rows()).map(([, result]) => result)).toEqual([
    "Not on this device, and the host did not find it",
    "Not on this device",
    "Not on this device",
  ]);
  expect(screen.getByRole("button", { name: "Ask the host about 2" })).toBeTruthy();
});

test("[FIND-4] above 5,000 the rest is refused and counted; a text without any says so; Clear forgets all", async () => {
  const user = await open(playDashboard(new PlayedCalls()).on("GET /analytics/filter", { is: "silence" as const }));
  await lookUp(user, Array.from({ length: 5012 }, (_, n) => `TX-${String(n).padStart(6, "0")}`).join("\n"));
  expect(await screen.findByText("At most 5,000 are looked up at once: 12 more were left out")).toBeTruthy();
  expect(screen.getByRole("button", { name: "All · 5,000" })).toBeTruthy();
  expect(screen.getByText(/^Only the lines on the screen are printed/)).toBeTruthy();
  const saved = savedFiles();
  await user.click(screen.getByRole("button", { name: "Export CSV" }));
  await waitFor(() => expect(saved).toHaveLength(1));
  expect((await saved[0]?.text())?.split("\r\n").at(-1)).toBe('"At most 5,000 are looked up at once: 12 more were left out"');
  await lookUp(user, "hello there");
  expect(await screen.findByText("Nothing to look up was found in this text")).toBeTruthy();
  await user.click(screen.getByRole("button", { name: "Clear" }));
  // Announced, it stays where only screen readers find it.
  expect(within(screen.getByRole("main")).queryByText("Nothing to look up was found in this text")).toBeNull();
  expect(screen.getByLabelText(/^IDs, references/)).toHaveProperty("value", "");
});

test("[FIND-4] lines from which nothing was taken are counted and named, all of them in the file", async () => {
  const saved = savedFiles();
  const user = await open(playDashboard(new PlayedCalls(), wireRows(3)).on("GET /analytics/filter", none));
  await lookUp(user, ["tx-00001", ...Array.from({ length: 12 }, (_, n) => `10000${n % 10}\t${n}.00`)].join("\n"));
  const title = await screen.findByText("In 12 lines, nothing looks like an ID, and nothing was looked up");
  expect(title.parentElement?.textContent).toMatch(/100000 0\.00 · 100001 1\.00 · .*100009 9\.00 and 2 more, which the export names\.$/);
  await user.click(screen.getByRole("button", { name: "Export CSV" }));
  await waitFor(() => expect(saved).toHaveLength(1));
  const lines = (await saved[0]?.text())?.split("\r\n") ?? [];
  expect(lines).toHaveLength(14);
  expect(lines.at(-1)).toMatch(/^100001 11\.00,,,nothing in this line looks like an ID,/);
});

test("[FIND-4] the file has a line for each, formula-safe", async () => {
  const saved = savedFiles();
  const host = playDashboard(new PlayedCalls(), [wireRow(0, { username: "=cmd|x" }), wireRow(1)]).on("GET /analytics/filter", none);
  const user = await open(host);
  await lookUp(user, "tx-00000 tx-77777 08012345678");
  await waitFor(async () => expect(await rows()).toHaveLength(3));
  await waitFor(() => expect(screen.queryByText("Asking the host")).toBeNull());
  await user.click(screen.getByRole("button", { name: "Export CSV" }));
  await waitFor(() => expect(saved).toHaveLength(1));
  const lines = (await saved[0]?.text())?.split("\r\n") ?? [];
  expect(lines[0]).toContain("Looked for,Kind,Times,Result,As of,Transaction ID,Reference");
  expect(lines[1]).toMatch(
    /^tx-00000,ID or reference,1,found,\d{4}-.*Z,tx-00000,REF-00000-ABCDEFGH,DEPOSIT,SUCCESSFUL,0\.25,BTC,"'=cmd\|x"/,
  );
  expect(lines[2]).toMatch(/^tx-77777,ID or reference,1,"not on this device, the host did not find it"/);
  expect(lines[3]).toMatch(/^"\t08012345678",Phone number/);
});
