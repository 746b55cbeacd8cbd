import { readdirSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { reportName } from "../../src/app/screens/bulk/report.ts";
import { addWords, translateIn } from "../../src/app/words/i18n.ts";
import { es } from "../../src/app/words/es/words.ts";
import { fr } from "../../src/app/words/fr/words.ts";
import { textsOf } from "../support/texts-of.ts";

const folder = new URL("../../src/app/words/", import.meta.url);

async function english(): Promise<Record<string, object>> {
  const files = readdirSync(new URL("en/", folder)).filter((name) => name.endsWith(".ts"));
  const modules = await Promise.all(files.map((name): Promise<Record<string, object>> => import(new URL(`en/${name}`, folder).href)));
  return Object.fromEntries(modules.flatMap((exported) => Object.entries(exported)));
}

/** English texts that are the same in this language: shared words, names, abbreviations. */
const shared: Record<"es" | "fr", readonly string[]> = {
  es: [
    "2FA",
    "Counterfoil",
    "E-code",
    "EST",
    "KYC",
    "Lagos (Africa/Lagos)",
    "No",
    "PST",
    "Token",
    "Tokens",
    "UTC",
    "{{ms}} ms",
    "{{n}} min",
  ],
  fr: [
    "2FA",
    "Action",
    "Actions",
    "Active",
    "Cache",
    "Counterfoil",
    "Date",
    "Date (UTC)",
    "Description",
    "E-code",
    "EST",
    "Export",
    "KYC",
    "Lagos (Africa/Lagos)",
    "Message",
    "Note",
    "Notes",
    "Notifications",
    "PST",
    "Page {{page}}",
    "Pages",
    "Transaction",
    "Transactions",
    "Type",
    "UTC",
    "{{count}} minute",
    "{{count}} minutes",
    "{{n}} min",
    "{{ms}} ms",
    "{{shown}} transaction",
    "transactions",
    "{{shown}} transactions",
  ],
};

const placeholders = (text: string): string[] => [...text.matchAll(/\{\{(\w+)(?:, \w+)?\}\}/g)].map(([, name]) => name ?? "").sort();

describe.each([
  ["es", es],
  ["fr", fr],
] as const)("[SET-1] the catalogue of %s", (language, words) => {
  test("has every text of the English one, and no other but a plural's third form", async () => {
    const all = new Set(textsOf(await english()).map(([path]) => path));
    const own = new Set(textsOf(words).map(([path]) => path));
    expect([...all].filter((path) => !own.has(path))).toEqual([]);
    const more = [...own].filter((path) => !all.has(path));
    expect(more.filter((path) => !all.has(path.replace(/_many$/, "_other")))).toEqual([]);
  });

  test("fills in what the English text fills in", async () => {
    const own = new Map(textsOf(words));
    const differing = textsOf(await english()).filter(
      ([path, text]) => placeholders(text).join(" ") !== placeholders(own.get(path) ?? "").join(" "),
    );
    expect(differing).toEqual([]);
  });

  test("has no text left in English but those that are its own as well", async () => {
    const own = new Map(textsOf(words));
    const left = textsOf(await english()).filter(
      ([path, text]) => own.get(path) === text && /[a-z]{2}/i.test(text.replaceAll(/\{\{.*?\}\}/g, "")),
    );
    expect(left.filter(([, text]) => !shared[language].includes(text))).toEqual([]);
    const texts = new Set(left.map(([, text]) => text));
    expect(shared[language].filter((text) => !texts.has(text))).toEqual([]);
  });

  test("has no empty text, and none with space at an end", () => {
    expect(textsOf(words).filter(([, text]) => text.trim() === "" || text !== text.trim())).toEqual([]);
  });

  test("says “de” between a million and what is counted", () => {
    const many = textsOf(words).filter(([path]) => path.endsWith("_many"));
    const lacking = many.filter(([, text]) =>
      /\{\{(?:count|shown|of)(?:, number)?\}\} (?!de\b|d’|des\b|à |más\b|que\b|por\b)\p{L}/u.test(text),
    );
    expect(lacking).toEqual([]);
  });

  test("has a form for every number", () => {
    addWords(language, words);
    const t = translateIn(language, "giftCards");
    const shown = [0, 1, 2, 5, 1_000_000, 1.5].map((count) => t("count", { count }));
    expect(shown.every((text) => /\d/.test(text) && !text.includes("count"))).toBe(true);
  });
});

test("[SET-1, FIND-4, FIND-6, FIND-8] one thing that was counted is said in the singular", () => {
  for (const [language, words] of [
    ["es", es],
    ["fr", fr],
  ] as const)
    addWords(language, words);
  const saidOfOne = (["es", "fr"] as const).map((language) => {
    const t = translateIn(language, ["lookup", "search", "explained", "dailyClose"]);
    const one = { count: 1, shown: 1 };
    const lookUp = { transactions: t("many.transactions", one), users: t("many.users", one) };
    return [
      t("many.searched", lookUp),
      t("connected.searched", { transactions: t("connected.transactions", one), users: t("connected.users", one), since: "…" }),
      t("search:palette.searchedUsers", { users: t("search:palette.users", one) }),
      t("dailyClose:more", one),
    ].join(" ");
  });
  for (const said of saidOfOne) expect(said).not.toMatch(/\b1 \p{L}+s\b/u);
  expect(saidOfOne[1]).toContain("1 transaction et 1 utilisateur.");
});

test("[SET-1, BULK-5] the report's file has a name in the admin's language", () => {
  const run = { name: "june.csv", at: 0 };
  for (const [language, words, name] of [
    ["es", es, "informe-abonos-en-bloque-june-1970-01-01.csv"],
    ["fr", fr, "rapport-credits-groupes-june-1970-01-01.csv"],
  ] as const) {
    addWords(language, words);
    expect(reportName(translateIn(language, "bulkRun"), run)).toBe(name);
  }
});

test("[SET-1] French words are set apart from the marks that French sets apart", () => {
  // U+202F is missing from some fonts; only `Intl` writes it, between digits.
  const wrong = textsOf(fr).filter(([, text]) => /(?<!\u00a0)[;?!»]|[ \u202f]:|«(?!\u00a0)|\u202f(?!\d)|'/u.test(text));
  expect(wrong).toEqual([]);
});

test("[SET-1] Spanish addresses whoever reads it in one way, as usted", () => {
  const familiar =
    /(?<!\p{L})(tu|tus|te|ti|tienes|puedes|quieres|escribes|escribe|recarga|pulsa|elige|ponlo|vuelve|introduce|quisiste|cierres|ponle) /iu;
  const wrong = textsOf(es).filter(([, text]) => familiar.test(text));
  expect(wrong).toEqual([]);
});

/** What stands in Spanish and in French for an English word, wherever it stands (docs/languages.md). */
const terms: readonly (readonly [english: RegExp, spanish: RegExp, french: RegExp])[] = [
  [/\bas of \{\{time\}\}/i, /actualizad[oa]|situación|· \{\{time\}\}$/i, /mise? à jour|état du|le \{\{time\}\}|· \{\{time\}\}$/i],
  [/\bthe host\b/i, /servidor/i, /serveur/i],
  [/out of reach|in reach|can(?:'t)? be reached/i, /contactar con|inaccesible/i, /joignable/i],
  [/\bcached?\b/i, /caché/i, /\bcache/i],
  [/this device/i, /este dispositivo/i, /cet appareil/i],
  [/since you signed in|since the last sign-in/i, /inici(?:ó|o de) sesión/i, /connexion/i],
  [/outcomes? unknown|unknown outcome/i, /resultado.* desconocido/i, /résultat.* inconnu/i],
  [/\bslips?\b/i, /solicitud/i, /demande/i],
  [/second admin/i, /segundo administrador/i, /second administrateur/i],
  [/\brevers/i, /rev[ei]/i, /contre-pass/i],
  [/\brehears/i, /ensay/i, /simul/i],
  [/\bdigest\b/i, /hash/i, /empreinte/i],
  [/\bpasskeys?\b/i, /llaves?/i, /clés?/i],
  [/\bpermissions?\b/i, /permiso/i, /autorisation/i],
  [/\bgaps?\b/i, /hueco/i, /lacune/i],
  [/\bwipes?\b/i, /borr/i, /effac/i],
];

test("[SET-1] what English has one word for has one in Spanish and one in French", async () => {
  const [spanish, french] = [new Map(textsOf(es)), new Map(textsOf(fr))];
  const named = (text: string) => text.replaceAll(/\{\{(?!time)\w+(?:, number)?\}\}/g, "");
  const wrong = textsOf(await english()).flatMap(([path, text]) =>
    terms
      .filter(([of]) => of.test(named(text)))
      .flatMap(([of, inSpanish, inFrench]) => [
        ...(inSpanish.test(spanish.get(path) ?? "") ? [] : [`${path}: ${of} es ${spanish.get(path)}`]),
        ...(inFrench.test(french.get(path) ?? "") ? [] : [`${path}: ${of} fr ${french.get(path)}`]),
      ]),
  );
  expect(wrong).toEqual([]);
});
