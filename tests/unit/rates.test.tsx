import { screen, waitFor, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { bootApp } from "../support/boot-app.tsx";
import { Gate } from "../support/gate.ts";
import { type PlayedFigures, playFigures } from "../support/browser/played-figures.ts";
import { fill, isOff, noDialog, press, question, valueOf } from "../support/fields.ts";
import { PlayedCalls } from "../support/played-calls.ts";
import { quickClock } from "../support/quick-clock.ts";

const boxes = { onramp: "Onramp rate (₦ per unit)", offramp: "Offramp rate (₦ per unit)" };
const again = "Type the new value again";
const send = "Update rate";
const setOnramp = "POST /onramp/onramp-rate";
const setOfframp = "POST /offramp/offramp-rate";

interface Opening {
  readonly tab?: keyof typeof boxes;
  /** Sets the host up before the screen opens. */
  readonly play?: (figures: PlayedFigures, host: PlayedCalls) => void;
}

/** Opens a rate's tab. */
async function open({ tab = "onramp", play }: Opening = {}) {
  const host = new PlayedCalls();
  const figures = playFigures(host);
  play?.(figures, host);
  const { user } = await bootApp(host, { path: `/fees-rates?tab=${tab}` });
  const box = await screen.findByLabelText(boxes[tab]);
  const ask = async (value: string) => {
    await fill(user, box, value);
    await press(user, send);
  };
  const confirm = async () => press(user, send, await question());
  return { host, figures, user, box, ask, confirm, main: within(screen.getByRole("main")) };
}

test("[RATE-3] above 10 % the new value is typed again before anything is sent; at 10 % itself it is not", async () => {
  const { host, user, ask } = await open({ tab: "offramp", play: (_, played) => played.on(setOfframp, { json: { success: true } }) });
  await ask("1595");
  let dialog = await question();
  await waitFor(() => expect(isOff(dialog.getByRole("button", { name: send }))).toBe(false));
  expect(dialog.queryByLabelText(again)).toBeNull();
  await press(user, "Cancel", dialog);
  await noDialog();

  await ask("1595.01");
  dialog = await question();
  await user.type(await dialog.findByLabelText(again), "15950.1{Enter}");
  expect(isOff(dialog.getByRole("button", { name: send }))).toBe(true);
  expect(host.callsOf(setOfframp)).toEqual([]);
  await fill(user, dialog.getByLabelText(again), "1595.01");
  await press(user, send, dialog);
  await waitFor(() => expect(host.callsOf(setOfframp).map(({ body }) => body)).toEqual([{ rate: 1595.01 }]));
});

test("[RATE-3] who confirms against a rate that somebody else has changed is told before anything is sent", async () => {
  const { host, figures, ask, user } = await open({ play: (_, played) => played.on(setOnramp, { json: { success: true } }) });
  await ask("1510");
  const dialog = await question();
  await waitFor(() => expect(isOff(dialog.getByRole("button", { name: send }))).toBe(false));
  figures.onramp = { success: true, data: { rate: 1490, updatedBy: "Alan Turing" } };
  await press(user, send, dialog);
  await dialog.findByText("It has been changed meanwhile: the host now has ₦1,490.00");
  expect(dialog.getByText(/By Alan Turing\./)).toBeTruthy();
  expect(host.callsOf(setOnramp)).toEqual([]);
  await press(user, send, dialog);
  await waitFor(() => expect(host.callsOf(setOnramp).length).toBe(1));
});

test("[RATE-3, SYNC-8] a host that sends nothing for 15 s could not be asked for the old value, and the new one may be sent all the same", async () => {
  const clock = quickClock();
  const { host, user, ask, main } = await open({ play: (_, played) => played.on(setOnramp, { json: { success: true } }) });
  await main.findAllByText("₦1,500.00");
  host.on("GET /onramp/onramp-rate", { is: "silence" });
  await ask("1510");
  const dialog = await question();
  await clock.pass(14_000);
  expect(dialog.queryByLabelText("Send it all the same")).toBeNull();
  await clock.pass(2000);
  await user.click(await dialog.findByLabelText("Send it all the same"));
  await press(user, send, dialog);
  await clock.pass(16_000);
  await waitFor(() => expect(host.callsOf(setOnramp)).toHaveLength(1));
});

test("[RATE-3] where the present rate isn't known, that is said, and the new one is typed again", async () => {
  const { host, user, ask } = await open({
    play: (_, played) => {
      played.on(setOnramp, { json: { success: true } });
      played.on("GET /onramp/onramp-rate", { status: 403, json: { message: "Not for you" } });
    },
  });
  await ask("15700");
  const dialog = await question();
  await user.click(await dialog.findByLabelText("Send it all the same"));
  expect(dialog.getByText("the present value isn't known")).toBeTruthy();
  expect(isOff(dialog.getByRole("button", { name: send }))).toBe(true);
  await fill(user, dialog.getByLabelText(again), "15700");
  await press(user, send, dialog);
  await waitFor(() => expect(host.callsOf(setOnramp)).toHaveLength(1));
});

test("[RATE-3] what is to be sent all the same is asked anew once the host has told another value", async () => {
  const { host, figures, ask, user, main } = await open({ play: (_, played) => played.on(setOnramp, { json: { success: true } }) });
  await main.findAllByText("₦1,500.00");
  const rate = "GET /onramp/onramp-rate";
  const refusal = { status: 403, json: { message: "Not for you" } };
  host.on(rate, refusal);
  await ask("1510");
  const dialog = await question();
  await user.click(await dialog.findByLabelText("Send it all the same"));
  figures.onramp = { success: true, data: { rate: 1490 } };
  host.on(rate, () => ({ json: figures.onramp }));
  await press(user, send, dialog);
  await dialog.findByText("It has been changed meanwhile: the host now has ₦1,490.00");
  host.on(rate, refusal);
  await press(user, send, dialog);
  expect(await dialog.findByLabelText("Send it all the same")).toHaveProperty("checked", false);
  expect(isOff(dialog.getByRole("button", { name: send }))).toBe(true);
  expect(host.callsOf(setOnramp)).toEqual([]);
});

test("[RATE-3] who cancels while the old value is asked for again sends nothing", async () => {
  const { host, figures, user, ask, main } = await open({ play: (_, played) => played.on(setOnramp, { json: { success: true } }) });
  await ask("1510");
  const dialog = await question();
  await waitFor(() => expect(isOff(dialog.getByRole("button", { name: send }))).toBe(false));
  const held = new Gate();
  const asked = host.callsOf("GET /onramp/onramp-rate").length;
  host.on("GET /onramp/onramp-rate", async () => {
    await held.opened;
    return { json: figures.onramp };
  });
  await press(user, send, dialog);
  await waitFor(() => expect(host.callsOf("GET /onramp/onramp-rate").length).toBeGreaterThan(asked));
  await press(user, "Cancel", dialog);
  held.open();
  await noDialog();
  // Anything the dialog sent would have arrived before this.
  await user.click(screen.getByRole("tab", { name: "Offramp Rate" }));
  await main.findAllByText("₦1,450.00");
  expect(host.callsOf(setOnramp)).toEqual([]);
});

test("[RATE-2] the offramp rate has words of its own for what fails, and the button says that it updates", async () => {
  const held = new Gate();
  const { ask, confirm } = await open({
    tab: "offramp",
    play: (_, played) =>
      played.on(setOfframp, async () => {
        await held.opened;
        return { status: 422, json: {} };
      }),
  });
  await ask("1460");
  await confirm();
  const dialog = await question();
  await dialog.findByRole("button", { name: "Updating..." });
  held.open();
  await dialog.findByText("Failed to set offramp rate");
});

test("[RATE-2] an offramp rate that can't be fetched is said in the document's words", async () => {
  await open({ tab: "offramp", play: (_, played) => played.on("GET /offramp/offramp-rate", { status: 404, json: {} }) });
  expect((await screen.findAllByText("Failed to fetch offramp rate")).length).toBeGreaterThan(0);
});

test.each(
  Object.entries({
    "onrampRate and lastUpdated": { success: true, data: { onrampRate: 1500, lastUpdated: "2026-03-04T05:06:07.000Z" } },
    "a rate as text": { success: true, data: { rate: "1500.00", updatedAt: null } },
    "fields at the top": { success: true, rate: 1500 },
  }),
)("[RATE-1] a rate answered with %s is shown", async (_, answer) => {
  await open({
    play: (figures) => {
      figures.onramp = answer;
    },
  });
  expect((await screen.findAllByText("₦1,500.00")).length).toBeGreaterThan(0);
});

test("[RATE-1] an offramp rate answered with offrampRate and lastUpdated is shown", async () => {
  await open({
    tab: "offramp",
    play: (figures) => {
      figures.offramp = { success: true, data: { offrampRate: "1450.25", lastUpdated: "2026-03-04T05:06:07.000Z" } };
    },
  });
  expect((await screen.findAllByText("₦1,450.25")).length).toBeGreaterThan(0);
  expect((await screen.findAllByText(/Mar 4, 2026|2026-03-04|4 Mar 2026/)).length).toBeGreaterThan(0);
});

test("[RATE-2] an empty box and zero are refused in the document's words, and nothing is sent", async () => {
  const { ask, main } = await open();
  expect(main.getByText("Positive number only")).toBeTruthy();
  for (const [text, message] of [
    ["", "Provide a rate"],
    ["0.0", "Invalid rate"],
    [".", "Invalid rate"],
  ] as const) {
    await ask(text);
    expect(main.getByText(message)).toBeTruthy();
  }
  expect(screen.queryByRole("alertdialog")).toBeNull();
});

test("[RATE-2] a refusal shows the host's message, or the document's where it has none; nothing is taken for done", async () => {
  const { host, user, box, ask } = await open();
  await ask("1510");
  const dialog = await question();
  for (const [answer, message] of [
    [{ json: { success: false, message: "Rates are frozen" } }, "Rates are frozen"],
    [{ json: { success: false } }, "Failed to set onramp rate"],
    [{ status: 422, json: { message: "Too early" } }, "Too early"],
    [{ status: 422, json: {} }, "Failed to set onramp rate"],
  ] as const) {
    host.on(setOnramp, answer);
    await press(user, send, dialog);
    await dialog.findByText(message);
  }
  expect(host.callsOf(setOnramp).length).toBe(4);
  await press(user, "Cancel", dialog);
  await noDialog();
  expect(valueOf(box)).toBe("1510");
});

test("[RATE-2] an answer that is lost leaves the outcome unknown, and the same can't be sent again before it is settled", async () => {
  const { host, ask, confirm, main } = await open({ play: (_, played) => played.on(setOnramp, { status: 502, body: "<html>" }) });
  await ask("1510");
  await confirm();
  await main.findByText("Outcome unknown");
  expect(screen.getByRole("button", { name: "It did not happen" })).toBeTruthy();
  expect(host.callsOf(setOnramp).length).toBe(1);
});

test.each([
  [500, {}, "The host answered 500."],
  [403, { message: "Not for you" }, "Not for you"],
  [200, { success: false, message: "No rate here" }, "No rate here"],
])("[RATE-2] a fetch that is answered %i with %j says so in the document's words", async (status, json, detail) => {
  const { main } = await open({ play: (_, played) => played.on("GET /onramp/onramp-rate", { status, json }) });
  await screen.findAllByText("Failed to fetch onramp rate");
  await main.findByText(detail);
});

test("[RATE-2] a question that was cancelled while its request ran leaves what is typed and asked since", async () => {
  const gate = new Gate();
  const { host, user, box, ask, confirm } = await open({
    play: (_, played) =>
      played.on(setOnramp, async () => {
        await gate.opened;
        return { json: { success: true } };
      }),
  });
  await ask("1510");
  await confirm();
  await waitFor(() => expect(host.callsOf(setOnramp)).toHaveLength(1));
  await press(user, "Cancel", await question());
  await noDialog();
  await ask("1520");
  await question();
  gate.open();
  await screen.findByText("Onramp rate updated");
  expect(screen.getByRole("alertdialog").textContent).toContain("₦1,520.00");
  expect(valueOf(box)).toBe("1520");
});
