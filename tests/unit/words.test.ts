import { expect, test } from "vitest";
import { activity } from "../../src/app/words/en/activity.ts";
import { common } from "../../src/app/words/en/common.ts";
import { connection } from "../../src/app/words/en/connection.ts";
import { freshness } from "../../src/app/words/en/freshness.ts";
import { users } from "../../src/app/words/en/users.ts";
import { addWords, hasText, onShownLanguage, setShownLanguage, shownLanguage, translateIn } from "../../src/app/words/i18n.ts";
import { es } from "../../src/app/words/es/words.ts";
import { fr } from "../../src/app/words/fr/words.ts";

addWords("en", { activity, common, connection, freshness, users });

test("[SET-1] a text is found by its path, in the first noun or in the one that is named", () => {
  const t = translateIn("en", ["common", "connection"]);
  expect(t("off.inFlight")).toBe(common.off.inFlight);
  expect(t("connection:explain.offline")).toBe(connection.explain.offline);
  expect(t("copyThing", { what: "$& {{what}}" })).toBe("Copy $& {{what}}");
});

test("[USER-7] a name can't turn the words around it about, and keeps its letters", () => {
  const t = translateIn("en", "common");
  expect(t("copyThing", { what: "ada\u202E0001\u2066 ט\u200F" })).toBe("Copy ada0001 ט");
});

test("[SET-1] a count chooses the form that the language has for it, and is written as the language writes figures", () => {
  addWords("fr", fr);
  addWords("es", es);
  const gaps = (language: "en" | "es" | "fr") => [0, 1, 2].map((count) => translateIn(language, "freshness")("gaps", { count }));
  expect(gaps("en")).toEqual(["0 gaps", "1 gap", "2 gaps"]);
  expect(gaps("fr")).toEqual(
    [0, 1, 2].map((count) => fr.freshness[count < 2 ? "gaps_one" : "gaps_other"].replace("{{count}}", `${count}`)),
  );
  const done = (language: "en" | "es" | "fr", count: number) => translateIn(language, "activity")("export.done", { count });
  expect(done("en", 1_234_567)).toContain("1,234,567");
  expect(done("fr", 1_234_567)).toMatch(/1\s234\s567/u);
  expect(done("es", 1_000_000)).toBe(es.activity.export.done_many.replace("{{count, number}}", "1.000.000"));
});

test("[SET-1] what a language has no words for yet is said in English", () => {
  addWords("fr", { common: { cancel: "Annuler" } });
  const t = translateIn("fr", "common");
  expect([t("cancel"), t("close"), t("page", { page: 2 })]).toEqual(["Annuler", "Close", "Page 2"]);
  addWords("fr", fr);
});

test("[SET-1] whoever draws words hears of another language, and gets the same function until then", () => {
  const heard: string[] = [];
  const stop = onShownLanguage(() => heard.push(shownLanguage()));
  setShownLanguage("es");
  setShownLanguage("en");
  stop();
  setShownLanguage("es");
  setShownLanguage("en");
  expect(heard).toEqual(["es", "en"]);
  expect(translateIn("en", ["common", "users"])).toBe(translateIn("en", "common"));
  expect(translateIn("es", "common")).not.toBe(translateIn("en", "common"));
});

test("[SET-1] whether there is a text for what the host names can be asked", () => {
  expect([
    hasText("common", "off.inFlight"),
    hasText("common", "off.nothing"),
    hasText("common", "off"),
    hasText("audit", "title"),
  ]).toEqual([true, false, false, false]);
});

test("[SET-1] a key that there is not, and a value that is missing or too many, are errors of types", () => {
  const t = translateIn("en", ["common", "connection"]);
  const offs = (why: "inFlight" | "permission") => [
    // @ts-expect-error -- one of the texts names a permission
    t(`off.${why}`),
    t(`off.${why}`, { permission: "view-users" }),
  ];
  const asked = [
    // @ts-expect-error -- no such key
    t("nothing"),
    // @ts-expect-error -- a key with texts below it
    t("off"),
    // @ts-expect-error -- the noun was not asked for
    t("users:title"),
    // @ts-expect-error -- a form, not a plural
    t("connection:gaps_one", { count: 1 }),
    // @ts-expect-error -- how many?
    t("connection:gaps"),
    // @ts-expect-error -- a plural goes by a number
    t("connection:gaps", { count: "1" }),
    // @ts-expect-error -- copy what?
    t("copyThing"),
    // @ts-expect-error -- not what the text names
    t("copyThing", { thing: "id" }),
    // @ts-expect-error -- the text names nothing
    t("cancel", { what: "id" }),
  ];
  expect(asked.every((text) => typeof text === "string")).toBe(true);
  expect(offs("permission")).toEqual(["Needs the permission ", "Needs the permission view-users"]);
});
