import { render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { expect, test } from "vitest";
import { Button } from "../../src/app/ui/button.tsx";
import { Dialog } from "../../src/app/ui/dialog.tsx";
import { KeepFocus } from "../../src/app/ui/keep-focus.tsx";

type Becomes = "another button" | "words" | "disabled" | "nothing";

/** A button that is replaced, disabled or removed when it is pressed. */
function Run({ becomes }: { becomes: Becomes }) {
  const [isPressed, setIsPressed] = useState(false);
  const pause = (
    <button key="pause" type="button" disabled={isPressed} onClick={() => setIsPressed(true)}>
      Pause
    </button>
  );
  const after = {
    "another button": (
      <button key="continue" type="button">
        Continue
      </button>
    ),
    words: <p>Paused</p>,
    disabled: pause,
    nothing: null,
  };
  return (
    <main id="content" tabIndex={-1}>
      <section aria-label="Run">
        <KeepFocus />
        <div>{isPressed ? after[becomes] : pause}</div>
        <button type="button">Report</button>
      </section>
    </main>
  );
}

test.each(["another button", "words", "disabled", "nothing"] as const)(
  "[A11Y] a pressed button that becomes %s leaves the focus to its section, and a held Enter presses nothing else",
  async (becomes) => {
    render(<Run becomes={becomes} />);
    await userEvent.tab();
    expect(document.activeElement).toBe(screen.getByRole("button", { name: "Pause" }));
    await userEvent.keyboard("{Enter}");
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole("region", { name: "Run" })));
    if (becomes === "another button") {
      await userEvent.tab();
      expect(document.activeElement).toBe(screen.getByRole("button", { name: "Continue" }));
    }
  },
);

/** Rows that are removed by their own button. */
function Rows() {
  const [rows, setRows] = useState(["Ada", "Bea", "Cleo"]);
  return (
    <main id="content" tabIndex={-1}>
      <KeepFocus />
      <ul aria-label="People">
        {rows.map((row) => (
          <li key={row} aria-label={row}>
            <button type="button" onClick={() => setRows(rows.filter((one) => one !== row))}>
              Remove {row}
            </button>
          </li>
        ))}
      </ul>
    </main>
  );
}

test("[A11Y] after a removed row the focus is on the row in its place, else on the last one, else on the list", async () => {
  render(<Rows />);
  const remove = async (row: string) => {
    screen.getByRole("button", { name: `Remove ${row}` }).focus();
    await userEvent.keyboard("{Enter}");
  };
  const focused = (name: string) => waitFor(() => expect(document.activeElement?.getAttribute("aria-label")).toBe(name));
  await remove("Bea");
  await focused("Cleo");
  await remove("Cleo");
  await focused("Ada");
  await remove("Ada");
  await focused("People");
});

/** A button that goes some time after it was pressed. */
function Later({ isGone }: { isGone: boolean }) {
  return (
    <main id="content" tabIndex={-1}>
      <section aria-label="Run">
        <KeepFocus />
        {isGone ? null : <button type="button">Pause</button>}
        <button type="button">Report</button>
      </section>
    </main>
  );
}

const frame = () => new Promise(requestAnimationFrame);

test("[A11Y] the focus of somebody who has moved on stays, and nothing takes it where nothing had it", async () => {
  const frames = async () => {
    for (let at = 0; at < 3; at += 1) await frame();
  };
  const { rerender } = render(<Later isGone={false} />);
  screen.getByRole("button", { name: "Report" }).focus();
  rerender(<Later isGone />);
  await frames();
  expect(document.activeElement).toBe(screen.getByRole("button", { name: "Report" }));
  rerender(<Later isGone={false} />);
  screen.getByRole("button", { name: "Report" }).blur();
  rerender(<Later isGone />);
  await frames();
  expect(document.activeElement).toBe(document.body);
  rerender(<Later isGone={false} />);
  screen.getByRole("button", { name: "Pause" }).focus();
  rerender(<Later isGone />);
  await frame();
  screen.getByRole("button", { name: "Report" }).focus();
  await frames();
  expect(document.activeElement).toBe(screen.getByRole("button", { name: "Report" }));
});

/** What comes in place of a button that fetches: first a placeholder, then what was fetched. */
function Fetched({ step }: { step: "failed" | "loading" | "there" }) {
  return (
    <main id="content" tabIndex={-1}>
      <KeepFocus />
      {step === "there" ? (
        <section aria-label="Slip">
          <button type="button">Approve</button>
        </section>
      ) : (
        <div role={step === "loading" ? "status" : undefined}>
          {step === "loading" ? <p>Loading</p> : <button type="button">Try again</button>}
        </div>
      )}
    </main>
  );
}

test("[A11Y] a placeholder that had the focus passes it on to what comes in its place", async () => {
  const { rerender } = render(<Fetched step="failed" />);
  screen.getByRole("button", { name: "Try again" }).focus();
  rerender(<Fetched step="loading" />);
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole("status")));
  rerender(<Fetched step="there" />);
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole("region", { name: "Slip" })));
});

/** A dialog that closes when it is answered, beside a control that may go with the answer. */
function Asked({ opener }: { opener: "stays" | "goes" }) {
  const [step, setStep] = useState<"form" | "question" | "answered">("form");
  return (
    <main id="content" tabIndex={-1}>
      <KeepFocus />
      <section aria-label="Decision" tabIndex={-1}>
        {step === "answered" && opener === "goes" ? <p>Approved</p> : <Button onClick={() => setStep("question")}>Approve</Button>}
      </section>
      {step === "question" ? (
        <Dialog
          open
          onClose={() => setStep("form")}
          title="Question"
          actions={<Button onClick={() => setStep("answered")}>Confirm</Button>}
        >
          <p>Sure?</p>
        </Dialog>
      ) : null}
    </main>
  );
}

test.each([
  ["stays", "button", "Approve"],
  ["goes", "region", "Decision"],
] as const)("[A11Y] a dialog that closes brings the focus back itself, where its opener %s", async (opener, role, name) => {
  render(<Asked opener={opener} />);
  await userEvent.click(screen.getByRole("button", { name: "Approve" }));
  const confirm = within(await screen.findByRole("dialog")).getByRole("button", { name: "Confirm" });
  await waitFor(() => expect(screen.getByRole("dialog").contains(document.activeElement)).toBe(true));
  await userEvent.click(confirm);
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole(role, { name })));
});

/** Slips in a dialog, each of which goes when it is settled. */
function Attention() {
  const [slips, setSlips] = useState(["First", "Second"]);
  return (
    <Dialog open onClose={() => {}} title="Unknown outcomes">
      <KeepFocus />
      {slips.map((slip) => (
        <section key={slip} aria-label={slip}>
          <button type="button" onClick={() => setSlips(slips.filter((one) => one !== slip))}>
            Settle {slip}
          </button>
        </section>
      ))}
    </Dialog>
  );
}

test("[A11Y] what is settled in a dialog leaves the focus in it: on the next one, else on the dialog's content", async () => {
  render(<Attention />);
  const dialog = within(await screen.findByRole("dialog"));
  await waitFor(() => expect(screen.getByRole("dialog").contains(document.activeElement)).toBe(true));
  await userEvent.click(dialog.getByRole("button", { name: "Settle First" }));
  await waitFor(() => expect(document.activeElement).toBe(dialog.getByRole("region", { name: "Second" })));
  await userEvent.click(dialog.getByRole("button", { name: "Settle Second" }));
  await waitFor(() => expect(document.activeElement).toBe(dialog.getByRole("group", { name: "Unknown outcomes" })));
});
