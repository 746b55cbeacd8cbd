import { canonical } from "../../../contract/audit-chain.ts";
import type { Dossier, DossierPin } from "../../data/use-cases.ts";
import { useSync } from "../../data/sync-context.ts";
import { isSameField } from "../../figures/change.ts";
import { type Format, useFormat } from "../../format/use-format.ts";
import type { Translate } from "../../words/keys.ts";
import { useTranslation } from "../../words/use-translation.ts";
import { links } from "../../links.ts";
import { asSent } from "../../lists/selection/row-formats.ts";
import { shownName } from "../../state/admin-names.ts";
import { useAdmin } from "../../state/auth.ts";
import { transactionFormats } from "../transactions/selection/transaction-formats.ts";
import { nameOf } from "../transactions/looks.ts";
import { calledOf } from "../users/user-looks.ts";
import { useLineWords } from "../users/tools/line-words.ts";

/** A field that has changed since its row was pinned. */
export interface FieldChange {
  readonly field: string;
  readonly was: string;
  readonly now: string;
}

/** One line of a dossier: what, source, and time. */
export interface DossierLine {
  readonly key: string;
  readonly kind: string;
  readonly what: string;
  /** Names the source and its time. */
  readonly source: string;
  /** Time of the source, epoch ms. */
  readonly at: number;
}

/** A pinned row as shown in the dossier. */
export interface DossierBlock extends DossierLine {
  readonly pin: DossierPin["pin"];
  /** Its reference and id, for use with others. */
  readonly ids: string;
  /** Its name in the labels of its controls. */
  readonly called: string;
  readonly href: string;
  readonly state: "same" | "changed" | "gone";
  readonly changes: readonly FieldChange[];
  /** What was sent from this device about it, and what the host's log says. */
  readonly others: readonly DossierLine[];
}

/** A dossier as text; the same lines on the screen, on paper and in a file. */
export interface WordedDossier {
  readonly title: string;
  readonly prepared: string;
  readonly note: string;
  readonly blocks: readonly DossierBlock[];
}

/** A field as text, whatever the order of its own fields; "" for one without a value, which a host may leave out. */
const textOf = (value: unknown): string =>
  value === null || value === undefined ? "" : typeof value === "string" ? value : canonical(value);

/** The fields of a row that differ between two times, under the host's names. */
export function changesOf(was: Readonly<Record<string, unknown>>, now: Readonly<Record<string, unknown>>): FieldChange[] {
  const [before, after] = [asSent(was), asSent(now)];
  return [...new Set([...Object.keys(before), ...Object.keys(after)])].flatMap((field) => {
    const [old, fresh] = [before, after].map((row) => textOf(row[field]));
    return old === undefined || fresh === undefined || isSameField(field, old, fresh) ? [] : [{ field, was: old, now: fresh }];
  });
}

const joined = (parts: readonly (string | null | undefined)[]): string => parts.filter(Boolean).join(" · ");

interface Words {
  readonly t: Translate<["cases"]>;
  readonly say: Translate<["transactions", "activity"]>;
  readonly format: Format;
  readonly lineWords: ReturnType<typeof useLineWords>;
}

function blockOf({ t, say, format, lineWords }: Words, { pin, now, source, attempts, entries }: DossierPin): DossierBlock {
  const row = now ?? pin.row;
  const time = format.full(row.seenAt);
  const changes = now ? changesOf(pin.row, now) : [];
  const others: DossierLine[] = [
    ...attempts.map((attempt): DossierLine => {
      const { what } = lineWords({ is: "device", key: attempt.id, at: attempt.at, attempt });
      return {
        key: attempt.id,
        kind: t("kinds.attempt"),
        what,
        source: t("sources.journal", { time: format.full(attempt.at) }),
        at: attempt.at,
      };
    }),
    ...entries.map((entry): DossierLine => {
      const at = Date.parse(entry.at);
      const { what } = lineWords({ is: "log", key: `log ${entry.seq}`, at, entry });
      return {
        key: `log ${entry.seq}`,
        kind: t("kinds.entry"),
        what,
        source: t("sources.log", { seq: entry.seq, time: format.full(at) }),
        at,
      };
    }),
  ];
  const common = {
    key: `${pin.is} ${pin.id}`,
    kind: t(`kinds.${pin.is}`),
    at: row.seenAt,
    pin,
    state: now === undefined ? "gone" : changes.length > 0 ? "changed" : "same",
    changes,
    others: others.sort((a, b) => b.at - a.at),
  } as const;
  if (pin.is === "user")
    return {
      ...common,
      called: calledOf(pin.row),
      // The row may be gone: the pin says who it is.
      what: joined([pin.row.username, pin.row.email, pin.row.phonenumber]),
      ids: pin.id,
      source: t("sources.users", { time }),
      href: links.user("userSummary", pin.row),
    };
  const { reference, ...shown } = now && "at" in now ? now : pin.row;
  return {
    ...common,
    called: nameOf(pin.row),
    what: joined(transactionFormats(say, format).words(shown).slice(0, -1)),
    ids: joined([reference, pin.id]),
    source: t(`sources.${source}`, { time }),
    href: links.transaction(pin.id),
  };
}

/** Returns a function that puts a dossier into text, in the current language, zone and time. */
export function useDossierWords(): (dossier: Dossier) => WordedDossier {
  const { t } = useTranslation("cases");
  const { t: say } = useTranslation(["transactions", "activity"]);
  const format = useFormat();
  const lineWords = useLineWords();
  const admin = shownName(useAdmin());
  const { host } = useSync().host.config;
  return (dossier) => ({
    title: t("dossier.title", { name: dossier.case.name }),
    prepared: t("dossier.prepared", { time: format.full(Date.now()), admin, host: host || location.origin }),
    note: dossier.case.note,
    blocks: dossier.pins.map((one) => blockOf({ t, say, format, lineWords }, one)),
  });
}
