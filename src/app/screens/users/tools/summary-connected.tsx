import { Link } from "wouter";
import { css } from "#styled/css";
import type { ConnectedUser, SharedThing } from "../../../../db/people/connections.ts";
import type { SeenUser } from "../../../../db/people/people-index.ts";
import type { Person } from "../../../../db/people/person.ts";
import { useConnections } from "../../../data/use-connections.ts";
import { useFormat } from "../../../format/use-format.ts";
import { useNow } from "../../../format/use-now.ts";
import { useTranslation } from "../../../words/use-translation.ts";
import { links } from "../../../links.ts";
import { usePermission } from "../../../state/auth.ts";
import { passUser } from "../../../state/passed-user.ts";
import { Card } from "../../../ui/card.tsx";
import { touchArea } from "../../../ui/touch-area.ts";
import { quietBox, SummarySection } from "./summary-section.tsx";

const hint = css({ textStyle: "sm", color: "ink.muted", textWrap: "pretty" });
const things = css({ display: "flex", flexDirection: "column" });
const thing = css({ px: "5", py: "3", "&:not(:last-child)": { borderBottomWidth: "1px", borderColor: "line" } });
const head = css({ display: "flex", flexWrap: "wrap", columnGap: "3", rowGap: "0.5", alignItems: "baseline" });
const kindLook = css({ textStyle: "xs", color: "ink.muted" });
const name = css({ textStyle: "md", fontWeight: "medium", overflowWrap: "anywhere" });
const list = css({ display: "flex", flexDirection: "column", gap: "1", marginTop: "1.5" });
const item = css({ display: "flex", flexWrap: "wrap", columnGap: "3", textStyle: "sm", minWidth: "0", overflowWrap: "anywhere" });
const link = `${css({ color: "accent", fontVariantNumeric: "tabular-nums lining-nums", _hover: { textDecoration: "underline" } })} ${touchArea}`;
const muted = css({ color: "ink.muted" });

/** Most users listed per shared item. */
const usersAtMost = 20;

/** Link to the rows behind a match: one by its own address, several as a list. */
const rowsHref = (rows: readonly string[]): string => {
  const [only = ""] = rows;
  return rows.length === 1 ? links.transaction(only) : links.transactionsOf(rows);
};

function Sharing({ user: { id, username, rows } }: { user: ConnectedUser }) {
  const { t } = useTranslation("lookup");
  const format = useFormat();
  return (
    <li className={item}>
      <Link className={link} href={links.user("userSummary", { id, username })}>
        {username || id}
      </Link>
      <Link className={link} href={rowsHref(rows)}>
        {t("connected.rows", { count: rows.length, shown: format.number(rows.length) })}
      </Link>
    </li>
  );
}

function Shared({ kind, thing: { name: shown, rows, users } }: { kind: "accounts" | "counterparties"; thing: SharedThing }) {
  const { t } = useTranslation("lookup");
  const format = useFormat();
  const rest = users.length - usersAtMost;
  return (
    <li className={thing}>
      <div className={head}>
        <span className={kindLook}>{t(`connected.kinds.${kind}`)}</span>
        <span className={name}>{shown}</span>
        <Link className={`${link} ${css({ textStyle: "sm" })}`} href={rowsHref(rows)}>
          {t("connected.own", { count: rows.length, shown: format.number(rows.length) })}
        </Link>
      </div>
      <ul className={list}>
        {users.slice(0, usersAtMost).map((user) => (
          <Sharing key={user.id ?? `@${user.username}`} user={user} />
        ))}
        {rest > 0 ? <li className={`${item} ${muted}`}>{t("connected.more", { count: rest, shown: format.number(rest) })}</li> : null}
      </ul>
    </li>
  );
}

function SharedPhone({ phone, users }: { phone: string; users: readonly SeenUser[] }) {
  const { t } = useTranslation("lookup");
  const format = useFormat();
  const now = useNow();
  return (
    <li className={thing}>
      <div className={head}>
        <span className={kindLook}>{t("connected.kinds.phones")}</span>
        <span className={name}>{phone}</span>
      </div>
      <ul className={list}>
        {users.map((user) => (
          <li key={user.id} className={item}>
            <Link className={link} href={links.user("userSummary", user)} state={passUser(user)}>
              {user.email ?? user.username ?? user.id}
            </Link>
            <span className={muted}>{t("connected.record", { time: format.minute(user.seenAt, now) })}</span>
          </li>
        ))}
      </ul>
    </li>
  );
}

function Connected({ person: { id, username }, phone }: { person: Person; phone: string | undefined }) {
  const { t } = useTranslation("lookup");
  const format = useFormat();
  const state = useConnections({ id, username, phonenumber: phone });
  if (state.is !== "found")
    return (
      <p role="status" className={quietBox}>
        {t(state.is === "broken" ? "connected.broken" : "connected.searching")}
      </p>
    );
  const { accounts, counterparties, phones, of, since, usersOf } = state.connections;
  const users = t("connected.users", { count: usersOf, shown: format.number(usersOf) });
  const isEmpty = accounts.length + counterparties.length + phones.length === 0;
  return (
    <>
      {isEmpty ? (
        <p className={quietBox}>{t(phone ? "connected.none" : "connected.noneWithoutPhone")}</p>
      ) : (
        <Card bare>
          <ul className={things}>
            {accounts.map((one) => (
              <Shared key={one.name} kind="accounts" thing={one} />
            ))}
            {counterparties.map((one) => (
              <Shared key={one.name} kind="counterparties" thing={one} />
            ))}
            {phones.length > 0 ? <SharedPhone phone={phone ?? ""} users={phones} /> : null}
          </ul>
        </Card>
      )}
      <p role="status" className={hint}>
        {since === undefined
          ? t("connected.searchedNone", { users })
          : t("connected.searched", {
              transactions: t("connected.transactions", { count: of, shown: format.number(of) }),
              since: format.date(since),
              users,
            })}
      </p>
    </>
  );
}

/** Users who share a bank account, a counterparty or a phone number with this one, each with the rows that show it (FIND-6). */
export function SummaryConnected({ person, phone }: { person: Person; phone: string | undefined }) {
  const { t } = useTranslation("lookup");
  const mayView = usePermission("canViewTransactions");
  if (!mayView) return null;
  return (
    <SummarySection title={t("connected.title")}>
      <p className={hint}>{t("connected.hint")}</p>
      <Connected person={person} phone={phone} />
    </SummarySection>
  );
}
