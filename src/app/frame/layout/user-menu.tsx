import { css } from "#styled/css";
import { offerInstall, useInstallable } from "../../state/install-state.ts";
import { useTranslation } from "../../words/use-translation.ts";
import { lockNow } from "../../data/lock-state.ts";
import { SignOutQuestion } from "./sign-out-question.ts";
import { useLeave } from "../../session/use-leave.ts";
import { initialsOf, shownName } from "../../state/admin-names.ts";
import { useAdmin } from "../../state/auth.ts";
import { Download, Lock, LogOut } from "../../ui/icons.tsx";
import { Menu } from "../../ui/menu.tsx";

const button = css({
  display: "inline-flex",
  alignItems: "center",
  justifyContent: "center",
  flexShrink: "0",
  minWidth: "8",
  height: "8",
  px: "1",
  borderRadius: "round",
  bg: "accent.soft",
  color: "accent",
  textStyle: "xs",
  fontWeight: "semibold",
  letterSpacing: "0.02em",
  _hover: { bg: "accent", color: "accent.on" },
  _touch: { minWidth: "control", height: "control" },
  _print: { display: "none" },
});
const name = css({ textStyle: "md", fontWeight: "medium", overflowWrap: "anywhere" });
const email = css({ textStyle: "sm", color: "ink.muted", overflowWrap: "anywhere" });

/** The signed-in admin, and Logout; in the header and in the sidebar's footer (LAY-4). */
export function UserMenu({ placement }: { placement: "bottom-end" | "top-start" }) {
  const { t } = useTranslation("layout");
  const admin = useAdmin();
  const shown = shownName(admin);
  const initials = /^.{0,3}/u.exec(initialsOf(shown))?.[0];
  const { leave, question, confirm, cancel } = useLeave();
  const installable = useInstallable();

  return (
    <>
      <Menu
        label={t("userMenu")}
        placement={placement}
        header={
          <>
            <p className={name}>{shown}</p>
            {admin.email && admin.email !== shown ? <p className={email}>{admin.email}</p> : null}
          </>
        }
        items={[
          ...(installable
            ? [
                {
                  is: "action" as const,
                  key: "install",
                  label: t("install"),
                  icon: <Download size={16} aria-hidden />,
                  onSelect: offerInstall,
                },
              ]
            : []),
          {
            is: "action",
            key: "lock",
            label: t("lock"),
            icon: <Lock size={16} aria-hidden />,
            onSelect: lockNow,
          },
          {
            is: "action",
            key: "logout",
            label: t("logout"),
            icon: <LogOut size={16} aria-hidden />,
            onSelect: leave,
          },
        ]}
        renderTrigger={(attributes) => (
          <button type="button" {...attributes} aria-label={[initials, t("userMenu")].filter(Boolean).join(", ")} className={button}>
            {initials}
          </button>
        )}
      />
      {question ? <SignOutQuestion question={question} onCancel={cancel} onConfirm={confirm} /> : null}
    </>
  );
}
