import { useState } from "react";
import { css } from "#styled/css";
import { useTranslation } from "../../words/use-translation.ts";
import { Dialog } from "../../ui/dialog.tsx";
import { IconButton } from "../../ui/icon-button.tsx";
import { Menu as MenuIcon } from "../../ui/icons.tsx";
import { SidebarMenu } from "./sidebar-menu.tsx";

const narrowOnly = css({ md: { display: "none" } });

/** The menu under 768 px: a button in the header, and the drawer it opens. */
export function Drawer() {
  const { t } = useTranslation(["layout", "common"]);
  const [open, setOpen] = useState(false);
  return (
    <span className={narrowOnly}>
      <IconButton label={t("expand")} aria-haspopup="dialog" icon={<MenuIcon size={18} aria-hidden />} onClick={() => setOpen(true)} />
      <Dialog open={open} onClose={() => setOpen(false)} title={t("common:appName")} shape="drawer">
        <nav aria-label={t("menu")}>
          <SidebarMenu wide />
        </nav>
      </Dialog>
    </span>
  );
}
