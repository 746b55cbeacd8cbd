import { useId } from "react";
import { css, cx } from "#styled/css";
import { useTranslation } from "../../i18n/use-translation.ts";
import { controlLook } from "../../ui/field.tsx";
import { Pagination } from "../../ui/pagination.tsx";
import type { PlacedPage } from "./placed-page.ts";
import { pageSizes } from "./users-params.ts";

const foot = css({ display: "flex", flexWrap: "wrap", alignItems: "center", justifyContent: "space-between", gap: "3" });
const perPage = css({ display: "flex", alignItems: "center", gap: "2", textStyle: "sm", color: "ink.muted" });
const select = cx(controlLook, css({ width: "auto", minHeight: "8", "& option": { bg: "raised", color: "ink" } }));

interface UsersFootProps {
  placed: PlacedPage;
  pageSize: number;
  onPage: (page: number) => void;
  onPageSize: (size: number) => void;
}

/** Page size and pages (USER-4). */
export function UsersFoot({ placed, pageSize, onPage, onPageSize }: UsersFootProps) {
  const { t } = useTranslation("users");
  const id = useId();
  return (
    <div className={foot}>
      <span className={perPage}>
        <label htmlFor={id}>{t("list.perPage")}</label>
        <select id={id} className={select} value={pageSize} onChange={(event) => onPageSize(Number(event.target.value))}>
          {pageSizes.map((size) => (
            <option key={size} value={size}>
              {size}
            </option>
          ))}
        </select>
      </span>
      {placed.pages > 1 ? <Pagination page={placed.page} pageSize={pageSize} total={placed.total} onChange={onPage} /> : null}
    </div>
  );
}
