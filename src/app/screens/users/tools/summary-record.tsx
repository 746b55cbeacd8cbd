import type { ReactNode } from "react";
import { css } from "#styled/css";
import { emailKey } from "../../../../contract/emails.ts";
import type { Person } from "../../../../db/people/person.ts";
import { useKeptUp } from "../../../data/use-kept-up.ts";
import type { CachedUser } from "../../../data/use-users.ts";
import { useFormat } from "../../../format/use-format.ts";
import { useNow } from "../../../format/use-now.ts";
import { useTranslation } from "../../../words/use-translation.ts";
import { EmailText } from "../../../parts/email-text.tsx";
import { HereToo } from "../../../parts/here-too.tsx";
import { CopyButton } from "../../../ui/copy-button.tsx";
import { StatusMark } from "../../../ui/status-mark.tsx";
import { KycMark } from "../../../parts/kyc-mark.tsx";

const panel = css({ bg: "surface", borderWidth: "1px", borderColor: "line", borderRadius: "panel", p: "5" });
/** One line, as one that wraps would move what is below when the name or the age comes. */
const head = css({
  display: "flex",
  alignItems: "baseline",
  justifyContent: "space-between",
  columnGap: "4",
  rowGap: "1",
  smDown: { flexWrap: "wrap" },
});
const name = css({ textStyle: "title", overflowWrap: "anywhere" });
const aside = css({ display: "flex", flexWrap: "wrap", alignItems: "center", columnGap: "3", rowGap: "1", flexShrink: "0" });
const small = css({ textStyle: "xs", color: "ink.muted", fontVariantNumeric: "tabular-nums lining-nums" });
const list = css({
  display: "grid",
  gap: "4",
  marginTop: "4",
  gridTemplateColumns: "[repeat(auto-fill, minmax(min(13rem, 100%), 1fr))]",
});
const term = css({ textStyle: "xs", color: "ink.muted" });
const value = css({
  display: "flex",
  alignItems: "center",
  gap: "1",
  minHeight: "8",
  textStyle: "md",
  overflowWrap: "anywhere",
  fontVariantNumeric: "tabular-nums lining-nums",
});

interface SummaryRecordProps {
  user: CachedUser | undefined;
  person: Person;
  isAwaited: boolean;
  /** The pin button. */
  pin: ReactNode;
}

/** The account as last sent by the host, with its age. */
export function SummaryRecord({ user, person, isAwaited, pin }: SummaryRecordProps) {
  const { t } = useTranslation(["userTools", "common"]);
  const format = useFormat();
  const now = useNow();
  const asOf = useKeptUp(user?.seenAt);
  const none = t("common:none");
  const yesNo = (flag: boolean | undefined) =>
    flag === undefined ? none : <StatusMark kind={flag ? "done" : "other"}>{flag ? t("common:yes") : t("common:no")}</StatusMark>;
  const copied = (text: string | undefined, what: string) =>
    text ? (
      <>
        <span>
          <EmailText value={text} />
        </span>
        <CopyButton value={text} what={what} />
      </>
    ) : (
      none
    );
  const rows = [
    [t("subject.email"), copied(person.email, t("subject.email"))],
    [t("subject.phone"), copied(user?.phonenumber, t("subject.phone"))],
    [t("subject.id"), copied(person.id, t("subject.id"))],
    [t("subject.kyc"), <KycMark key="kyc" user={user} withLevel />],
    [t("subject.emailVerified"), yesNo(user?.emailVerified)],
    [t("subject.bvnVerified"), yesNo(user?.bvnVerified)],
    [t("subject.since"), user?.createdAt ? format.dateTime(Date.parse(user.createdAt)) : none],
  ] as const;
  return (
    <section className={panel} aria-label={t("subject.title")}>
      <div className={head}>
        <h2 className={name}>{user?.username ?? person.username ?? person.email ?? none}</h2>
        {person.email ? <HereToo subject={`user:${emailKey(person.email)}`} /> : null}
        <div className={aside}>
          <p className={small}>
            {asOf !== undefined
              ? t("summary.recordAsOf", { time: format.minute(asOf, now) })
              : isAwaited
                ? t("common:loading")
                : t("summary.none")}
          </p>
          {pin}
        </div>
      </div>
      <dl className={list}>
        {rows.map(([title, content]) => (
          <div key={title}>
            <dt className={term}>{title}</dt>
            <dd className={value}>{content}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
