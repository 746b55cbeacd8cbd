import { screen } from "@testing-library/react";
import { expect, onTestFinished, test, vi } from "vitest";

test("[PWA-2] where the browser refuses the site's data, a first script that can't be had leaves words and no blank page", async () => {
  document.body.innerHTML = `<template id="lost"><p role="alert">Load the page again.</p></template>`;
  const kept = vi.spyOn(globalThis, "sessionStorage", "get").mockImplementation(() => {
    throw new DOMException("denied", "SecurityError");
  });
  onTestFinished(() => {
    kept.mockRestore();
    document.body.replaceChildren();
  });
  await import("../../src/app/start/before-paint.ts");
  const script = document.createElement("script");
  document.body.append(script);
  script.dispatchEvent(new Event("error"));
  expect(screen.getByRole("alert").textContent).toBe("Load the page again.");
});
