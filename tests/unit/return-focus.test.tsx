import { cleanup, fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import { useState } from "react";
import { expect, test, vi } from "vitest";
import { Button } from "../../src/app/ui/button.tsx";
import { Dialog } from "../../src/app/ui/dialog.tsx";
import { Menu } from "../../src/app/ui/menu.tsx";
import { returnFocus } from "../../src/app/ui/return-focus.ts";

type Stage = "form" | "question" | "result";

/** A form whose button opens a question, followed by a result; `serial` remounts the form, as a success does. */
function Chain({ isDrawnAnew, fromMenu }: { isDrawnAnew: boolean; fromMenu: boolean }) {
  const [stage, setStage] = useState<Stage>("form");
  const ask = () => setStage("question");
  return (
    <main id="content" tabIndex={-1}>
      <section>
        <form key={isDrawnAnew ? stage : "same"} onSubmit={(event) => event.preventDefault()}>
          {fromMenu ? (
            <Menu
              label="Actions"
              items={[{ is: "action", key: "ask", label: "Ask", onSelect: ask }]}
              renderTrigger={(attributes) => (
                <button type="button" {...attributes}>
                  Actions for ada
                </button>
              )}
            />
          ) : (
            <Button onClick={ask}>Fund</Button>
          )}
        </form>
      </section>
      {stage === "question" ? (
        <Dialog
          open
          onClose={() => setStage("form")}
          title="Question"
          actions={<Button onClick={() => setStage("result")}>Confirm</Button>}
        />
      ) : null}
      {stage === "result" ? (
        <Dialog open onClose={() => setStage("form")} title="Result" actions={<Button onClick={() => setStage("form")}>Done</Button>} />
      ) : null}
    </main>
  );
}

const press = (name: string): void => {
  const button = screen.getByRole("button", { name });
  button.focus();
  fireEvent.click(button);
};
const throughTheChain = async (): Promise<void> => {
  const inside = async (title: string, name: string) =>
    within(await screen.findByRole("dialog", { name: title })).getByRole("button", { name });
  const confirm = await inside("Question", "Confirm");
  await waitFor(() => expect(screen.getByRole("dialog").contains(document.activeElement)).toBe(true));
  confirm.focus();
  fireEvent.click(confirm);
  const done = await inside("Result", "Done");
  await waitFor(() => expect(screen.getByRole("dialog").contains(document.activeElement)).toBe(true));
  done.focus();
  fireEvent.click(done);
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
};

test("[ENG-1] after one dialog and the next, the focus is back at what opened the first", async () => {
  render(<Chain isDrawnAnew={false} fromMenu={false} />);
  press("Fund");
  await throughTheChain();
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole("button", { name: "Fund" })));
});

test("[ENG-1] a dialog that opens before the focus is back at the menu's button returns it there", async () => {
  const frames: FrameRequestCallback[] = [];
  const held = vi.spyOn(globalThis, "requestAnimationFrame").mockImplementation((run) => frames.push(run));
  const opened = (open: boolean) => (
    <main id="content" tabIndex={-1}>
      <button type="button" id="trigger">
        Actions for ada
      </button>
      <Dialog open={open} onClose={() => {}} title="Edit" />
    </main>
  );
  const { rerender } = render(opened(false));
  // As a menu does whose item opens a dialog.
  returnFocus("trigger");
  rerender(opened(true));
  await screen.findByRole("dialog");
  held.mockRestore();
  for (const run of frames) run(0);
  await waitFor(() => expect(screen.getByRole("dialog").contains(document.activeElement)).toBe(true));
  rerender(opened(false));
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole("button", { name: "Actions for ada" })));
});

test("[ENG-1] an opener that was drawn anew meanwhile is found again by its words", async () => {
  render(<Chain isDrawnAnew fromMenu={false} />);
  press("Fund");
  await throughTheChain();
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole("button", { name: "Fund" })));
});

test("[ENG-1] dialogs that a menu's entry opened give the focus back to the menu's button", async () => {
  render(<Chain isDrawnAnew={false} fromMenu />);
  press("Actions for ada");
  fireEvent.click(await screen.findByRole("menuitem", { name: "Ask" }));
  await throughTheChain();
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole("button", { name: "Actions for ada" })));
});

for (const [place, focusAround] of Object.entries({
  "the page": () => {},
  "what takes it around it": () => screen.getByRole("main").focus(),
}))
  test(`[ENG-1] a clicked button has the focus, also where the browser has left it at ${place}, as Safari does, and again after the dialog`, async () => {
    render(<Chain isDrawnAnew={false} fromMenu={false} />);
    const fund = screen.getByRole("button", { name: "Fund" });
    focusAround();
    fireEvent.click(fund, { detail: 1 });
    expect(document.activeElement).toBe(fund);
    await throughTheChain();
    await waitFor(() => expect(document.activeElement).toBe(fund));
  });

/** A request that is decided in a dialog; its button goes with the decision, before or after the dialog closes. */
function Request({ isSlow }: { isSlow: boolean }) {
  const [isAsked, setAsked] = useState(false);
  const [isDecided, setDecided] = useState(false);
  const decide = (): void => {
    if (!isSlow) setDecided(true);
    setAsked(false);
  };
  return (
    <main id="content" tabIndex={-1}>
      <div role="group" aria-label="Decision" tabIndex={-1}>
        {isDecided ? <p>Approved</p> : <Button onClick={() => setAsked(true)}>Approve</Button>}
      </div>
      <button type="button">Elsewhere</button>
      {isSlow ? (
        <button type="button" onClick={() => setDecided(true)}>
          Arrive
        </button>
      ) : null}
      {isAsked ? (
        <Dialog open onClose={() => setAsked(false)} title="Question" actions={<Button onClick={decide}>Confirm</Button>} />
      ) : null}
    </main>
  );
}

async function decide(isSlow: boolean): Promise<void> {
  render(<Request isSlow={isSlow} />);
  press("Approve");
  const confirm = within(await screen.findByRole("dialog")).getByRole("button", { name: "Confirm" });
  await waitFor(() => expect(screen.getByRole("dialog").contains(document.activeElement)).toBe(true));
  fireEvent.click(confirm);
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
}

test("[ENG-1] where the opener has gone with what was decided, the focus goes to the nearest element around it that takes it", async () => {
  await decide(false);
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole("group", { name: "Decision" })));
});

test("[ENG-1] an opener that goes once it has the focus back leaves it near its place, unless somebody has moved it on", async () => {
  await decide(true);
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole("button", { name: "Approve" })));
  fireEvent.click(screen.getByRole("button", { name: "Arrive" }));
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole("group", { name: "Decision" })));
  cleanup();
  await decide(true);
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole("button", { name: "Approve" })));
  const elsewhere = screen.getByRole("button", { name: "Elsewhere" });
  elsewhere.focus();
  fireEvent.click(screen.getByRole("button", { name: "Arrive" }));
  await screen.findByText("Approved");
  expect(document.activeElement).toBe(elsewhere);
});

test("[A11Y] a menu item that is off is reached by the arrow keys, says why, and does nothing", async () => {
  const chosen: string[] = [];
  const item = (label: string, off?: string) => ({ is: "action" as const, key: label, label, off, onSelect: () => chosen.push(label) });
  render(
    <Menu
      label="Actions"
      items={[item("Edit", "Needs the permission canManageRates"), item("Copy")]}
      renderTrigger={(attributes) => (
        <button type="button" {...attributes}>
          Actions for ada
        </button>
      )}
    />,
  );
  fireEvent.click(screen.getByRole("button", { name: "Actions for ada" }));
  const menu = await screen.findByRole("menu");
  expect(within(menu).getByText("Needs the permission canManageRates")).toBeTruthy();
  const edit = within(menu).getByRole("menuitem", { name: "Edit" });
  expect(edit.getAttribute("aria-disabled")).toBe("true");
  await waitFor(() => expect(edit.hasAttribute("data-highlighted")).toBe(true));
  fireEvent.keyDown(menu, { key: "Enter" });
  fireEvent.keyDown(menu, { key: "ArrowDown" });
  await waitFor(() => expect(within(menu).getByRole("menuitem", { name: "Copy" }).hasAttribute("data-highlighted")).toBe(true));
  expect(chosen).toEqual([]);
});
