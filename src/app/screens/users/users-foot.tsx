import { useId } from "react";
import { css } from "#styled/css";
import { useTranslation } from "../../words/use-translation.ts";
import { Pagination } from "../../ui/pagination.tsx";
import { Select } from "../../ui/select-field.tsx";
import type { PlacedPage } from "./placed-page.ts";
import { pageSizes } from "./users-params.ts";

const foot = css({
  display: "flex",
  flexWrap: "wrap",
  alignItems: "center",
  justifyContent: "space-between",
  gap: "3",
  _print: { display: "none" },
});
const perPage = css({ display: "flex", alignItems: "center", gap: "2", textStyle: "sm", color: "ink.muted" });

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
        <Select
          id={id}
          value={pageSize}
          options={pageSizes.map((size) => ({ value: String(size), label: String(size) }))}
          onChange={(event) => onPageSize(Number(event.target.value))}
        />
      </span>
      {placed.pages > 1 ? <Pagination page={placed.page} pageSize={pageSize} total={placed.total} onChange={onPage} /> : null}
    </div>
  );
}
