import { emailParam } from "../../contract/email-param.ts";
import { emailKey } from "../../contract/emails.ts";
import { plainText, searchText } from "../../contract/text.ts";
import { phoneDigits } from "../../contract/user-lines.ts";
import { bareNumber, mayBePhone, phoneLabels } from "../../contract/user-terms.ts";
import { recognise } from "./recognise.ts";

/** `name`: a transaction's id or reference, which look alike. */
export type PastedKind = "name" | "email" | "phone" | "address";

export interface PastedItem {
  readonly kind: PastedKind;
  /** First occurrence, without surrounding punctuation. */
  readonly text: string;
  /** The same for all equivalent spellings. */
  readonly key: string;
  /** Number of occurrences. */
  readonly times: number;
}

export interface Pasted {
  /** Unique, in order of appearance. */
  readonly items: readonly PastedItem[];
  /** Items beyond the lookup limit. */
  readonly leftOut: number;
  /** Lines from which nothing was taken, cut short; without those of neither letters nor figures. */
  readonly unread: readonly string[];
}

/** The device's knowledge for parsing a paste. */
export interface PasteHelp {
  /** Those of the texts that are ids or references of cached transactions. */
  readonly namesAmong: (texts: ReadonlySet<string>) => ReadonlySet<string>;
  /** Key of a phone number; undefined if the text isn't one. */
  readonly phoneKey: (text: string) => string | undefined;
}

/** Items looked up at once (FIND-4). */
export const pastedAtMost = 5000;
/** Characters kept of a line from which nothing was taken. */
const unreadAtMost = 200;

const lineBreaks = /[\n\r\v\f\x85\u2028\u2029]+/;
const cellBreaks = /[\t;|]+/;
/** Placed before text that a label marks as an id; doesn't otherwise occur. */
const mark = "\uE000";
/** Placed before text that a label marks as a transaction's id or reference. */
const nameMark = mark + mark;

/** A URL, which is kept, or a label before an id, an email or a number: "Ref: X", "txn #X", "mailto:X". */
const urlOrLabel = new RegExp(
  String.raw`(https?:\/\/\S+)|(?<![\p{L}\p{N}@./_-])(?:` +
    [
      String.raw`(r[eé]f(?:erence|erencia|[eé]rence)?s?|(?:txn?|trx|trans(?:action|acci[oó]n)?|order|payment|pago|paiement|invoice|receipt)(?:[ _-]?(?:id|ref(?:erence)?|no|number|hash))?|ids?)`,
      String.raw`n[o°º]|num(?:ber|ero)?|n[uú]mero|num[eé]ro`,
      String.raw`(?:e-?)?mails?|mailto|correo|courriel`,
      String.raw`${phoneLabels}|phone ?number`,
      String.raw`wallet|addr(?:ess)?|adresse|direcci[oó]n`,
    ].join("|") +
    String.raw`)\.?\s*(?:[:=#：＝]+\s*|\s(?=#))`,
  "giu",
);

/** A URL, a possible phone number, or a word; consecutive matches. */
const pieces =
  /(?<url>https?:\/\/[^\s"'<>()[\]{}]+)|(?<run>(?<![\p{L}\p{N}_#/.-])[+＋(]{0,2}\p{Nd}[\p{Nd} ().\p{Pd}]{5,40}\p{Nd}(?![\p{L}\p{N}_@-]))|(?<word>[\p{L}\p{N}\uE000_#+＋][^\s,"“”„«»‹›()<>[\]{}，、；]*)/gu;

/** A country's code apart from the rest of its number: "[+1] 809…", "+1 / 809…", "US+1 809…", or in a cell of its own. */
const codeApart = /(?<![\p{L}\p{N}_])(?:[A-Z]{2}(?=\S+ ))?[([]?[+＋]+ ?(\p{Nd}{1,3})[)\]]?[\t /,:;|"']+(?=\(?[1-9]|\(0\))/gu;

/** Punctuation at either end that isn't part of a word. */
const around = /^[^\p{L}\p{N}+＋\uE000]+|[^\p{L}\p{N}]+$/gu;
const lightlyAround = /^['"‘’‚`*•·‣◦▪–—#(<[{«“]+|[.,;:!?…'"‘’`*)\]}>»”]+$/gu;
const numbering = /^\d{1,4}[.)](?=\D)/;
const email = /[^\s@:/?&=]+@[^\s@:/?&=]+\.[^\s@:/?&=]+/u;

const month = "(?:jan|ene|feb|f[ée]v|mar|apr|abr|avr|may|mai|jun|jui|jul|aug|ago|ao[uû]|sep|oct|nov|dec|dic|d[ée]c)[a-zé]*";
const date = new RegExp(
  String.raw`^(?:(?:\d{4}[-/.]\d{1,2}[-/.]\d{1,2}|\d{1,2}[-/.]\d{1,2}[-/.](?:\d{2}|\d{4}))(?:T\d.*)?|\d{1,2}:\d{2}(?::\d{2})?(?:\.\d+)?(?:[ap]m|z)?|\d{1,2}-?${month}-?\d{2,4}|${month}[-/.]?(?:\d{1,2}|(?:19|20)\d{2}))$`,
  "i",
);
const currency = "(?:NGNB?|USD[TC]?|BTC|ETH|SOL|EUR|GBP)";
const amount = new RegExp(
  String.raw`^[-+]?\p{Sc}?${currency}?\p{Sc}?\d+(?:[.,:]\d+)*(?:%|${currency})?$|^\p{Sc}?\d{1,6}(?:[.,]\d+)?(?:st|nd|rd|th|[kmb]n?|x|ms|s|min|h|d|[ap]m)$`,
  "iu",
);
const pureDigits = /^\d+$/;
const idForm = /^[\p{L}\p{N}][\p{L}\p{N}\p{M}._:/\\%#=+~-]*$/u;

const count = (text: string, what: RegExp): number => text.match(what)?.length ?? 0;

/** Context of a word, which decides how much id-like form it needs. */
interface Stand {
  /** Follows a label. */
  readonly isLabelled: boolean;
  /** Follows a label of transactions: digits are no phone number. */
  readonly isNamed: boolean;
  /** Alone on its line. */
  readonly isAlone: boolean;
}

/** Whether an unknown word looks like an id or a reference rather than a number, a date or prose. */
function looksLikeName(word: string, { isLabelled, isAlone }: Stand): boolean {
  if (word.length < 4 || word.length > 200 || !idForm.test(word) || date.test(word)) return false;
  const digits = count(word, /\p{Nd}/gu);
  if (pureDigits.test(word)) return digits >= (isLabelled || isAlone ? 5 : 9);
  if (amount.test(word)) return false;
  if (isLabelled && digits === 0) return /[-_/]/.test(word) && word === word.toUpperCase();
  return digits >= (isLabelled || isAlone ? 1 : 3);
}

/** Names in this app's own links, in order of appearance. */
function namesInUrl(url: string): string[] {
  if (!URL.canParse(url)) return [];
  const { pathname, searchParams } = new URL(url);
  const [, id] = /\/transactions\/([^/]+)\/?$/.exec(pathname) ?? [];
  const own = id === undefined ? [] : [decoded(id)];
  const listed = (searchParams.get("ids") ?? "").split(/[\s,]+/).filter((one) => one !== "");
  const email = emailParam(searchParams);
  return [...own, ...listed, ...(email ? [email] : [])].map(plainText);
}

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}

const linesOf = (text: string) =>
  text.split(lineBreaks).map((line) => ({
    whole: plainText(line),
    cells: line
      .replaceAll(codeApart, "+$1 ")
      .split(cellBreaks)
      .map((cell) => plainText(cell))
      .filter((cell) => cell !== ""),
  }));

/** Variants of a word: as written, and with less surrounding punctuation. */
const formsOf = (word: string): string[] => [word, word.replaceAll(lightlyAround, ""), word.replaceAll(around, "")];
const marked = (cell: string): string =>
  cell
    .replace(numbering, "")
    .replaceAll(urlOrLabel, (_, url?: string, name?: string) => url ?? ` ${name === undefined ? mark : nameMark} `);
/** Whether a word may be a country's code before a number; without "+", only before groups of figures that don't begin with a zero. */
const isCode = (word: string, number: string): boolean =>
  /^[+＋]\d{1,3}$/.test(word) || (/^\d{1,3}$/.test(word) && /^\(?[1-9]\d*\D/.test(number));
const isEmpty = (piece: string): boolean => piece.replaceAll(around, "") === "";

/**
 * Extracts ids, references, emails, phone numbers and wallet addresses from pasted text, any number per line, amid any other text.
 * A word counts as an id if it is cached or looks like one.
 */
export function readPasted(text: string, { namesAmong, phoneKey }: PasteHelp): Pasted {
  const lines = linesOf(text).map(({ whole, cells }) => ({
    whole,
    cells: cells.map((cell) => ({ cell, pieces: [...marked(cell).matchAll(pieces)] })),
  }));
  const candidates = lines.flatMap(({ whole, cells }) => [
    ...formsOf(whole),
    ...cells.flatMap((one) => [
      ...formsOf(one.cell),
      ...one.pieces.flatMap(({ 0: piece, groups }) => {
        if (groups?.["url"]) return namesInUrl(piece).flatMap(formsOf);
        return (groups?.["run"] ? piece.split(" ") : [piece]).flatMap(formsOf);
      }),
    ]),
  ]);
  const known = namesAmong(new Set(candidates.filter((one) => one !== "")));
  const found = new Map<string, PastedItem>();
  const outside = new Set<string>();
  const unread: string[] = [];
  let taken = 0;

  const take = (kind: PastedKind, shown: string, key: string): void => {
    taken += 1;
    const name = `${kind} ${key}`;
    const before = found.get(name);
    if (before) found.set(name, { ...before, times: before.times + 1 });
    else if (found.size < pastedAtMost) found.set(name, { kind, text: shown, key, times: 1 });
    else outside.add(name);
  };
  const takeName = (name: string): void => take("name", name, name);
  const knownForm = (word: string): string | undefined => formsOf(word).find((form) => known.has(form));
  const asPhone = (word: string): string | undefined =>
    mayBePhone(word) && !date.test(word) && !/^\d+\.\d{1,2}$/.test(bareNumber(word)) ? phoneKey(word) : undefined;

  const takeMail = (word: string): boolean => {
    const mail = email.exec(word)?.[0].replaceAll(around, "");
    if (mail === undefined || recognise(mail).is !== "email") return false;
    take("email", mail, emailKey(mail));
    return true;
  };
  const readWord = (raw: string, stand: Stand): void => {
    const cached = knownForm(raw);
    if (cached !== undefined) takeName(cached);
    else if (!raw.includes("@") || !takeMail(raw)) readUnknown(raw.replaceAll(around, ""), stand);
  };
  const readUnknown = (word: string, stand: Stand): void => {
    const phone = stand.isNamed && pureDigits.test(word) ? undefined : asPhone(word);
    const recognised = recognise(word);
    if (phone !== undefined) take("phone", word, phone);
    else if (recognised.is === "id") takeName(word);
    else if (recognised.is === "address" && (word.startsWith("0x") || !/^[0-9a-f]+$/i.test(word))) take("address", word, searchText(word));
    else if (looksLikeName(word, stand)) takeName(word);
  };
  /**
   * Splits digits and separators into the longest phone numbers, and words. Of a number with a code that isn't this country's, the
   * rest isn't a number of this country.
   */
  const readRun = (run: string, stand: Stand): void => {
    const words = run.split(" ");
    let at = 0;
    let before = "";
    while (at < words.length) {
      const [first = ""] = words.slice(at);
      const lengths = knownForm(first) === undefined ? [6, 5, 4, 3, 2, 1] : [];
      const length = lengths.find((one) => at + one <= words.length && asPhone(words.slice(at, at + one).join(" ")) !== undefined) ?? 0;
      const joined = words.slice(at, at + length).join(" ");
      const phone = asPhone(joined);
      const isRest = phone !== undefined && phone !== phoneDigits(joined) && isCode(before, joined);
      if (!isRest && length > 1 && phone !== undefined) take("phone", joined, phone);
      else if (!isRest) readWord(first, stand);
      before = length > 0 ? "" : first;
      at += Math.max(1, length);
    }
  };
  const readUrl = (url: string): void => {
    for (const name of namesInUrl(url)) {
      const plain = knownForm(name) ?? name.replaceAll(around, "");
      if (!takeMail(name) && plain !== "") takeName(plain);
    }
  };
  const readCell = (matches: Iterable<RegExpMatchArray>, isAlone: boolean): void => {
    const unlabelled: Stand = { isLabelled: false, isNamed: false, isAlone };
    let stand = unlabelled;
    for (const { 0: piece, groups } of matches) {
      const isLabel = piece === mark || piece === nameMark;
      if (groups?.["url"]) readUrl(piece);
      else if (groups?.["run"]) readRun(piece, stand);
      else if (!isLabel) readWord(piece, stand);
      stand = isLabel ? { isLabelled: true, isNamed: piece === nameMark, isAlone } : unlabelled;
    }
  };

  const readLine = ({ whole, cells }: (typeof lines)[number]): void => {
    const name = knownForm(whole);
    if (name !== undefined) return takeName(name);
    const isAlone = cells.flatMap((one) => one.pieces).filter(([piece]) => !isEmpty(piece)).length === 1;
    for (const one of cells) {
      const cached = knownForm(one.cell);
      if (cached === undefined) readCell(one.pieces, isAlone);
      else takeName(cached);
    }
  };
  for (const line of lines) {
    const before = taken;
    readLine(line);
    if (taken === before && !isEmpty(line.whole)) unread.push(line.whole.slice(0, unreadAtMost));
  }
  return { items: [...found.values()], leftOut: outside.size, unread };
}
