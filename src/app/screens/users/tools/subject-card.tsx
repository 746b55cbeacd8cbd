import { Link } from "wouter";
import { css } from "#styled/css";
import { useKeptUp } from "../../../data/use-kept-up.ts";
import type { CachedUser } from "../../../data/use-users.ts";
import { useFormat } from "../../../format/use-format.ts";
import { useNow } from "../../../format/use-now.ts";
import { useTranslation } from "../../../words/use-translation.ts";
import { links } from "../../../links.ts";
import { EmailText } from "../../../parts/email-text.tsx";
import { passUser } from "../../../state/passed-user.ts";
import { buttonLook } from "../../../ui/button.tsx";
import { KycMark } from "../../../parts/kyc-mark.tsx";

const card = css({
  display: "flex",
  flexDirection: "column",
  gap: "3",
  p: "5",
  borderWidth: "1px",
  borderColor: "line",
  borderRadius: "panel",
  bg: "sunken",
  minWidth: "0",
});
const label = css({ textStyle: "sm", color: "ink.muted" });
const name = css({ textStyle: "lg", fontWeight: "semibold", overflowWrap: "anywhere" });
const text = css({ textStyle: "sm", color: "ink.muted", textWrap: "pretty" });
const list = css({ display: "grid", gridTemplateColumns: "[auto minmax(0, 1fr)]", columnGap: "4", rowGap: "1.5", textStyle: "sm" });
const term = css({ color: "ink.muted" });
const value = css({ overflowWrap: "anywhere", fontVariantNumeric: "tabular-nums lining-nums" });
const open = buttonLook({ kind: "plain", size: "small" });
const foot = css({ display: "flex", flexWrap: "wrap", alignItems: "center", justifyContent: "space-between", gap: "2" });

interface SubjectCardProps {
  user: CachedUser | undefined;
  by: "email" | "phone";
  /** Text was typed that matches no cached user. */
  isTyped: boolean;
}

/** The user a tool will act on, as far as known, to avoid mix-ups. */
export function SubjectCard({ user, by, isTyped }: SubjectCardProps) {
  const { t } = useTranslation(["userTools", "common"]);
  const format = useFormat();
  const now = useNow();
  const asOf = useKeptUp(user?.seenAt);
  if (!user || asOf === undefined) {
    return (
      <aside className={card} aria-label={t("subject.title")}>
        <p className={label}>{t("subject.title")}</p>
        <p className={text}>{isTyped ? t("subject.unknown") : t(by === "email" ? "subject.none" : "subject.nonePhone")}</p>
      </aside>
    );
  }
  const yesNo = (flag: boolean | undefined) => (flag === undefined ? t("common:none") : flag ? t("common:yes") : t("common:no"));
  const email = <EmailText value={user.email ?? t("common:none")} />;
  const rows = [
    [t("subject.email"), email],
    [t("subject.phone"), user.phonenumber ?? t("common:none")],
    [t("subject.emailVerified"), yesNo(user.emailVerified)],
    [t("subject.bvnVerified"), yesNo(user.bvnVerified)],
    [t("subject.since"), user.createdAt ? format.date(Date.parse(user.createdAt)) : t("common:none")],
  ] as const;
  return (
    <aside className={card} aria-label={t("subject.title")}>
      <p className={label}>{t("subject.title")}</p>
      <p className={name}>{user.username ?? user.email}</p>
      {user.kycStatus ? (
        <p className={text}>
          <KycMark user={user} withLevel />
        </p>
      ) : null}
      <dl className={list}>
        {rows.map(([title, content]) => (
          <div key={title} style={{ display: "contents" }}>
            <dt className={term}>{title}</dt>
            <dd className={value}>{content}</dd>
          </div>
        ))}
      </dl>
      <div className={foot}>
        <span className={text}>{t("subject.asOf", { time: format.minute(asOf, now) })}</span>
        <Link href={links.user("userSummary", user)} state={passUser(user)} className={open}>
          {t("subject.open")}
        </Link>
      </div>
    </aside>
  );
}
