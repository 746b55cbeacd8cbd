import type { ReactNode } from "react";
import { css } from "#styled/css";
import { lazyPart } from "../../ui/lazy-part.tsx";
import { useStanding } from "../../state/standing.tsx";
import { useSync } from "../../data/sync-context.ts";
import { useTranslation } from "../../words/use-translation.ts";
import { Header } from "./header.tsx";
import { Sidebar } from "./sidebar.tsx";
import { useSidebarOpen } from "./sidebar-state.ts";

// Rarely needed: most browsers keep the cache.
const CacheOff = lazyPart(async () => (await import("./cache-off.tsx")).CacheOff);

// If it can't be loaded, the palette still leads to the cases.
const OpenCase = lazyPart(async () => (await import("../../cases/open-case.tsx")).OpenCase, { instead: () => null });

const frame = css({
  display: "grid",
  gridTemplateColumns: "[auto minmax(0, 1fr)]",
  minHeight: "[100dvh]",
  mdDown: { gridTemplateColumns: "[minmax(0, 1fr)]" },
  _print: { display: "block" },
});
const column = css({ display: "flex", flexDirection: "column", minWidth: "0", minHeight: "[100dvh]" });
const content = css({
  flex: "1",
  width: "full",
  maxWidth: "page",
  px: "gutter",
  py: "5",
  paddingBottom: "[max(1.25rem, env(safe-area-inset-bottom))]",
  outline: "none",
});
const skip = css({
  position: "fixed",
  top: "2",
  insetStart: "2",
  zIndex: "toast",
  px: "3",
  py: "2",
  bg: "accent",
  color: "accent.on",
  borderRadius: "control",
  "&:not(:focus)": { srOnly: true },
});

/** The frame around every signed-in screen: menu, header, content. */
export function Layout({ children }: { children: ReactNode }) {
  const { t } = useTranslation("layout");
  const open = useSidebarOpen();
  const { keeping } = useSync();
  const stands = useStanding();
  return (
    <div className={frame}>
      <a href="#content" className={skip}>
        {t("skip")}
      </a>
      <Sidebar open={open} />
      <div className={column}>
        <Header />
        <main id="content" tabIndex={-1} className={content}>
          {keeping === "off" ? <CacheOff /> : null}
          {children}
        </main>
        {stands ? <OpenCase /> : null}
      </div>
    </div>
  );
}
