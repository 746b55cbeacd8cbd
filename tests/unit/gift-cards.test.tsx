import { cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react";
import type { UserEvent } from "@testing-library/user-event";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { Gate } from "../support/gate.ts";
import { giftRate, giftRow, playFigures } from "../support/browser/played-figures.ts";
import { bootApp } from "../support/boot-app.tsx";
import { type Part, chooseItem, fill, noDialog, press, question, valueOf } from "../support/fields.ts";
import { fakeSession } from "../support/fake-login.ts";
import { PlayedCalls } from "../support/played-calls.ts";
import { savedFiles } from "../support/saved-files.ts";

const path = "/fees-rates/gift-card-rates";
const put = "PUT /admingiftcard/rates/rate-1";

/** Opens the rates' screen, with its host's data. */
async function openRates(first: object = {}) {
  const host = new PlayedCalls();
  const figures = playFigures(host);
  figures.giftCards = figures.giftCards.map((rate, at) => (at === 0 ? { ...rate, ...first } : rate));
  host.on(put, { json: { success: true } }).on("GET /admin/settings", { json: {} });
  const { user } = await bootApp(host, { path });
  await screen.findByText("2 rates");
  return { host, figures, user };
}

/** Clicks what lies behind the open dialog. */
const clickBeside = (user: UserEvent) => user.click(document.documentElement);

async function openEdit(first?: object) {
  const opened = await openRates(first);
  await chooseItem(opened.user, /Actions for APPLE/, "Edit");
  await screen.findByLabelText("New base rate");
  const save = () => opened.user.click(screen.getByRole("button", { name: "Save changes" }));
  return { ...opened, save, sent: () => opened.host.callsOf(put).map(({ body }) => body) };
}

test("[RATE-3, GIFT-5] the rate that stands there already is not sent, unless the host's has moved: then it is asked about", async () => {
  const { figures, user, save, sent } = await openEdit();
  await user.type(screen.getByLabelText("New base rate"), "1001");
  figures.giftCards = [giftRate(1, { rate: 1050 })];
  await save();
  const confirm = within(await screen.findByRole("alertdialog"));
  await confirm.findByText(/the host now has ₦1,050/);
  expect(sent()).toEqual([]);
  await press(user, "Save changes", confirm);
  await screen.findByText("Rate updated");
  expect(sent()).toEqual([{ rate: 1001, notes: "", isActive: true }]);
});

test("[RATE-3, GIFT-5] a card isn't put on sale at a rate that has moved unseen", async () => {
  const { figures, user, save, sent } = await openEdit({ isActive: false });
  figures.giftCards = [giftRate(1, { isActive: false, physicalRate: 2000 })];
  await user.selectOptions(screen.getByLabelText("Status"), "Active");
  await save();
  await screen.findByText(/^The rate has been changed meanwhile: the host now has Rate ₦1,001.* · Physical rate ₦2,000/);
  expect(sent()).toEqual([]);
  await save();
  await screen.findByText("Rate updated");
  expect(sent()).toEqual([{ notes: "", isActive: true }]);
});

test("[GIFT-5] a status that the host doesn't tell is chosen before anything is sent", async () => {
  const { user, save, sent } = await openEdit({ isActive: null });
  expect(valueOf(screen.getByLabelText("Status"))).toBe("");
  await user.type(screen.getByLabelText("Notes"), "mine");
  await save();
  await screen.findByText("Choose whether the rate is active");
  expect(sent()).toEqual([]);
  await user.selectOptions(screen.getByLabelText("Status"), "Inactive");
  await save();
  await screen.findByText("Rate updated");
  expect(sent()).toEqual([{ notes: "mine", isActive: false }]);
});

test("[GIFT-5] what the admin left alone goes out as the host has it now", async () => {
  const { figures, user, save, sent } = await openEdit();
  figures.giftCards = [giftRate(1, { isActive: false, notes: "theirs" })];
  await user.type(screen.getByLabelText("Notes"), "x{Backspace}");
  await save();
  await screen.findByText("Rate updated");
  expect(sent()).toEqual([{ notes: "theirs", isActive: false }]);
});

test("[GIFT-5] with a new rate, too, what the admin left alone goes out as the host has it now", async () => {
  const { figures, user, save, sent } = await openEdit();
  await user.type(screen.getByLabelText("New base rate"), "1010");
  await save();
  const confirm = await screen.findByRole("alertdialog");
  figures.giftCards = [giftRate(1, { isActive: false, notes: "theirs" })];
  await press(user, "Save changes", within(confirm));
  await screen.findByText("Rate updated");
  expect(sent()).toEqual([{ rate: 1010, notes: "theirs", isActive: false }]);
});

test.each([
  ["?type=apple", "APPLE"],
  ["?type=nobody%27s", "nobody's"],
])("[GIFT-2] the box of card types shows what %s asks for", async (search, shown) => {
  const host = new PlayedCalls();
  playFigures(host);
  await bootApp(host, { path: `${path}${search}` });
  expect(valueOf(await screen.findByLabelText("Card type"))).toBe(shown);
});

test("[GIFT-5] a field that both changed is pointed out, and nothing is sent until it was seen", async () => {
  const { figures, user, save, sent } = await openEdit();
  figures.giftCards = [giftRate(1, { isActive: false, notes: "theirs" })];
  await user.type(screen.getByLabelText("Notes"), "mine");
  await save();
  await screen.findByText("The notes have been changed meanwhile: the host now has theirs");
  expect(screen.queryByText(/The status has been changed/)).toBeNull();
  expect(sent()).toEqual([]);
  expect(screen.getByLabelText<HTMLTextAreaElement>("Notes").value).toBe("mine");
  await save();
  await screen.findByText("Rate updated");
  expect(sent()).toEqual([{ notes: "mine", isActive: false }]);
});

test("[GIFT-5] what is typed while the host is asked again stays where nothing is done", async () => {
  const { host, figures, user, save, sent } = await openEdit();
  const gate = new Gate();
  const { giftCards } = figures;
  host.on(put, { status: 400, json: { message: "not today" } });
  host.on("GET /admingiftcard/rates", async () => {
    await gate.opened;
    return { json: { success: true, data: { rates: giftCards, pagination: { currentPage: 1, totalPages: 1, total: giftCards.length } } } };
  });
  const notes = screen.getByLabelText("Notes");
  await user.type(notes, "as agreed");
  await save();
  await user.type(notes, " with Grace");
  gate.open();
  await screen.findByText("not today");
  expect(sent()).toMatchObject([{ notes: "as agreed" }]);
  expect(valueOf(screen.getByLabelText("Notes"))).toBe("as agreed with Grace");
});

test("[GIFT-5] what is typed while an edit is saved stays in the dialog, to be saved next", async () => {
  const { host, figures, user, save, sent } = await openEdit();
  const gate = new Gate();
  host.on(put, async () => {
    await gate.opened;
    figures.giftCards = [giftRate(1, { notes: "as agreed" })];
    return { json: { success: true } };
  });
  const notes = screen.getByLabelText("Notes");
  await user.type(notes, "as agreed");
  await save();
  await waitFor(() => expect(sent()).toHaveLength(1));
  await user.type(notes, " with Grace");
  await user.type(screen.getByLabelText("New base rate"), "1001");
  gate.open();
  await screen.findByText("Rate updated");
  expect(valueOf(screen.getByLabelText("Notes"))).toBe("as agreed with Grace");
  expect(valueOf(screen.getByLabelText("New base rate"))).toBe("1001");
  await save();
  await noDialog();
  expect(sent()).toEqual([
    { notes: "as agreed", isActive: true },
    { notes: "as agreed with Grace", isActive: true },
  ]);
});

test("[GIFT-4, GIFT-5] a click beside a dialog closes it only where nothing is typed in it", async () => {
  const { user, save, sent } = await openEdit();
  (await import("../../src/app/state/touched-fields.ts")).watchFields();
  const notes = screen.getByLabelText("Notes");
  await user.type(notes, "as agreed");
  await clickBeside(user);
  await user.type(notes, " with Grace");
  await save();
  await noDialog();
  expect(sent()).toEqual([{ notes: "as agreed with Grace", isActive: true }]);
  await chooseItem(user, /Actions for APPLE/, "Edit");
  await user.click(await screen.findByLabelText("Notes"));
  await clickBeside(user);
  await noDialog();
});

test("[GIFT-5] an edit whose host can't be asked goes out only when it is to be sent all the same", async () => {
  const { host, user, save, sent } = await openEdit();
  host.on("GET /admingiftcard/rates", { status: 403, json: {} });
  await save();
  const regardless = await screen.findByLabelText("Send it all the same");
  expect(sent()).toEqual([]);
  await user.click(regardless);
  await save();
  await screen.findByText("Rate updated");
  expect(sent()).toEqual([{ notes: "", isActive: true }]);
});

test("[GIFT-5] an edit to be sent all the same is asked about anew once the host has told what another admin changed", async () => {
  const { host, figures, user, save, sent } = await openEdit();
  const rates = "GET /admingiftcard/rates";
  await user.type(screen.getByLabelText("Notes"), "mine");
  host.on(rates, { status: 403, json: {} });
  await save();
  await user.click(await screen.findByLabelText("Send it all the same"));
  figures.giftCards = [giftRate(1, { notes: "theirs" })];
  host.on(rates, () => ({
    json: { success: true, data: { rates: figures.giftCards, pagination: { currentPage: 1, totalPages: 1 } } },
  }));
  await save();
  await screen.findByText("The notes have been changed meanwhile: the host now has theirs");
  host.on(rates, { status: 403, json: {} });
  await save();
  expect(await screen.findByLabelText("Send it all the same")).toHaveProperty("checked", false);
  expect(sent()).toEqual([]);
});

test("[GIFT-5] a rate that somebody deleted meanwhile is not sent", async () => {
  const { figures, save, sent } = await openEdit();
  figures.giftCards = [];
  await save();
  await screen.findByText("The host no longer has this rate. Nothing was sent.");
  expect(sent()).toEqual([]);
});

const rowOf = (fields: Record<string, unknown>) => ({ ...giftRate(1), ...fields });
const fileOf = (content: unknown, name = "rates.json") => new File([typeof content === "string" ? content : JSON.stringify(content)], name);

/** A file whose reading waits for `letRead`. */
function slowFile(content: unknown) {
  const file = fileOf(content);
  const read = file.arrayBuffer.bind(file);
  let letRead = () => {};
  const wait = new Promise<void>((resolve) => {
    letRead = resolve;
  });
  file.arrayBuffer = async () => {
    await wait;
    return read();
  };
  return { file, letRead };
}

async function openUpload() {
  const opened = await openRates();
  await opened.user.click(screen.getByRole("button", { name: "Bulk upload" }));
  const dialog = within(await screen.findByRole("dialog"));
  const choose = async (file: File) => opened.user.upload(await dialog.findByLabelText("File"), file);
  const upload = () => opened.user.click(dialog.getByRole("button", { name: "Upload" }));
  return { ...opened, dialog, choose, upload };
}

test("[GIFT-7] a file that can't be parsed says so at the field and as a toast, and again when it is to be sent", async () => {
  const { dialog, choose, upload } = await openUpload();
  const words = /Failed to parse file as JSON/;
  await choose(fileOf("{oops"));
  await dialog.findByText(words);
  await expect.poll(() => screen.getAllByText(words).length).toBe(2);
  await upload();
  await expect.poll(() => screen.getAllByText(words).length).toBe(3);
  await choose(fileOf('cardType,country,rate\nAPPLE,US,"1" or 2', "rates.csv"));
  await dialog.findByText(/^Line 2 of the file has a cell with a loose quote/);
});

test("[GIFT-7] a file that can't be read ends in a message, and another one may be chosen", async () => {
  const { dialog, choose } = await openUpload();
  const folder = fileOf([]);
  folder.arrayBuffer = async () => {
    throw new DOMException("a directory", "NotReadableError");
  };
  await choose(folder);
  await dialog.findByText(/The file could not be read/);
  expect(dialog.queryByText("Checking the rows")).toBeNull();
  await choose(fileOf([rowOf({ rate: 1010 })]));
  await dialog.findByRole("button", { name: "1 changed" });
});

test("[GIFT-7] a click beside the dialog doesn't throw away a file that was dropped", async () => {
  const { dialog, user } = await openUpload();
  const dataTransfer = { files: [fileOf([rowOf({ rate: 1010 })])], types: ["Files"] };
  fireEvent.drop(dialog.getByLabelText("File"), { dataTransfer });
  await dialog.findByRole("button", { name: "1 changed" });
  await clickBeside(user);
  await user.click(dialog.getByRole("button", { name: "All 1" }));
  expect(screen.getByRole("dialog")).toBeTruthy();
});

test("[GIFT-7] a file that is far too large is not read", async () => {
  const { dialog, choose } = await openUpload();
  const huge = fileOf([]);
  Object.defineProperty(huge, "size", { value: 21e6 });
  const read = vi.spyOn(huge, "arrayBuffer");
  await choose(huge);
  await dialog.findByText(/^The file is larger than 20 MB/);
  expect(read).not.toHaveBeenCalled();
});

test("[GIFT-7] a file that is chosen while another one is read takes its place", async () => {
  const { dialog, choose, user } = await openUpload();
  const first = slowFile([rowOf({ vanillaType: "a" }), rowOf({ vanillaType: "b" })]);
  await choose(first.file);
  await choose(fileOf([rowOf({ rate: 1010 })]));
  await dialog.findByRole("button", { name: "1 changed" });
  first.letRead();
  await first.file.arrayBuffer();
  await user.click(dialog.getByRole("button", { name: "All 1" }));
  expect(dialog.getByRole("button", { name: "1 changed" })).toBeTruthy();
  expect(dialog.getByRole("button", { name: "0 new" })).toBeTruthy();
});

test("[GIFT-7, RATE-3] the number of large changes is typed anew for other ticks and another file", async () => {
  const { dialog, choose, user } = await openUpload();
  const large = [rowOf({ rate: 2000 }), { ...giftRate(2), cardType: "STEAM", country: "CANADA", rate: 2000 }];
  const typed = () => dialog.getByLabelText<HTMLInputElement>("Type how many to go on");
  await choose(fileOf(large));
  await user.type(await dialog.findByLabelText("Type how many to go on"), "2");
  await user.click(dialog.getByLabelText("Send row 1"));
  expect(typed().value).toBe("");
  await user.type(typed(), "1");
  await choose(fileOf([rowOf({ rate: 3000 })]));
  await expect.poll(() => typed().value).toBe("");
});

test("[GIFT-7, RATE-3] a physical or e-code rate counts as a large change, too, and an e-code rate far above the base rate is pointed out", async () => {
  const { dialog, choose } = await openUpload();
  await choose(fileOf([rowOf({ physicalRate: 10_110 }), rowOf({ vanillaType: "new", rate: 1000, ecodeRate: 1300 })]));
  await dialog.findByText("1 ticked row changes a rate by more than 10%");
  await dialog.findByText("1 ticked row has an e-code rate more than 25% above its base rate");
});

test("[GIFT-7, SET-1] what a row changes is told in the app's figures and words, and ignored columns are named", async () => {
  const { dialog, choose } = await openUpload();
  await choose(
    fileOf([
      rowOf({ rate: 1001.25, isActive: false }),
      rowOf({ vanillaType: "new", rate: 1413 }),
      rowOf({ vanillaType: "wrong", notes: {} }),
    ]),
  );
  await dialog.findByText("Rate 1,001.00 → 1,001.25 · Status Active → Inactive");
  await dialog.findByText(/^Rate 1,413\.00 · Physical rate [\d,.]+ · E-code rate [\d,.]+ · Min amount [\d,.]+ · Max amount [\d,.]+$/);
  await dialog.findByText("Notes must be text");
  await dialog.findByText("Not taken from the file: createdAt, lastUpdated, updatedBy");
});

test("[GIFT-7] a file in an old code page says that its letters may be wrong", async () => {
  const { dialog, choose } = await openUpload();
  const text = "cardType,country,rate,physicalRate,ecodeRate,minAmount,maxAmount,notes\nXBOX,CANADA,900,910,880,10,200,\xc6\xe0";
  await choose(new File([Uint8Array.from(text, (char) => char.charCodeAt(0))], "rates.csv"));
  await dialog.findByText("This file isn't UTF-8, so letters beyond A to Z may be wrong");
  await dialog.findByText("Compare them with the sheet. If they differ, save it as “CSV UTF-8” and choose that file.");
});

const rates = "GET /admingiftcard/rates";
const bulk = "POST /admingiftcard/rates/bulk";

/** Opens the screen with these rates; waits for the text `said`. */
async function openWith(giftCards: Record<string, unknown>[], said: string) {
  const host = new PlayedCalls();
  const figures = playFigures(host);
  figures.giftCards = giftCards;
  const { user } = await bootApp(host, { path });
  await screen.findByText(said);
  return { host, figures, user, main: within(screen.getByRole("main")) };
}

const openDialog = async (): Promise<Part> => within(await screen.findByRole("dialog"));

test("[GIFT-1, GIFT-8] a table that can't be fetched shows the message in its place; no rows, nothing to export", async () => {
  const host = new PlayedCalls();
  const figures = playFigures(host);
  const list = async (words: string) => {
    await waitFor(() =>
      expect(screen.getAllByRole("alert").map(({ textContent }) => textContent)).toContainEqual(expect.stringContaining(words)),
    );
  };
  host.on(rates, { status: 403, json: { message: "Not your cards" } });
  const { user } = await bootApp(host, { path });
  await list("Not your cards");
  host.on(rates, { json: { success: false, message: "Closed today" } });
  await press(user, "Try again");
  await list("Closed today");
  figures.giftCards = [];
  playFigures(host).giftCards = [];
  await press(user, "Try again");
  await screen.findByText("No results.");
  await press(user, "Export CSV");
  await screen.findByText("No data to export");
});

test("[GIFT-3] the card types and countries to choose from are the document's", async () => {
  const types =
    "APPLE STEAM NORDSTROM MACY NIKE GOOGLE_PLAY AMAZON VISA VANILLA RAZOR_GOLD AMERICAN_EXPRESS SEPHORA FOOTLOCKER XBOX EBAY".split(" ");
  const { user, main } = await openWith([], "No results.");
  const valuesOf = (label: string, place: Part) =>
    [...place.getByLabelText(label).querySelectorAll("option")].map(({ value }) => value).filter((value) => value !== "");
  expect(valuesOf("Card type", main)).toEqual(types);
  await press(user, "Add rate");
  const dialog = await openDialog();
  expect(valuesOf("Card type", dialog)).toEqual(types);
  expect(valuesOf("Country", dialog)).toEqual(["US", "CANADA", "AUSTRALIA", "SWITZERLAND"]);
});

test("[GIFT-8, GIFT-9] a file of rates has the date as of which they are, not that of its export", async () => {
  const files = savedFiles();
  const { user } = await openWith([giftRate(1)], "1 rate");
  const today = new Date().toISOString().slice(0, 10);
  const later = Date.now() + 3 * 86_400_000;
  const clock = vi.spyOn(Date, "now").mockImplementation(() => later);
  onTestFinished(() => clock.mockRestore());
  await press(user, "Export CSV");
  expect(files.map(({ name }) => name)).toEqual([`gift-card-rates-${today}.csv`]);
});

test("[GIFT-8] a file of some of the rates is named so", async () => {
  const files = savedFiles();
  const { user } = await openWith([giftRate(1), giftRate(2, { cardType: "STEAM" })], "2 rates");
  await user.selectOptions(screen.getByLabelText("Card type"), "APPLE");
  await screen.findByText("1 of 2 rates");
  await press(user, "Export CSV");
  expect(files.map(({ name }) => name)).toEqual([expect.stringMatching(/^gift-card-rates-filtered-\d{4}-\d\d-\d\d\.csv$/)]);
});

test("[GIFT-8] an export that fails says so", async () => {
  const { user } = await openWith([giftRate(1)], "1 rate");
  const refused = vi.spyOn(URL, "createObjectURL").mockImplementation(() => {
    throw new Error("no room");
  });
  onTestFinished(() => refused.mockRestore());
  await press(user, "Export CSV");
  await screen.findByText("Failed to export CSV");
});

test("[GIFT-4] a duplicate and an e-code rate far above the base rate are pointed out before anything is sent", async () => {
  const create = "POST /admingiftcard/rates";
  const { host, user } = await openWith([giftRate(1, { vanillaType: "" })], "1 rate");
  host.on(create, { status: 409, json: {} });
  await press(user, "Add rate");
  const dialog = await openDialog();
  await user.selectOptions(dialog.getByLabelText("Card type"), "APPLE");
  await user.selectOptions(dialog.getByLabelText("Country"), "US");
  for (const [label, value] of [
    ["Rate", "100"],
    ["Physical rate", "100"],
    ["E-code rate", "900"],
    ["Min amount", "1"],
    ["Max amount", "2"],
  ] as const)
    await fill(user, dialog.getByLabelText(label), value);
  await press(user, "Create rate", dialog);
  await dialog.findByText(/There is a rate for APPLE · US already/);
  expect(dialog.getByText(/more than 25% above the base rate/)).toBeTruthy();
  expect(host.callsOf(create)).toEqual([]);
  await user.click(dialog.getByText("Create it all the same"));
  await press(user, "Create rate", dialog);
  await dialog.findByText("Failed to create rate");
});

test("[GIFT-4] a figure that can be read in two ways, as 1.270 for 1270, is refused at its field", async () => {
  const create = "POST /admingiftcard/rates";
  const { host, user } = await openWith([giftRate(1)], "1 rate");
  host.on(create, { json: { success: true } });
  await press(user, "Add rate");
  const dialog = await openDialog();
  await user.selectOptions(dialog.getByLabelText("Card type"), "NIKE");
  await user.selectOptions(dialog.getByLabelText("Country"), "US");
  for (const [label, value] of [
    ["Rate", "1.270"],
    ["Physical rate", "1.2700"],
    ["E-code rate", "1.27"],
    ["Min amount", "0.125"],
    ["Max amount", "1270.5"],
  ] as const)
    await fill(user, dialog.getByLabelText(label), value);
  await press(user, "Create rate", dialog);
  const problem = /can be read in two ways: write 1270 or 1\.2700/;
  expect((await dialog.findAllByText(problem)).map(({ textContent }) => textContent?.split(" can")[0])).toEqual(["Rate"]);
  expect(host.callsOf(create)).toEqual([]);
  await fill(user, dialog.getByLabelText("Rate"), "1270");
  await press(user, "Create rate", dialog);
  await waitFor(() => expect(host.callsOf(create)[0]?.body).toMatchObject({ rate: 1270, physicalRate: 1.27, minAmount: 0.125 }));
});

test("[GIFT-5, RATE-3] an edit without a new rate sends notes and status alone; a new rate is confirmed", async () => {
  const change = "PUT /admingiftcard/rates/rate-2";
  const steam = giftRate(2, { cardType: "STEAM", country: "CANADA" });
  const { host, user } = await openWith([giftRate(1), steam], "2 rates");
  const edit = async () => {
    await chooseItem(user, /Actions for STEAM/, "Edit");
    return openDialog();
  };
  host.on(change, { status: 422, json: {} });
  const first = await edit();
  await press(user, "Save changes", first);
  await first.findByText("Failed to update rate");
  await press(user, "Cancel", first);
  await noDialog();
  host.on(change, { json: { success: true } });
  const second = await edit();
  await fill(user, second.getByLabelText("Notes"), "slow");
  await user.selectOptions(second.getByLabelText("Status"), "inactive");
  await press(user, "Save changes", second);
  await screen.findByText("Rate updated");
  await noDialog();
  const third = await edit();
  await fill(user, third.getByLabelText("New base rate"), "1020");
  await press(user, "Save changes", third);
  const confirm = await question();
  await confirm.findByText("₦1,002.00");
  await press(user, "Save changes", confirm);
  await noDialog();
  expect(host.callsOf(change).map(({ body }) => body)).toEqual([
    { notes: "", isActive: true },
    { notes: "slow", isActive: false },
    { rate: 1020, notes: "", isActive: true },
  ]);
});

interface SentRow {
  readonly cardType: string;
  readonly rate: number;
}
const rowsOf = (body: unknown): SentRow[] => (body as { rates: SentRow[] }).rates;

/** Opens the upload dialog over these rates. */
async function openBulk(giftCards: Record<string, unknown>[], said = "No results.") {
  const opened = await openWith(giftCards, said);
  const { user, host } = opened;
  await press(user, "Bulk upload");
  const dialog = await openDialog();
  const give = async (content: unknown) => user.upload(await dialog.findByLabelText("File"), fileOf(content));
  const upload = () => press(user, "Upload", dialog);
  const rowAt = (at: number) => within(dialog.getByRole("table", { name: "Rehearsal" })).getAllByRole("row")[at]?.textContent ?? "";
  return { ...opened, dialog, give, upload, rowAt, sent: () => host.callsOf(bulk).map(({ body }) => rowsOf(body)) };
}

test("[GIFT-7] the rehearsal says of each row what would become of it, and only what is right and ticked is sent", async () => {
  const steam = giftRate(2, { cardType: "STEAM", country: "CANADA", vanillaType: "" });
  const { host, figures, user, dialog, give, upload, rowAt, sent } = await openBulk([giftRate(1, { vanillaType: "" }), steam], "2 rates");
  host.on(bulk, ({ body }) => {
    figures.giftCards = [steam, ...rowsOf(body).map((one, n) => ({ ...one, id: `new-${n}` }))];
    return { json: { success: true } };
  });
  await upload();
  await dialog.findByText("Please select a file to upload");
  await give("{oops");
  await dialog.findByText('Failed to parse file as JSON. Provide a JSON array or object with "rates" array.');
  await give({
    rates: [
      giftRow(),
      giftRow({ cardType: "APPLE", rate: 1050, physicalRate: 1011, ecodeRate: 991, minAmount: 25, maxAmount: 500 }),
      { ...steam },
      giftRow({ country: "MOON", rate: -3 }),
      giftRow({ vanillaType: "second" }),
    ],
  });
  await dialog.findByRole("table", { name: "Rehearsal" });
  for (const [at, state, detail] of [
    [1, "new", /1,100\.00/],
    [2, "changed", /Rate 1,001\.00 → 1,050\.00/],
    [3, "unchanged", /has it so already/],
    [4, "wrong", /Country is not one of those that exist · Rate must be a number of 0 or more, with 8 decimals at most/],
    [5, "new", /1,100\.00/],
  ] as const) {
    expect(rowAt(at)).toContain(state);
    expect(rowAt(at)).toMatch(detail);
  }
  expect(dialog.getByText("Only the rows on the screen are printed.")).toBeTruthy();
  expect(dialog.getByLabelText<HTMLInputElement>("Send row 4").disabled).toBe(true);
  expect(dialog.getByLabelText<HTMLInputElement>("Send row 3").checked).toBe(false);
  await user.click(dialog.getByLabelText("Send row 5"));
  await upload();
  await screen.findByText("Bulk rates uploaded successfully");
  await noDialog();
  expect(sent().map((rows) => rows.map(({ cardType, rate }) => [cardType, rate]))).toEqual([
    [
      ["NIKE", 1100],
      ["APPLE", 1050],
    ],
  ]);
});

test("[GIFT-7] an upload that is cancelled while the host is asked for its rates again is not sent", async () => {
  const { host, figures, user, dialog, give, upload, sent } = await openBulk([giftRate(1)], "1 rate");
  host.on(bulk, { json: { success: true } });
  await give([giftRow()]);
  await dialog.findByRole("table", { name: "Rehearsal" });
  const held = new Gate();
  const asked = host.callsOf(rates).length;
  host.on(rates, async () => {
    await held.opened;
    return {
      json: {
        success: true,
        data: { rates: figures.giftCards, pagination: { currentPage: 1, totalPages: 1, total: figures.giftCards.length } },
      },
    };
  });
  await upload();
  await expect.poll(() => host.callsOf(rates).length).toBe(asked + 1);
  await press(user, "Cancel", dialog);
  await noDialog();
  figures.giftCards = [giftRate(1), giftRate(2)];
  held.open();
  await screen.findByText("2 rates");
  await press(user, "Bulk upload");
  await press(user, "Cancel", await openDialog());
  await noDialog();
  expect(sent()).toEqual([]);
});

test("[GIFT-7] a broken host's words and per-row errors are shown, and the outcome is unknown all the same", async () => {
  const { host, figures, dialog, give, upload, rowAt } = await openBulk([]);
  host.on(bulk, ({ body }) => {
    figures.giftCards = rowsOf(body)
      .slice(0, 1)
      .map((one) => ({ ...one, id: "x" }));
    const details = [1, 2, 3].map((index) => ({ err: { errmsg: `E11000 at ${index}`, index } }));
    return { status: 500, json: { success: false, message: "It broke half way", details } };
  });
  await give(["a", "b", "c", "d"].map((vanillaType) => giftRow({ vanillaType })));
  await upload();
  await dialog.findAllByText("Outcome unknown");
  await dialog.findByText("The host said: It broke half way | E11000 at 1 | E11000 at 2 | E11000 at 3");
  await dialog.findByText("1 stored, 3 not known");
  expect(rowAt(1)).toContain("stored");
  expect(rowAt(2)).toContain("unknown");
  expect(rowAt(2)).toContain("E11000 at 1");
});

test("[GIFT-7] a change of a status is warned about by itself, for as long as its row is ticked", async () => {
  const { dialog, choose, user } = await openUpload();
  await choose(fileOf([rowOf({ isActive: false })]));
  await dialog.findByText("1 ticked row changes a status");
  await dialog.findByText("Becoming active: 0. Becoming inactive: 1. Look at the details of each.");
  await user.click(dialog.getByLabelText("Send row 1"));
  expect(dialog.queryByText(/changes a status/)).toBeNull();
});

test("[GIFT-7] a sheet of Excel's is read as it comes, its rows are its lines, and one with a column twice is refused", async () => {
  const { dialog, choose } = await openUpload();
  const sheet =
    "cardType;country;rate;physicalRate;ecodeRate;minAmount;maxAmount;notes\r\n\r\nXBOX;CANADA\u00a0;oops;910;880;10;200;Reçu\r\n";
  const bytes = Uint8Array.from(sheet, (char) => char.charCodeAt(0));
  await choose(new File([bytes], "week.csv", { type: "application/vnd.ms-excel" }));
  await dialog.findByLabelText("Send row 3");
  await dialog.findByText("The number of a row is its line in the file.");
  await dialog.findByText("Rate must be a number of 0 or more, with 8 decimals at most");
  await choose(fileOf("cardType,country,rate,rate\nXBOX,CANADA,900,90", "week.csv"));
  await dialog.findByText(/The file has “rate” twice \(line 1\)/);
  expect(dialog.queryByRole("table", { name: "Rehearsal" })).toBeNull();
});

test("[GIFT-1] a refresh that fails leaves the rows and says so", async () => {
  const session = fakeSession(new Date(), {}, "refreshing");
  const host = new PlayedCalls();
  playFigures(host);
  await bootApp(host, { path, session });
  await screen.findByText("2 rates");
  cleanup();
  host.on(rates, { status: 403, json: {} });
  await bootApp(host, { path, session });
  await screen.findByText("Failed to refresh rates");
  expect(screen.getByText("2 rates")).toBeTruthy();
});

test("[GIFT-6] a rate is deleted after the document's question, and the list is fetched again", async () => {
  const remove = "DELETE /admingiftcard/rates/rate-2";
  const { host, figures, user } = await openRates();
  host.on(remove, { status: 404, json: {} });
  await chooseItem(user, /Actions for STEAM/, "Delete");
  const dialog = await question();
  expect(dialog.getByText("Are you sure you want to delete this rate. This action cannot be undone.")).toBeTruthy();
  await press(user, "Delete rate", dialog);
  await dialog.findByText("Failed to delete rate");
  host.on(remove, () => {
    figures.giftCards = figures.giftCards.slice(0, 1);
    return { json: { success: true } };
  });
  await press(user, "Delete rate", dialog);
  await screen.findByText("Rate deleted");
  await waitFor(() => expect(screen.queryByRole("cell", { name: "STEAM" })).toBeNull());
});

describe("[GIFT-5, GIFT-6, GIFT-7] a request whose dialog was cancelled leaves the next dialog open", () => {
  /** Opens the editing of another rate and types into it; lets the host answer; what was typed is to stand. */
  async function typeThenLet(gate: Gate, user: UserEvent, said: string) {
    await noDialog();
    await chooseItem(user, /Actions for STEAM/, "Edit");
    await user.type(await screen.findByLabelText("New base rate"), "1234");
    gate.open();
    await screen.findByText(said);
    await user.type(screen.getByLabelText("Notes"), "as agreed with Grace on Monday");
    expect(["New base rate", "Notes"].map((label) => valueOf(screen.getByLabelText(label)))).toEqual([
      "1234",
      "as agreed with Grace on Monday",
    ]);
  }
  /** Opens the rates' screen over a host that answers `call` once the gate is opened. */
  async function openLate(call: string) {
    const gate = new Gate();
    const opened = await openRates();
    opened.host.on(call, async () => {
      await gate.opened;
      return { json: { success: true } };
    });
    return { ...opened, gate, isSent: () => waitFor(() => expect(opened.host.callsOf(call)).toHaveLength(1)) };
  }

  test("a deletion", async () => {
    const { user, gate, isSent } = await openLate("DELETE /admingiftcard/rates/rate-1");
    await chooseItem(user, /Actions for APPLE/, "Delete");
    const dialog = await question();
    await press(user, "Delete rate", dialog);
    await isSent();
    await press(user, "Cancel", dialog);
    await typeThenLet(gate, user, "Rate deleted");
  });

  test("an edit", async () => {
    const { user, gate, isSent } = await openLate(put);
    await chooseItem(user, /Actions for APPLE/, "Edit");
    await press(user, "Save changes");
    await isSent();
    await press(user, "Cancel");
    await typeThenLet(gate, user, "Rate updated");
  });

  test("a new rate", async () => {
    const { user, gate, isSent } = await openLate("POST /admingiftcard/rates");
    await press(user, "Add rate");
    const dialog = await openDialog();
    await user.selectOptions(dialog.getByLabelText("Card type"), "NIKE");
    await user.selectOptions(dialog.getByLabelText("Country"), "US");
    for (const label of ["Rate", "Physical rate", "E-code rate", "Min amount", "Max amount"])
      await fill(user, dialog.getByLabelText(label), "100");
    await press(user, "Create rate", dialog);
    await isSent();
    await press(user, "Cancel", dialog);
    await typeThenLet(gate, user, "Gift card rate created successfully");
  });

  test("a bulk upload whose rates are fetched again", async () => {
    const { user, host, figures, dialog, choose, upload } = await openUpload();
    const gate = new Gate();
    host.on(bulk, ({ body }) => {
      figures.giftCards = [...rowsOf(body).map((one, n) => ({ ...one, id: `new-${n}` })), ...figures.giftCards];
      const { giftCards } = figures;
      host.on(rates, async () => {
        await gate.opened;
        return { json: { success: true, data: { rates: giftCards, pagination: { currentPage: 1, totalPages: 1 } } } };
      });
      return { json: { success: true } };
    });
    await choose(fileOf([giftRow()]));
    await dialog.findByRole("table", { name: "Rehearsal" });
    await upload();
    await dialog.findByText("Looking at what the host has now.");
    await press(user, "Cancel", dialog);
    await typeThenLet(gate, user, "3 rates");
  });

  test("the question of a new base rate", async () => {
    const { user, gate, isSent } = await openLate(put);
    await chooseItem(user, /Actions for APPLE/, "Edit");
    await fill(user, await screen.findByLabelText("New base rate"), "1002");
    await press(user, "Save changes");
    const asked = await question();
    await press(user, "Save changes", asked);
    await isSent();
    await press(user, "Cancel", asked);
    const field = await screen.findByLabelText("New base rate");
    // The form takes the focus once the question has gone.
    await waitFor(() => expect(field.closest("[role=dialog]")?.contains(document.activeElement)).toBe(true));
    await fill(user, field, "1003");
    gate.open();
    await screen.findByText("Rate updated");
    expect(valueOf(screen.getByLabelText("New base rate"))).toBe("1003");
  });
});

for (const [json, words] of [
  [{ success: false, error: "No rows, please" }, "No rows, please"],
  [{}, "Bulk upload failed"],
] as const)
  test(`[GIFT-7] a bulk upload that is refused with ${JSON.stringify(json)} says "${words}"`, async () => {
    const { host, dialog, give, upload } = await openBulk([]);
    host.on(bulk, { status: 422, json });
    await give([giftRow()]);
    await upload();
    await dialog.findByText(words);
    await dialog.findByText("0 stored, 1 not stored");
  });

test.each([3, 30, 60])(
  "[GIFT-7] a host that refuses %i of 60 rows: their errors stand at them, nothing else is taken for stored, and they can be sent again",
  async (refused) => {
    const { host, figures, user, dialog, give, upload, rowAt, sent } = await openBulk([]);
    host.on(bulk, ({ body }) => {
      const rows = rowsOf(body);
      figures.giftCards = rows.slice(refused).map((one, n) => ({ ...one, id: `new-${n}` }));
      const details = rows.slice(0, refused).map((_, index) => ({ err: { errmsg: `E11000 duplicate at ${index}`, index } }));
      return { status: 422, json: { success: false, message: "Some rows failed", details } };
    });
    await give(Array.from({ length: 60 }, (_, n) => giftRow({ vanillaType: `v${n}` })));
    await upload();
    await dialog.findByText(/^Some rows failed \| E11000 duplicate at 0 \| E11000 duplicate at 1 \| E11000 duplicate at 2/);
    await dialog.findByText(`${60 - refused} stored, ${refused} not stored`);
    expect(rowAt(1)).toContain("E11000 duplicate at 0");
    await press(user, new RegExp(`Send ${refused} failed rows? again`), dialog);
    await upload();
    await waitFor(() => expect(sent().map(({ length }) => length)).toEqual([60, refused]));
  },
);

test("[GIFT-7] an upload whose answer is lost is unknown, and only what the host's list has counts as stored", async () => {
  const { host, figures, dialog, give, upload } = await openBulk([]);
  host.on(bulk, ({ body }) => {
    figures.giftCards = rowsOf(body)
      .slice(0, 1)
      .map((one) => ({ ...one, id: "x" }));
    return { is: "cut" };
  });
  await give([giftRow({ vanillaType: "a" }), giftRow({ vanillaType: "b" })]);
  await upload();
  await dialog.findAllByText("Outcome unknown");
  await dialog.findByText("1 stored, 1 not known");
  expect(dialog.getByRole("button", { name: "It did not happen" })).toBeTruthy();
});
