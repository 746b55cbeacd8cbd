import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { beforeAll, expect, onTestFinished, test, vi } from "vitest";
import { said } from "../../src/app/state/announce.ts";
import { DecimalField } from "../../src/app/ui/decimal-field.tsx";
import { common } from "../../src/app/words/en/common.ts";
import { rates } from "../../src/app/words/en/rates.ts";
import { rates as spanish } from "../../src/app/words/es/rates.ts";
import { addWords, setShownLanguage } from "../../src/app/words/i18n.ts";
import { TextAreaField } from "../../src/app/ui/text-area-field.tsx";
import { EmailField } from "../../src/app/ui/email-field.tsx";
import { NumberField } from "../../src/app/ui/number-field.tsx";
import { SearchBox } from "../../src/app/ui/search-box.tsx";
import { asciiEmail } from "../../src/contract/emails.ts";

beforeAll(() => addWords("en", { common, rates }));

/** An edit as a browser makes it: the new value, and an input event with `put` as its data. */
function enter(box: HTMLInputElement, value: string, put: string): void {
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value")?.set?.call(box, value);
  fireEvent(box, new InputEvent("input", { bubbles: true, data: put, inputType: "insertFromPaste" }));
}

function Rate() {
  const [value, setValue] = useState("");
  return <DecimalField label="Rate" value={value} onChange={setValue} />;
}

test("[RATE-2] two cells pasted into a rate are refused at the field, and what stood there stays", () => {
  render(<Rate />);
  const box = screen.getByLabelText<HTMLInputElement>("Rate");
  enter(box, "1550.5\t1600", "1550.5\t1600");
  expect(box.value).toBe("");
  expect(screen.getByText(/“1550.5 1600” can't stand here/)).toBeTruthy();
  expect(said.get()?.text).toMatch(/^“1550.5 1600” can't stand here/);
  expect(box.getAttribute("aria-invalid")).toBe("true");
  enter(box, "1550.5", "1550.5");
  expect(box.value).toBe("1550.5");
  expect(screen.queryByText(/can't stand here/)).toBeNull();
  enter(box, "1550.5 1600", " 1600");
  expect(box.value).toBe("1550.5");
  expect(screen.getByText(/can't stand here/)).toBeTruthy();
});

test("[RATE-2] a blank that is typed between figures is said", () => {
  render(<Rate />);
  const box = screen.getByLabelText<HTMLInputElement>("Rate");
  enter(box, "1", "1");
  enter(box, "1 ", " ");
  expect(box.value).toBe("1");
  expect(screen.getByText("Left out: ␣")).toBeTruthy();
});

function Note() {
  const [value, setValue] = useState("");
  return (
    <TextAreaField label="Note" hint="For the others." maxLength={500} value={value} onChange={(event) => setValue(event.target.value)} />
  );
}

test("[APPR-6, FUND-6, GIFT-3] a note that was cut at its limit when it was pasted says so", async () => {
  const user = userEvent.setup();
  render(<Note />);
  await user.click(screen.getByLabelText("Note"));
  await user.paste("x".repeat(400));
  expect(screen.getByText("For the others.")).toBeTruthy();
  await user.paste("y".repeat(400));
  expect(screen.getByLabelText("Note").textContent).toHaveLength(500);
  expect(screen.getByText("For the others. 500 of 500 characters")).toBeTruthy();
});

test("[AUTH-14] what is typed into a note is no part of what a browser remembers of its tabs", () => {
  render(<Note />);
  expect(screen.getByLabelText("Note").getAttribute("autocomplete")).toBe("off");
});

function Amount() {
  const [value, setValue] = useState("");
  return <NumberField label="Amount" value={value} onChange={setValue} />;
}

test("[FUND-1, RATE-2] a keypad whose only mark is the comma, as of an iPhone in France, gives way to keys with a point", () => {
  const keysOf = (label: string) => screen.getByLabelText<HTMLInputElement>(label).inputMode;
  render(<Amount />);
  expect(keysOf("Amount")).toBe("decimal");
  // What React makes its own event of.
  fireEvent(screen.getByLabelText("Amount"), Object.assign(new Event("textInput", { bubbles: true, cancelable: true }), { data: "," }));
  expect(screen.getByText(/“,” can't stand here/)).toBeTruthy();
  expect(said.get()?.text).toMatch(/^“,” can't stand here/);
  expect(keysOf("Amount")).toBe("");
  cleanup();
  render(<Rate />);
  expect(keysOf("Rate")).toBe("");
});

test("[RATE-2] a comma that is left out of a rate brings the keys that have a point", async () => {
  vi.resetModules();
  const { DecimalField: Fresh } = await import("../../src/app/ui/decimal-field.tsx");
  function FreshRate() {
    const [value, setValue] = useState("");
    return <Fresh label="Rate" value={value} onChange={setValue} />;
  }
  render(<FreshRate />);
  const box = screen.getByLabelText<HTMLInputElement>("Rate");
  enter(box, "12", "12");
  expect(box.inputMode).toBe("decimal");
  enter(box, "12,", ",");
  expect(box.value).toBe("12");
  expect(box.inputMode).toBe("");
});

test("[FUND-1, RATE-2] numbers that only an invisible mark parts are refused, and shown apart", () => {
  render(<Amount />);
  const data = "1550.5\u200b1600";
  const event = Object.assign(new Event("textInput", { bubbles: true, cancelable: true }), { data });
  expect(fireEvent(screen.getByLabelText("Amount"), event)).toBe(false);
  expect(screen.getByText(/“1550\.5 1600” can't stand here/)).toBeTruthy();
  cleanup();
  render(<Rate />);
  const box = screen.getByLabelText<HTMLInputElement>("Rate");
  enter(box, data, data);
  expect(box.value).toBe("");
  expect(screen.getByText(/“1550\.5 1600” can't stand here/)).toBeTruthy();
});

test("[FUND-1, RATE-2, SET-1] a figure as Spanish shows it, 12500 as 12.500, isn't taken for 12.5 where it is pasted", () => {
  addWords("es", { rates: spanish });
  setShownLanguage("es");
  onTestFinished(() => setShownLanguage("en"));
  const refused = (what: string) => screen.queryByText(new RegExp(`«${what}» no puede ir aquí`));
  // What React makes its own event of.
  const paste = (data: string) =>
    fireEvent(screen.getByLabelText("Amount"), Object.assign(new Event("textInput", { bubbles: true, cancelable: true }), { data }));
  render(<Amount />);
  expect(paste("12.500")).toBe(false);
  expect(refused("12.500")).toBeTruthy();
  for (const amount of ["0.125", "12.5", "1234.500"]) expect(paste(amount)).toBe(true);
  cleanup();
  render(<Rate />);
  const box = screen.getByLabelText<HTMLInputElement>("Rate");
  enter(box, "1.520", "1.520");
  expect(box.value).toBe("");
  expect(refused("1.520")).toBeTruthy();
  for (const typed of ["1", "1.", "1.5", "1.52", "1.520"]) enter(box, typed, typed.slice(-1));
  expect(box.value).toBe("1.520");
});

test("[DASH-7, USER-1] Safari is told to leave what is searched for as it is typed: a name isn't misspelt", () => {
  render(<SearchBox label="Search users" onText={() => {}} />);
  expect(screen.getByLabelText("Search users").getAttribute("autocorrect")).toBe("off");
});

function Email({ onText, given = "" }: { onText: (text: string) => void; given?: string }) {
  const [value, setValue] = useState(given);
  return (
    <EmailField
      label="Email"
      required
      value={value}
      onChange={(next) => {
        setValue(next);
        onText(next);
      }}
    />
  );
}

test("[AUTH-7] an address with letters is what was typed, though the browser's box says it in ASCII", () => {
  const texts: string[] = [];
  render(<Email onText={(text) => texts.push(text)} />);
  const box = screen.getByLabelText<HTMLInputElement>("Email");
  expect([box.type, box.required]).toEqual(["email", true]);
  enter(box, asciiEmail("ada@exämple.com"), "ada@exämple.com");
  enter(box, asciiEmail("ada@exämple.co"), "");
  expect(texts).toEqual(["ada@exämple.com", "ada@exämple.co"]);
  // The box keeps the form that its validation accepts.
  expect(box.value).toBe("ada@xn--exmple-cua.co");
});

test("[AUTH-7] an ASCII form that was typed as such stays, and unseen marks go at once", () => {
  const texts: string[] = [];
  render(<Email onText={(text) => texts.push(text)} />);
  const box = screen.getByLabelText<HTMLInputElement>("Email");
  enter(box, "ada@xn--exmple-cua.com", "ada@xn--exmple-cua.com");
  enter(box, "", "");
  enter(box, "\u202arich@example.test\u202c", "\u202arich@example.test\u202c");
  expect(texts).toEqual(["ada@xn--exmple-cua.com", "", "rich@example.test"]);
  expect(box.value).toBe("rich@example.test");
});

test("[AUTH-7, USER-11] an address that comes with the page is given to a browser in the form that its check takes", () => {
  const texts: string[] = [];
  render(<Email given="ada@exämple.com" onText={(text) => texts.push(text)} />);
  const box = screen.getByLabelText<HTMLInputElement>("Email");
  expect(box.validity.valid).toBe(true);
  enter(box, asciiEmail("ada@exämple.com").replace("ada", "adam"), "m");
  expect(texts).toEqual(["adam@exämple.com"]);
});
