import { useState } from "react";
import { Link, useLocation } from "wouter";
import { css, cx } from "#styled/css";
import type { CachedUser } from "../../../data/use-users.ts";
import { useTranslation } from "../../../words/use-translation.ts";
import { links, paths } from "../../../links.ts";
import { MutationButton } from "../../../parts/mutation-button.tsx";
import { usePermissionOff } from "../../../parts/permission-off.ts";
import { useIsHere } from "../../../parts/use-is-here.ts";
import { userPageIcons } from "../../../parts/user-page-icons.ts";
import { passUser } from "../../../state/passed-user.ts";
import { Activity, Trash2 } from "../../../ui/more-icons.ts";
import { toast } from "../../../ui/toast.ts";
import { DeleteUserDialog } from "../delete-user-dialog.tsx";
import { GenerationStatusDialog } from "../generation-status-dialog.tsx";

const panel = css({
  display: "flex",
  flexDirection: "column",
  gap: "0.5",
  p: "2",
  bg: "surface",
  borderWidth: "1px",
  borderColor: "line",
  borderRadius: "panel",
  // Sticks at its initial offset below the header, so it doesn't jump.
  lg: { position: "sticky", top: "[calc({sizes.header} + {spacing.5})]" },
  _print: { display: "none" },
});
const title = css({ px: "3", pt: "2", pb: "1.5", textStyle: "sm", color: "ink.muted", fontWeight: "medium" });
const item = css({
  display: "flex",
  alignItems: "center",
  gap: "3",
  minHeight: "9",
  px: "3",
  borderRadius: "control",
  textStyle: "md",
  textAlign: "start",
  width: "full",
  _hover: { bg: "hover" },
  _touch: { minHeight: "control" },
  "& svg": { color: "ink.muted", flexShrink: "0" },
  "&[aria-disabled=true]": { color: "ink.muted", cursor: "not-allowed" },
});
const apart = css({ borderTopWidth: "1px", borderColor: "line", marginTop: "2", pt: "2" });
const dangerous = css({ "& svg": { color: "danger" } });
/** One of the tools, not the page's first action. */
const deletes = css({
  "&&": { justifyContent: "flex-start", gap: "3", width: "full", px: "3", fontWeight: "normal" },
  "&&:not([aria-disabled=true])": { color: "danger" },
});

const tools = ["fetchWallets", "generateWallet", "regenerateWallet"] as const;
const dangers = ["wipePendingBalance", "disable2fa", "removePassword"] as const;

/** Every tool, with the user filled in. */
export function SummaryTools({ user, email }: { user: CachedUser | undefined; email: string | undefined }) {
  const { t } = useTranslation(["userTools", "users", "cases"]);
  const [, navigate] = useLocation();
  const isHere = useIsHere();
  const [open, setOpen] = useState<"delete" | "status">();
  const permissionOff = usePermissionOff("canManageWallets");
  // Of a user who isn't known here nothing is said.
  const statusOff = permissionOff ?? (user ? undefined : t("cases:pin.notHere"));
  const someone = user ?? (email ? { id: email, email, seenAt: 0, ...unknownFields } : undefined);
  if (!someone) return null;
  const showStatus = () => {
    if (statusOff !== undefined) return;
    if (someone.phonenumber) setOpen("status");
    else toast({ tone: "failed", title: t("users:status.noPhone") });
  };
  const link = (page: (typeof tools | typeof dangers)[number], className: string) => {
    const Icon = userPageIcons[page];
    return (
      <Link key={page} href={links.user(page, { email })} state={user ? passUser(user) : undefined} className={className}>
        <Icon size={16} aria-hidden />
        {t(`users:row.${page}`)}
      </Link>
    );
  };
  return (
    <nav className={panel} aria-label={t("summary.tools")}>
      <p className={title}>{t("summary.tools")}</p>
      {tools.map((tool) => link(tool, item))}
      <button type="button" className={item} aria-disabled={statusOff !== undefined || undefined} title={statusOff} onClick={showStatus}>
        <Activity size={16} aria-hidden />
        {t("users:row.status")}
      </button>
      <div className={apart}>
        {dangers.map((tool) => link(tool, cx(item, dangerous)))}
        <div className={apart}>
          <MutationButton
            kind="quiet"
            permission="canDeleteUsers"
            className={deletes}
            icon={<Trash2 size={16} aria-hidden />}
            off={someone.email ? undefined : t("users:delete.noEmail")}
            onClick={() => setOpen("delete")}
          >
            {t("users:delete.confirm")}
          </MutationButton>
        </div>
      </div>
      {open === "status" ? <GenerationStatusDialog user={someone} onClose={() => setOpen(undefined)} /> : null}
      {open === "delete" ? (
        <DeleteUserDialog
          user={someone}
          onClose={() => setOpen(undefined)}
          onDeleted={() => isHere() && navigate(paths.users, { replace: true })}
        />
      ) : null}
    </nav>
  );
}

/** A user of whom only the email is known. */
const unknownFields = {
  username: undefined,
  name: undefined,
  phonenumber: undefined,
  kycLevel: undefined,
  kycStatus: undefined,
  emailVerified: undefined,
  bvnVerified: undefined,
  chatbotVerified: undefined,
};
