import type { Format } from "../../format/use-format.ts";
import type { Translate } from "../../words/keys.ts";
import { actionWord, type LogRow } from "./log-row.ts";

type T = Translate<["audit", "common"]>;
type Fields = Readonly<Record<string, unknown>>;

/** An action's details: what was requested, and what it changed. */
interface Deed {
  readonly asked: Fields;
  readonly before: Fields;
  readonly after: Fields;
}

const fieldsOf = (value: unknown): Fields => (typeof value === "object" && value !== null && !Array.isArray(value) ? { ...value } : {});

function deedOf({ source }: LogRow): Deed {
  if (source.is === "entry")
    return { asked: fieldsOf(source.entry.asked), before: fieldsOf(source.entry.before), after: fieldsOf(source.entry.after) };
  return { asked: source.attempt.details, before: {}, after: {} };
}

/** A figure's text, of one that a host logs as a number, too. */
const figureOf = (value: unknown): string => (typeof value === "number" ? String(value) : words(value));

/** A value as text: figures exactly as sent, flags as on and off; undefined if missing. */
function shown(t: T, format: Format, value: unknown): string | undefined {
  if (value === true || value === "true") return t("moved.on");
  if (value === false || value === "false") return t("moved.off");
  return format.exact(figureOf(value)) || undefined;
}

/** Whether an account is active, as text. */
function standing(t: T, active: unknown): string | undefined {
  if (active === true || active === "true") return t("moved.active");
  return active === false || active === "false" ? t("moved.disabled") : undefined;
}

type What = keyof (typeof import("../../words/en/audit.ts"))["audit"]["moved"]["what"];

/** A field an action changes: its name in the host's record, in the request, and in the device's journal. */
interface Part {
  readonly what: What;
  readonly field: string;
  readonly asked?: string;
  /** The journal stores only one previous value per action: this part's. */
  readonly isJournals?: boolean;
  /** A person's own words, which may look like a figure. */
  readonly isText?: boolean;
}

const figure = (what: What, asked: string): readonly Part[] => [{ what, field: "value", asked, isJournals: true }];

const giftCard: readonly Part[] = [
  { what: "rate", field: "rate", isJournals: true },
  { what: "physicalRate", field: "physicalRate" },
  { what: "ecodeRate", field: "ecodeRate" },
  { what: "minAmount", field: "minAmount" },
  { what: "maxAmount", field: "maxAmount" },
  { what: "status", field: "isActive" },
  { what: "notes", field: "notes", isText: true },
];

const parts: Readonly<Record<string, readonly Part[]>> = {
  setOnrampRate: figure("onrampRate", "rate"),
  setOfframpRate: figure("offrampRate", "rate"),
  setMarkup: figure("markup", "markup"),
  setMarkdown: [...figure("markdown", "markdownPercentage"), { what: "description", field: "description", isText: true }],
  toggleMarkdown: [{ what: "markdown", field: "active", asked: "isActive" }],
  setFee: [
    { what: "networkFee", field: "networkFee", isJournals: true },
    { what: "networkName", field: "networkName", isText: true },
  ],
  renameNetwork: [{ what: "networkName", field: "networkName", isJournals: true, isText: true }],
  editGiftCardRate: giftCard,
  disable2fa: [{ what: "twoFactor", field: "twoFactorEnabled" }],
  removePin: [{ what: "pin", field: "pinIsSet" }],
  saveSettings: [{ what: "emailNotifications", field: "emailNotifications" }],
  changeAdmin: [
    { what: "role", field: "role", isJournals: true },
    { what: "account", field: "active" },
  ],
};

/** Most parts shown in a row; the details have all. */
const mostParts = 3;

const askedOf = (row: LogRow, { asked }: Deed, { field, asked: name = field, what }: Part): unknown =>
  // The journal has its own name for the markdown.
  asked[name] ?? (row.source.is === "attempt" && what === "markdown" ? asked["markdown"] : undefined);

function partWords(t: T, format: Format, row: LogRow, deed: Deed, part: Part): string | undefined {
  const { before, after, asked } = deed;
  const isOfHost = Object.keys(before).length + Object.keys(after).length > 0;
  const [was, is] = isOfHost
    ? [before[part.field], after[part.field]]
    : [row.source.is === "attempt" && part.isJournals === true ? asked["before"] : undefined, askedOf(row, deed, part)];
  const say = (value: unknown) => {
    if (part.isText) return words(value) || undefined;
    return part.what === "account" ? standing(t, value) : shown(t, format, value);
  };
  const [old, next] = [say(was), say(is)];
  if (old === next || (old === undefined && next === undefined)) return undefined;
  const what = t(`moved.what.${part.what}`);
  if (old === undefined) return t("moved.set", { what, after: next ?? "" });
  return t("moved.change", { what, before: old, after: next ?? t("common:none") });
}

const words = (value: unknown): string =>
  Array.isArray(value) ? value.filter((one) => typeof one === "string").join(", ") : typeof value === "string" ? value : "";

/** The amount an action moves, in its currency. */
function amountOf(row: LogRow, { asked, before }: Deed): { amount: string; currency: string } | undefined {
  const { currency } = asked;
  // A wipe removes the whole balance.
  const amount = figureOf(row.action === "wipe" ? (before["pending"] ?? asked["balanceBefore"]) : asked["amount"]);
  return amount !== "" && typeof currency === "string" ? { amount, currency } : undefined;
}

const countOf = (format: Format, value: unknown): string =>
  typeof value === "number" || typeof value === "string" ? format.number(value) : "";

/** What else an action is about, in a word or two. */
function aboutOf(format: Format, row: LogRow, { asked, before, after }: Deed): string {
  switch (row.action) {
    case "generateWallet":
      return words(after["tokens"]);
    case "regenerateWallet":
      return words(asked["tokens"]) || Object.keys(after).join(", ") || Object.keys(before).join(", ");
    case "bulkGiftCardRates": {
      const rows = after["changes"] ?? asked["rows"] ?? (Object.keys(after).length > 0 ? 1 : undefined);
      return countOf(format, rows);
    }
    case "viewRefreshTokens":
      return countOf(format, after["shown"]);
    case "wipe":
      return words(asked["currency"]);
    case "createAdmin":
      return words(after["role"] ?? asked["role"]);
    case "createGiftCardRate":
      return format.exact(figureOf(after["rate"] ?? asked["rate"]));
    case "deleteGiftCardRate":
      return format.exact(figureOf(before["rate"] ?? asked["rate"]));
    default:
      return "";
  }
}

/** An entry in one line: "Fund 0.25 BTC", "Onramp rate 1,550.50 → 1,560"; only the action if no more is known. */
export function movedWords(t: T, format: Format, row: LogRow): string {
  const deed = deedOf(row);
  const action = actionWord(t, row.action);
  const amount = amountOf(row, deed);
  if (amount) return t("moved.amount", { action, amount: format.exact(amount.amount), currency: amount.currency });
  const changed = (parts[row.action] ?? []).flatMap((part) => partWords(t, format, row, deed, part) ?? []);
  if (changed.length > 0) return changed.slice(0, mostParts).join(", ");
  const about = aboutOf(format, row, deed);
  return about === "" ? action : t("moved.about", { action, what: about });
}
