import { onTestFinished, vi } from "vitest";

/** Collects the files that the app saves until the test ends; happy-dom would leave the page for them. */
export function savedFiles(): readonly File[] {
  const files: File[] = [];
  let content: Blob | MediaSource | undefined;
  const made = vi.spyOn(URL, "createObjectURL").mockImplementation((blob) => {
    content = blob;
    return "blob:saved";
  });
  const clicked = vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(function (this: HTMLAnchorElement) {
    if (content instanceof Blob) files.push(new File([content], this.download, { type: content.type }));
  });
  onTestFinished(() => {
    made.mockRestore();
    clicked.mockRestore();
  });
  return files;
}
