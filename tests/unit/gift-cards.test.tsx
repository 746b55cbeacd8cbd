import { screen, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { giftRate, playFigures } from "../support/browser/played-figures.ts";
import { bootApp } from "../support/boot-app.tsx";
import { PlayedCalls } from "../support/played-calls.ts";

const path = "/fees-rates/gift-card-rates";
const put = "PUT /admingiftcard/rates/rate-1";

/** The rates' screen, and what its host has. */
async function openRates() {
  const host = new PlayedCalls();
  const figures = playFigures(host);
  host.on(put, { json: { success: true } }).on("GET /admin/settings", { json: {} });
  const { user } = await bootApp(host, { path });
  await screen.findByText("2 rates");
  return { host, figures, user };
}

async function openEdit() {
  const opened = await openRates();
  screen.getByRole("button", { name: /Actions for APPLE/ }).focus();
  await opened.user.keyboard("{Enter}");
  (await screen.findByRole("menuitem", { name: "Edit" })).click();
  await screen.findByLabelText("New base rate");
  const save = () => opened.user.click(screen.getByRole("button", { name: "Save changes" }));
  return { ...opened, save, sent: () => opened.host.callsOf(put).map(({ body }) => body) };
}

test("[RATE-3, GIFT-5] the rate that stands there already is not sent, though the host's has moved", async () => {
  const { figures, user, save, sent } = await openEdit();
  figures.giftCards = [giftRate(1, { rate: 2000 })];
  await user.type(screen.getByLabelText("New base rate"), "1001");
  await save();
  await screen.findByText("Rate updated");
  expect(sent()).toEqual([{ notes: "", isActive: true }]);
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
  await user.click(await within(confirm).findByRole("button", { name: "Save changes" }));
  await screen.findByText("Rate updated");
  expect(sent()).toEqual([{ rate: 1010, notes: "theirs", isActive: false }]);
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

test("[GIFT-5] a rate that somebody deleted meanwhile is not sent", async () => {
  const { figures, save, sent } = await openEdit();
  figures.giftCards = [];
  await save();
  await screen.findByText("The host no longer has this rate. Nothing was sent.");
  expect(sent()).toEqual([]);
});

const rowOf = (fields: Record<string, unknown>) => ({ ...giftRate(1), ...fields });
const fileOf = (content: unknown, name = "rates.json") => new File([typeof content === "string" ? content : JSON.stringify(content)], name);

/** A file that is read when it is let. */
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
  await dialog.findByText("Base rate 1,413.00");
  await dialog.findByText("Notes must be text");
  await dialog.findByText("Not taken from the file: id, createdAt, lastUpdated, updatedBy");
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
  await dialog.findByText("Rate must be a number of 0 or more");
  await choose(fileOf("cardType,country,rate,rate\nXBOX,CANADA,900,90", "week.csv"));
  await dialog.findByText(/The file has “rate” twice \(line 1\)/);
  expect(dialog.queryByRole("table", { name: "Rehearsal" })).toBeNull();
});
