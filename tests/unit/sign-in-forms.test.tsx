import { act, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { paths } from "../../src/app/links.ts";
import { bootApp } from "../support/boot-app.tsx";
import { PlayedCalls } from "../support/played-calls.ts";

const forms = [
  { path: paths.login, heading: "Welcome back!", fields: ["email:email:username", "password:password:current-password"] },
  {
    path: paths.register,
    heading: "Create your account",
    fields: ["name:text:name", "email:email:username", "password:password:new-password", "confirm:password:new-password"],
  },
  { path: paths.resetPassword, heading: "Reset your password", fields: ["email:email:username"] },
];

test("[AUTH-2, AUTH-4, AUTH-6] sign-in, registration and reset are one form each that password managers know how to fill", async () => {
  await bootApp(new PlayedCalls(), { path: paths.login, session: "nobody" });
  for (const { path, heading, fields } of forms) {
    act(() => history.pushState(null, "", path));
    await screen.findByRole("heading", { level: 1, name: heading });
    const found = [...document.forms].map((form) => {
      const inputs = [...form.querySelectorAll("input")];
      return {
        fields: inputs.map((input) => `${input.name}:${input.type}:${input.autocomplete}`),
        isEachNamedOnce: new Set(inputs.map(({ id }) => id)).size === inputs.length && inputs.every(({ id }) => id !== ""),
        isEachLabelled: inputs.every(({ labels }) => labels?.length === 1),
        submits: form.querySelectorAll("[type=submit]").length,
      };
    });
    expect(found, path).toEqual([{ fields, isEachNamedOnce: true, isEachLabelled: true, submits: 1 }]);
  }
});
