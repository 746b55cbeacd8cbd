import { words } from "../words.ts";

type Words = { readonly [key: string]: Words | string };

const plurals = new Map<string, Intl.PluralRules>();

function pluralOf(language: string, count: number): string {
  let rules = plurals.get(language);
  if (!rules) plurals.set(language, (rules = new Intl.PluralRules(language)));
  return rules.select(count);
}

function find(nouns: readonly string[], key: string): string | undefined {
  const [noun, path] = key.includes(":") ? (key.split(":") as [string, string]) : [undefined, key];
  for (const one of noun === undefined ? nouns : [noun]) {
    let at: Words | string | undefined = (words.of as Words)[one];
    for (const part of path.split(".")) at = typeof at === "object" ? at[part] : undefined;
    if (typeof at === "string") return at;
  }
  return undefined;
}

/** What react-i18next's does, of it what a first sight says: namespaces, nested keys, plurals, `{{values}}`. */
export function useTranslation(nouns: string | readonly string[] = "common") {
  const asked = typeof nouns === "string" ? [nouns] : nouns.slice(0, 1);
  const t = (key: string, values: Readonly<Record<string, string | number>> = {}): string => {
    const count = values["count"];
    const text =
      (typeof count === "number" ? find(asked, `${key}_${pluralOf(words.language, count)}`) : undefined) ?? find(asked, key) ?? key;
    return text.replaceAll(/\{\{(\w+)\}\}/g, (_, name: string) => String(values[name] ?? ""));
  };
  return { t, i18n: { language: words.language } };
}
