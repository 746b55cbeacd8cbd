import { render, screen } from "@testing-library/react";
import { beforeEach, expect, onTestFinished, test } from "vitest";
import { setShownLanguage } from "../../src/app/words/i18n.ts";
import { Progress } from "../../src/app/ui/progress.tsx";

beforeEach(() => onTestFinished(() => setShownLanguage("en")));

test("[USER-9, SET-1] a progress bar bears its name, and says how far it is in the words beside it", () => {
  render(<Progress label="Wallets generated" value={3} max={6} text="3 of 6 · 50%" />);
  expect(screen.getByRole("progressbar", { name: "Wallets generated" }).getAttribute("aria-valuetext")).toBe("3 of 6 · 50%");
});

test("[GIFT-7, SET-1] without words it says the percentage as the language writes it, and nothing where nobody knows", () => {
  setShownLanguage("fr");
  const { rerender } = render(<Progress label="Import" value={45} />);
  const bar = () => screen.getByRole("progressbar", { name: "Import" });
  expect(bar().getAttribute("aria-valuetext")).toMatch(/^45\s%$/u);
  expect(screen.getByText(/^45\s%$/u)).toBeTruthy();
  rerender(<Progress label="Import" value={null} />);
  expect(bar().hasAttribute("aria-valuetext")).toBe(false);
});
