import { Pagination as Ark } from "@ark-ui/react/pagination";
import { css, cx } from "#styled/css";
import { useTranslation } from "../words/use-translation.ts";
import { buttonLook } from "./button.tsx";

const row = css({ display: "flex", flexWrap: "wrap", alignItems: "center", gap: "1", fontVariantNumeric: "tabular-nums lining-nums" });
const pageLook = cx(
  buttonLook({ kind: "quiet", size: "small" }),
  css({
    minWidth: "7",
    px: "2",
    "&[data-selected]": {
      bg: "pressed",
      color: "ink",
    },
  }),
);
const stepLook = buttonLook({ kind: "plain", size: "small" });
const dots = css({ px: "1", color: "ink.muted" });

/** Not `disabled`, which would drop the focus of whoever arrives at the end. */
const offIf = (isEnd: boolean) => ({ disabled: false, "aria-disabled": isEnd || undefined });

export interface PaginationProps {
  /** 1-based. */
  page: number;
  pageSize: number;
  total: number;
  onChange: (page: number) => void;
  /** Labels of the step buttons, such as "Prev" and "Next". */
  previous?: string;
  next?: string;
}

/** Page buttons: all of them up to seven pages, else the first, the last and a window around the current one (USER-4). */
export function Pagination({ page, pageSize, total, onChange, previous, next }: PaginationProps) {
  const { t } = useTranslation();
  return (
    <Ark.Root
      className={row}
      aria-label={t("pagination")}
      count={total}
      pageSize={pageSize}
      page={page}
      siblingCount={1}
      onPageChange={(change) => onChange(change.page)}
      translations={{
        itemLabel: ({ page: at }) => t("page", { page: at }),
        prevTriggerLabel: previous ?? t("pagePrevious"),
        nextTriggerLabel: next ?? t("pageNext"),
      }}
    >
      <Ark.PrevTrigger className={stepLook} {...offIf(page <= 1)}>
        {previous ?? "‹"}
      </Ark.PrevTrigger>
      <Ark.Context>
        {({ pages }) =>
          pages.map((item, index) =>
            item.type === "page" ? (
              <Ark.Item key={item.value} {...item} className={pageLook}>
                {item.value}
              </Ark.Item>
            ) : (
              <Ark.Ellipsis key={`dots-${index < pages.length / 2 ? "start" : "end"}`} index={index} className={dots}>
                …
              </Ark.Ellipsis>
            ),
          )
        }
      </Ark.Context>
      <Ark.NextTrigger className={stepLook} {...offIf(page * pageSize >= total)}>
        {next ?? "›"}
      </Ark.NextTrigger>
    </Ark.Root>
  );
}
