import { useState } from "react";
import { Link } from "wouter";
import { css } from "#styled/css";
import { type AdminRecord, useAdmins, useAdminsPath } from "../../data/use-admins.ts";
import { useReach } from "../../data/use-reach.ts";
import { useFormat } from "../../format/use-format.ts";
import { useNow } from "../../format/use-now.ts";
import { useTranslation } from "../../words/use-translation.ts";
import { paths } from "../../links.ts";
import { usePermissionOff } from "../../parts/permission-off.ts";
import { BasisLine } from "../../ui/basis-line.tsx";
import { Button, buttonLook } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { KeepFocus } from "../../ui/keep-focus.tsx";
import { RefreshCw, UserPlus } from "../../ui/more-icons.ts";
import { Notice } from "../../ui/notice.tsx";
import { panelLook } from "../../ui/panel-look.ts";
import { type AdminDeed, AdminTable } from "./admin-table.tsx";
import { ChangeAdminDialog } from "./change-admin-dialog.tsx";
import { SecurityPage } from "./security-page.tsx";

const bar = css({ display: "flex", flexWrap: "wrap", alignItems: "center", justifyContent: "space-between", gap: "3" });
const buttons = css({ display: "flex", flexWrap: "wrap", gap: "2" });

type Asked = { readonly deed: AdminDeed; readonly of: AdminRecord };

function Admins() {
  const { t } = useTranslation(["security", "common"]);
  const { state, refresh, readAgain, setRole, setActive, resetPasskeysOf } = useAdmins();
  const isOut = useReach().is === "unreachable";
  const format = useFormat();
  const now = useNow();
  const [asked, setAsked] = useState<Asked>();
  const again = (
    <Button icon={<RefreshCw size={16} aria-hidden />} off={isOut ? t("common:off.unreachable") : undefined} onClick={() => void refresh()}>
      {t("admins.refresh")}
    </Button>
  );
  // It stays where the list can't be read again.
  const dialog = asked ? (
    <ChangeAdminDialog
      key={`${asked.deed} ${asked.of.id}`}
      {...asked}
      readAgain={readAgain}
      setRole={setRole}
      setActive={setActive}
      resetPasskeysOf={resetPasskeysOf}
      onClose={() => setAsked(undefined)}
    />
  ) : null;
  if (state.is !== "known")
    return (
      <>
        <KeepFocus />
        {dialog}
        <div className={panelLook}>
          <EmptyState
            title={
              isOut ? t("admins.unreachable") : state.is === "failed" ? (state.message ?? t("admins.listFailed")) : t("common:loading")
            }
            {...(state.is === "failed" || isOut ? { action: again } : {})}
          >
            {state.is === "failed" || isOut ? t("admins.notKept") : undefined}
          </EmptyState>
        </div>
      </>
    );
  return (
    <>
      <KeepFocus />
      <div className={bar}>
        <BasisLine age={t("admins.asOf", { time: format.minute(state.asOf, now) })}>
          {t("admins.count", { count: state.value.length })}
        </BasisLine>
        <div className={buttons}>
          {again}
          <Link href={paths.createAdmin} className={buttonLook({ kind: "primary" })}>
            <UserPlus size={16} aria-hidden />
            {t("admins.add")}
          </Link>
        </div>
      </div>
      <AdminTable rows={state.value} onDeed={(deed, of) => setAsked({ deed, of })} />
      {dialog}
    </>
  );
}

/** /security/admins: the admins, their roles, and which accounts are active. */
export function AdminsScreen() {
  const { t } = useTranslation("security");
  const path = useAdminsPath();
  const permissionOff = usePermissionOff("canManageAdmins");
  return (
    <SecurityPage title={t("admins.title")}>
      {path === undefined ? (
        <Notice title={permissionOff ?? t("admins.notOffered")}>{permissionOff ? null : t("admins.notOfferedText")}</Notice>
      ) : (
        <Admins />
      )}
    </SecurityPage>
  );
}
