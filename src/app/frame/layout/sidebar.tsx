import { sva } from "#styled/css";
import { useTranslation } from "../../words/use-translation.ts";
import { shownName } from "../../state/admin-names.ts";
import { useAdmin } from "../../state/auth.ts";
import { IconButton } from "../../ui/icon-button.tsx";
import { PanelLeftClose, PanelLeftOpen } from "../../ui/icons.tsx";
import { Brand } from "./brand.tsx";
import { SidebarMenu } from "./sidebar-menu.tsx";
import { chooseSidebar } from "./sidebar-state.ts";
import { UserMenu } from "./user-menu.tsx";

const slots = sva({
  slots: ["root", "head", "menu", "foot", "who", "name", "email"],
  base: {
    root: {
      position: "sticky",
      top: "0",
      display: "flex",
      flexDirection: "column",
      height: "[100dvh]",
      borderInlineEndWidth: "1px",
      borderColor: "line",
      bg: "ground",
      overflow: "hidden",
      mdDown: { display: "none" },
      _print: { display: "none" },
    },
    head: { display: "flex", alignItems: "center", justifyContent: "space-between", flexShrink: "0", minHeight: "header" },
    menu: { flex: "1", minHeight: "0", overflowY: "auto", py: "3" },
    foot: {
      display: "flex",
      alignItems: "center",
      gap: "3",
      p: "4",
      paddingBottom: "[max(1rem, env(safe-area-inset-bottom))]",
      borderTopWidth: "1px",
      borderColor: "line",
    },
    who: { minWidth: "0" },
    name: { textStyle: "sm", fontWeight: "medium", overflow: "hidden", textOverflow: "ellipsis", whiteSpace: "nowrap" },
    email: { textStyle: "xs", color: "ink.muted", overflow: "hidden", textOverflow: "ellipsis", whiteSpace: "nowrap" },
  },
  variants: {
    is: {
      open: { root: { width: "64" }, head: { paddingInlineStart: "5", paddingInlineEnd: "3" } },
      collapsed: {
        root: { width: "20" },
        head: { flexDirection: "column", justifyContent: "center", gap: "2", py: "3" },
        foot: { justifyContent: "center", px: "0" },
      },
    },
  },
});

/** Sidebar menu: 64 units open, 20 collapsed (LAY-1). Under 768 px the drawer replaces it. */
export function Sidebar({ open }: { open: boolean }) {
  const { t } = useTranslation("layout");
  const admin = useAdmin();
  const look = slots({ is: open ? "open" : "collapsed" });
  return (
    <nav className={look.root} aria-label={t("menu")}>
      <div className={look.head}>
        <Brand wide={open} />
        <IconButton
          label={open ? t("collapse") : t("expand")}
          aria-expanded={open}
          icon={open ? <PanelLeftClose size={17} aria-hidden /> : <PanelLeftOpen size={17} aria-hidden />}
          onClick={() => chooseSidebar(!open)}
        />
      </div>
      <div className={look.menu} role="group" aria-label={t("menu")}>
        <SidebarMenu wide={open} />
      </div>
      <div className={look.foot}>
        <UserMenu placement="top-start" />
        {open ? (
          <div className={look.who}>
            <p className={look.name}>{shownName(admin)}</p>
            {admin.email ? <p className={look.email}>{admin.email}</p> : null}
          </div>
        ) : null}
      </div>
    </nav>
  );
}
