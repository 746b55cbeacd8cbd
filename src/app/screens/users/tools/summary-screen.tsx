import { useMemo, useState } from "react";
import { Link } from "wouter";
import { css } from "#styled/css";
import { lazyPart } from "../../../ui/lazy-part.tsx";
import { LostPart } from "../../../ui/lost-part.tsx";
import { PinButton } from "../../../cases/pin-button.tsx";
import { usePin } from "../../../cases/use-pin.ts";
import { isNamed } from "../../../../db/people/person.ts";
import { isAwaited } from "../../../data/is-awaited.ts";
import { useUser } from "../../../data/use-users.ts";
import { useReach } from "../../../data/use-reach.ts";
import { useWallets } from "../../../data/use-wallets.ts";
import { useTranslation } from "../../../words/use-translation.ts";
import { usePageTitle } from "../../../ui/page-title.ts";
import { paths } from "../../../links.ts";
import { Button, buttonLook } from "../../../ui/button.tsx";
import { EmptyState } from "../../../ui/empty-state.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { PortfolioCard } from "../wallets/portfolio-card.tsx";
import { SummaryActivity } from "./summary-activity.tsx";
import { SummaryJournal } from "./summary-journal.tsx";
import { SummaryRecord } from "./summary-record.tsx";
import { SummaryTools } from "./summary-tools.tsx";
import { SummaryWallets } from "./summary-wallets.tsx";
import { useSubject, useSubjectKey } from "./use-subject.ts";

const SummaryConnected = lazyPart(async () => (await import("./summary-connected.tsx")).SummaryConnected, {
  words: ["lookup"],
  instead: LostPart,
});
const SummaryTimeline = lazyPart(async () => (await import("./summary-timeline.tsx")).SummaryTimeline, {
  words: ["timeline", "attempts", "audit"],
  instead: LostPart,
});

const page = css({
  display: "grid",
  alignItems: "start",
  gap: "5",
  gridTemplateColumns: "[minmax(0, 1fr) 19rem]",
  lgDown: { gridTemplateColumns: "[minmax(0, 1fr)]" },
  _print: { display: "block" },
});
const column = css({ display: "flex", flexDirection: "column", gap: "5", minWidth: "0" });

/** /user-management/summary: one user (TOOL-1). */
export function SummaryScreen() {
  return <Summary key={useSubjectKey()} />;
}

function Summary() {
  const { t } = useTranslation(["userTools", "layout", "cases", "common"]);
  const pinRows = usePin();
  const subject = useSubject();
  const isOut = useReach().is === "unreachable";
  const { user, isRead, fetching, refresh: fetchUser } = useUser(subject);
  const email = subject.email ?? user?.email;
  // A cached email may have become another user's; the host's present record says whose it is.
  const [isSure, setSure] = useState(subject.email !== undefined);
  if (!isSure && fetching.is === "done") setSure(true);
  const { known: cachedWallets, fetching: walletsFetching, refresh } = useWallets(email, isSure);
  const known = isSure || fetching.is !== "odd" ? cachedWallets : undefined;
  const called = user?.username ?? email ?? subject.username ?? "";
  const crumbs = useMemo(
    () => [{ label: t("layout:entries.users"), href: paths.users }, { label: called || t("summary.title") }],
    [t, called],
  );
  usePageTitle(t("summary.title"), crumbs);
  if (!email && !subject.id) {
    return (
      <EmptyState
        title={t("summary.nobody")}
        action={
          <Link href={paths.users} className={buttonLook({ kind: "primary" })}>
            {t("summary.toList")}
          </Link>
        }
      >
        {t("summary.nobodyHint")}
      </EmptyState>
    );
  }
  const person = { ...user, id: user?.id ?? subject.id, username: user?.username ?? subject.username, email };
  const isComing = !isRead || isAwaited(fetching);
  /** Pins the user to a case (FIND-7). */
  const pin = (
    <PinButton
      size="small"
      off={user ? undefined : t("cases:pin.notHere")}
      onPin={() => user && pinRows(async () => [{ is: "user", row: user }])}
    />
  );
  return (
    <div className={page}>
      <div className={column}>
        {fetching.is === "odd" && !isOut ? (
          <Notice tone="warning" title={t(subject.email ? "summary.unknown" : "summary.notFound")}>
            {t(subject.email ? "summary.unknownHint" : "summary.notFoundHint")}
          </Notice>
        ) : null}
        {email && !isSure && (isOut || fetching.is === "odd" || fetching.is === "failed") ? (
          <Notice tone="info" title={t("summary.emailUnsure", { email })} />
        ) : null}
        {fetching.is === "failed" && !isOut ? (
          <Notice
            tone="warning"
            title={fetching.message ?? t("summary.failed")}
            action={
              <Button size="small" onClick={() => void fetchUser()}>
                {t("common:retry")}
              </Button>
            }
          />
        ) : null}
        <SummaryRecord user={user} person={person} pin={pin} isAwaited={isComing} />
        <PortfolioCard known={known} />
        <SummaryWallets
          person={person}
          known={known}
          fetching={walletsFetching}
          isOut={isOut}
          isComing={isComing}
          onRetry={() => void refresh()}
        />
        <SummaryActivity person={person} isAwaited={isComing} />
        {isNamed(person) ? (
          <>
            <SummaryConnected person={person} phone={user?.phonenumber ?? subject.phonenumber} />
            <SummaryTimeline person={person} phone={user?.phonenumber} />
          </>
        ) : null}
        {email || user?.phonenumber ? <SummaryJournal email={email ?? ""} phone={user?.phonenumber} /> : null}
      </div>
      {isSure ? <SummaryTools user={user} email={email} /> : null}
    </div>
  );
}
