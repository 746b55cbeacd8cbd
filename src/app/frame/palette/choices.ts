import { emailKey } from "../../../contract/emails.ts";
import type { Permission } from "../../../contract/sign-in.ts";
import type { FoundUser } from "../../../db/people/people-index.ts";
import type { Offered } from "../../data/use-offers.ts";
import type { FoundTransaction, Looked } from "../../data/use-look.ts";
import type { Format } from "../../format/use-format.ts";
import type { Translate } from "../../words/keys.ts";
import { links } from "../../links.ts";
import { filterOf, toSearch } from "../../screens/transactions/filter-params.ts";
import { isKnownType } from "../../screens/transactions/looks.ts";
import { type Parsed } from "../../screens/transactions/query/parse-query.ts";
import { printQuery } from "../../screens/transactions/query/print-query.ts";
import { passUser } from "../../state/passed-user.ts";
import { Clock, type Icon, Lock, Wallet } from "../../ui/icons.tsx";
import { ArrowRight, Globe, ListFilter, Receipt, User, WandSparkles } from "../../ui/more-icons.ts";
import { type Place, places, placeWords } from "./places.ts";
import { type Recognised, recognise } from "../../../db/search/recognise.ts";
import { type Tool, type ToolName, tools } from "./tools.ts";

export type Act =
  | { readonly is: "go"; readonly href: string; readonly state?: unknown }
  /** The tool needs a user: the palette asks for one. */
  | { readonly is: "ask"; readonly tool: Tool }
  | { readonly is: "type"; readonly text: string }
  | { readonly is: "lock" };

export interface Choice {
  readonly key: string;
  readonly icon: Icon;
  readonly label: string;
  readonly detail?: string | undefined;
  readonly act: Act;
}

/** Choices of a kind. `awaited` ones come from the search, a moment after the text. */
export interface Group {
  readonly name:
    | "suggestion"
    | "dashboard"
    | "toolFor"
    | "ofUser"
    | "screens"
    | "tools"
    | "wallets"
    | "users"
    | "transactions"
    | "recent"
    | "device"
    | "host";
  readonly awaited?: boolean;
  readonly choices: readonly Choice[];
}

export type PaletteT = Translate<["search", "common", "layout", "users", "transactions", "funding"]>;

/** Input the choices are computed from. */
export interface Asked {
  readonly t: PaletteT;
  readonly format: Format;
  readonly now: number;
  readonly may: (permission: Permission) => boolean;
  readonly text: string;
  readonly parsed: Parsed;
  readonly recognised: Recognised;
  /** The tool a user is being chosen for. */
  readonly tool: Tool | undefined;
  readonly found: Looked["found"];
  /** Whether the results are for the current text, not the previous one. */
  readonly isSettled: boolean;
  readonly recent: readonly FoundUser[];
  /** Whether the host offers this admin a config.json feature. */
  readonly offers: (field: Offered) => boolean;
}

export const toolWords = (t: PaletteT, name: ToolName): string =>
  name === "fund" || name === "deduct" ? t(`funding:submit.${name}`) : t(`users:row.${name}`);

const wordsOf = (text: string): string[] =>
  text
    .toLowerCase()
    .split(/[\s&/·-]+/)
    .filter((word) => word !== "");

/** Whether every typed word is a prefix of one of these. */
const isBegun = (typed: readonly string[], words: readonly string[]): boolean =>
  typed.length > 0 && typed.every((one) => words.some((word) => word.startsWith(one)));

/** Tools whose name the text begins with, and the rest: "fund ada" means funding somebody called ada. */
export function toolsIn(t: PaletteT, text: string): readonly { readonly tool: Tool; readonly rest: string }[] {
  const typed = text.trim().split(/\s+/);
  return tools.flatMap((tool) => {
    const words = wordsOf(`${toolWords(t, tool.name)} ${tool.name}`);
    const length = typed.findIndex((one) => one.length < 2 || !words.some((word) => word.startsWith(one.toLowerCase())));
    return length > 0 ? [{ tool, rest: typed.slice(length).join(" ") }] : [];
  });
}

const limits = (asked: Asked, permission: Permission | undefined): string | undefined =>
  permission === undefined || asked.may(permission) ? undefined : asked.t("common:off.permission", { permission });

const calledOf = (user: FoundUser): string => user.email ?? user.username ?? user.id;

/** A user of whom only the email is known. */
const byEmail = (email: string): FoundUser => ({
  id: "",
  email,
  username: undefined,
  name: undefined,
  phonenumber: undefined,
  tokens: undefined,
});

function toolChoice(asked: Asked, tool: Tool, user: FoundUser, known = true): Choice {
  return {
    key: `${tool.name} ${calledOf(user)}`,
    icon: tool.icon,
    label: `${toolWords(asked.t, tool.name)} · ${calledOf(user)}`,
    detail: limits(asked, tool.permission) ?? (known ? undefined : asked.t("palette.notCached")),
    act: {
      is: "go",
      href: tool.href({ email: user.email, ...(user.email ? {} : { id: user.id, username: user.username }) }),
      ...(known && { state: passUser(user) }),
    },
  };
}

const summary = (user: FoundUser, icon: Icon, tool: Tool | undefined): Choice => {
  const { href } = tool ?? { href: (subject: Parameters<Tool["href"]>[0]) => links.user("userSummary", subject) };
  return {
    key: `user ${user.id}`,
    icon: tool?.icon ?? icon,
    label: calledOf(user),
    detail: [user.email ? user.username : undefined, user.name, user.phonenumber].filter((word) => word).join(" · "),
    act: {
      is: "go",
      href: href({ email: user.email, ...(user.email ? {} : { id: user.id, username: user.username }) }),
      state: passUser(user),
    },
  };
};

const placesOf = ({ offers }: Asked): readonly Place[] => places.filter(({ offeredBy }) => offeredBy === undefined || offers(offeredBy));

const placeChoice = (asked: Asked, place: Place): Choice => ({
  key: place.path,
  icon: place.icon,
  label: placeWords(asked.t, place),
  detail: limits(asked, place.permission),
  act: { is: "go", href: place.path },
});

const askChoice = (asked: Asked, tool: Tool): Choice => ({
  key: `tool ${tool.name}`,
  icon: tool.icon,
  label: asked.t("palette.toolFor", { tool: toolWords(asked.t, tool.name) }),
  detail: limits(asked, tool.permission),
  act: { is: "ask", tool },
});

function transactionChoice({ t, format, now }: Asked, row: FoundTransaction): Choice {
  const type = row.type && isKnownType(row.type) ? t(`transactions:types.${row.type}`) : (row.type ?? "");
  const amount = row.amount ? `${format.amount(row.amount)} ${row.currency ?? ""}` : (row.currency ?? "");
  return {
    key: `transaction ${row.id}`,
    icon: Receipt,
    label: `${type} · ${amount}`,
    detail: [row.username, row.reference ?? row.id, format.minute(row.at, now)].filter((word) => word).join(" · "),
    act: { is: "go", href: links.transaction(row.id) },
  };
}

function chosenTool(asked: Asked, tool: Tool): Group[] {
  const { text, recognised, found, recent } = asked;
  if (text === "") return [{ name: "recent", choices: recent.map((user) => summary(user, Clock, tool)) }];
  const users = found?.people.users ?? [];
  const typed = recognised.is === "email" ? recognised.email : undefined;
  const isKnown = users.some((user) => emailKey(user.email ?? "") === emailKey(typed ?? ""));
  return [
    { name: "users", awaited: true, choices: users.map((user) => summary(user, User, tool)) },
    {
      name: "ofUser",
      awaited: true,
      choices: typed !== undefined && found && !isKnown ? [toolChoice(asked, tool, byEmail(typed), false)] : [],
    },
  ];
}

const lockChoice = ({ t }: Asked): Choice => ({ key: "lock", icon: Lock, label: t("layout:lock"), act: { is: "lock" } });

function nothingTyped(asked: Asked): Group[] {
  return [
    { name: "recent", choices: asked.recent.map((user) => summary(user, Clock, undefined)) },
    { name: "screens", choices: placesOf(asked).map((place) => placeChoice(asked, place)) },
    { name: "tools", choices: tools.map((tool) => askChoice(asked, tool)) },
    { name: "device", choices: [lockChoice(asked)] },
  ];
}

/** The query as its own entry, if it has terms. */
function dashboardChoices({ t, parsed, may }: Asked): Choice[] {
  if (parsed.is !== "read" || !may("canViewTransactions") || Object.keys(parsed.fields).every((name) => name === "searchTerm")) return [];
  const query = printQuery(parsed.fields);
  return [
    {
      key: "query",
      icon: ListFilter,
      label: query,
      detail: t("palette.inDashboard"),
      act: { is: "go", href: links.filtered(toSearch(filterOf(parsed.fields))) },
    },
  ];
}

function suggestionChoices({ t, parsed, text }: Asked): Choice[] {
  if (parsed.is !== "mistaken" || parsed.mistake.suggestion === undefined) return [];
  const { at, length, suggestion } = parsed.mistake;
  const mended = text.slice(0, at) + suggestion + text.slice(at + length);
  return [{ key: "suggestion", icon: WandSparkles, label: t("mistakes.take", { suggestion }), act: { is: "type", text: mended } }];
}

function userChoices(asked: Asked): Choice[] {
  const { found, recognised } = asked;
  const users = found?.people.users ?? [];
  const [only] = users;
  const own = recognised.is !== "email" && only && users.length === 1 ? tools.slice(1).map((tool) => toolChoice(asked, tool, only)) : [];
  return [...users.map((user) => summary(user, User, undefined)), ...own];
}

function transactionChoices(asked: Asked): Choice[] {
  const { t, format, found, parsed } = asked;
  if (!found || parsed.is !== "read") return [];
  const { rows, transactions } = found;
  const rest = transactions.matching - rows.length;
  return [
    ...rows.map((row) => transactionChoice(asked, row)),
    ...(rest > 0
      ? [
          {
            key: "more transactions",
            icon: ArrowRight,
            label: t("palette.more", { count: rest, shown: format.number(rest) }),
            act: { is: "go" as const, href: links.filtered(toSearch(filterOf(parsed.fields))) },
          },
        ]
      : []),
  ];
}

/** One word with a digit; excludes phone numbers of other countries. */
const maybeId = /^(?=.*\d)[\w.:-]{4,100}$/;

function hostChoices({ t, text, may, parsed, recognised }: Asked): Choice[] {
  if (parsed.is === "mistaken") return [];
  const isPlain = Object.keys(parsed.fields).every((name) => name === "searchTerm");
  const term = parsed.fields.searchTerm;
  if (!isPlain || term === undefined) return [];
  const mayView = may("canViewTransactions");
  const byId: Choice[] =
    mayView && (recognised.is === "id" || (recognised.is === "words" && maybeId.test(term)))
      ? [
          {
            key: "host transaction",
            icon: Receipt,
            label: t("palette.hostTransaction", { text }),
            act: { is: "go", href: links.transaction(term) },
          },
        ]
      : [];
  const isId = recognised.is === "id";
  return [
    // Other text may be a reference, so search the list for it.
    ...(isId ? byId : []),
    ...(mayView
      ? [
          {
            key: "host transactions",
            icon: Globe,
            label: t("palette.hostTransactions", { text }),
            act: { is: "go" as const, href: links.transactions(term) },
          },
        ]
      : []),
    { key: "host users", icon: Globe, label: t("palette.hostUsers", { text }), act: { is: "go", href: links.users(term) } },
    ...(isId ? [] : byId),
  ];
}

/** Choices for the typed text, most likely first. */
export function groupsFor(asked: Asked): readonly Group[] {
  const { t, text, tool, recognised, found } = asked;
  if (tool) return chosenTool(asked, tool);
  if (text === "") return nothingTyped(asked);
  const typed = wordsOf(text);
  const combined = toolsIn(t, text).filter(({ rest }) => rest !== "");
  const email = recognised.is === "email" ? recognised.email : undefined;
  const owner =
    email === undefined
      ? undefined
      : (found?.people.users.find((user) => emailKey(user.email ?? "") === emailKey(email)) ?? byEmail(email));
  const isOwnerKnown = owner !== undefined && owner.id !== "";
  return [
    { name: "suggestion", choices: suggestionChoices(asked) },
    { name: "dashboard", choices: dashboardChoices(asked) },
    { name: "ofUser", choices: owner ? tools.map((one) => toolChoice(asked, one, owner, isOwnerKnown || !asked.isSettled)) : [] },
    ...(combined.length > 0
      ? [{ name: "toolFor" as const, awaited: true, choices: combined.flatMap(({ tool: one, rest }) => forRest(asked, one, rest)) }]
      : []),
    {
      name: "screens",
      choices: placesOf(asked)
        .filter((place) => isBegun(typed, wordsOf(placeWords(t, place))))
        .map((place) => placeChoice(asked, place)),
    },
    {
      name: "tools",
      choices: tools.filter((one) => isBegun(typed, wordsOf(`${toolWords(t, one.name)} ${one.name}`))).map((one) => askChoice(asked, one)),
    },
    { name: "device", choices: [lockChoice(asked)].filter(({ label }) => isBegun(typed, wordsOf(label))) },
    {
      name: "wallets",
      awaited: true,
      choices: (found?.people.wallets ?? []).map(({ email: of, token, address }) => ({
        key: `wallet ${address} ${token}`,
        icon: Wallet,
        label: `${token} · ${of}`,
        detail: address,
        act: { is: "go" as const, href: links.user("fetchWallets", { email: of }) },
      })),
    },
    {
      name: "users",
      awaited: true,
      choices: (combined.length > 0 ? [] : userChoices(asked)).filter(({ label }) => emailKey(label) !== emailKey(email ?? "")),
    },
    { name: "transactions", awaited: true, choices: transactionChoices(asked) },
    { name: "host", choices: hostChoices(asked) },
  ];
}

/** Users offered per tool if several tools match. */
const usersPerTool = 3;

function forRest(asked: Asked, tool: Tool, rest: string): Choice[] {
  const users = asked.found?.people.users ?? [];
  const exact = users.find((user) => emailKey(user.email ?? "") === emailKey(rest));
  if (exact) return [toolChoice(asked, tool, exact)];
  if (recognise(rest).is === "email") return [toolChoice(asked, tool, byEmail(rest), false)];
  return users.slice(0, usersPerTool).map((user) => toolChoice(asked, tool, user));
}
