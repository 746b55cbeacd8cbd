import { createEvent, fireEvent, render, screen } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { refuseFiles } from "../../src/app/frame/background/refuse-files.ts";
import { FileField } from "../../src/app/ui/file-field.tsx";
import "../../src/app/words/start-words.ts";

test("[BULK-1] a file dropped beside the field doesn't take the page away, and text is dragged as ever", () => {
  const onFile = vi.fn<(file: File) => void>();
  const stop = refuseFiles();
  render(<FileField label="File" accept=".csv" chosen={undefined} onFile={onFile} />);
  const file = new File(["a"], "a.csv");
  const drop = (to: Element, types: readonly string[]): Event => {
    const dataTransfer = { types, files: types.includes("Files") ? [file] : [] };
    fireEvent.dragOver(to, { dataTransfer });
    const event = createEvent.drop(to, { dataTransfer });
    fireEvent(to, event);
    return event;
  };
  expect(drop(document.body, ["Files"]).defaultPrevented).toBe(true);
  expect(drop(document.body, ["text/plain"]).defaultPrevented).toBe(false);
  expect(onFile).not.toHaveBeenCalled();
  expect(drop(screen.getByLabelText("File"), ["Files"]).defaultPrevented).toBe(true);
  expect(onFile).toHaveBeenCalledExactlyOnceWith(file);
  stop();
  expect(drop(document.body, ["Files"]).defaultPrevented).toBe(false);
});
