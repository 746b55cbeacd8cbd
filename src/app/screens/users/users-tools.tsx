import { css } from "#styled/css";
import { lazyPart } from "../../ui/lazy-part.tsx";
import { useTranslation } from "../../words/use-translation.ts";
import { selectionOf } from "../../lists/selection/selection.ts";
import { Button } from "../../ui/button.tsx";
import { Columns3 } from "../../ui/icons.tsx";
import { Popover } from "../../ui/popover.tsx";

const ColumnsPanel = lazyPart(async () => (await import("./user-columns-panel.tsx")).UserColumnsPanel);

const tools = css({ display: "flex", gap: "2" });
/** Touch can't hover over a row to reveal its checkbox. */
const forTouch = css({ "@media not (pointer: coarse)": { display: "none" } });

/** Tools for the table: columns (FIND-3), and on touch a selection (FIND-1). `filterKey`: the current list. */
export function UsersTools({ filterKey }: { filterKey: string }) {
  const { t } = useTranslation(["columns", "transactions"]);
  return (
    <div className={tools}>
      <Popover
        title={t("title")}
        renderTrigger={(attributes) => (
          <Button {...attributes} size="small" icon={<Columns3 size={16} aria-hidden />}>
            {t("title")}
          </Button>
        )}
      >
        <ColumnsPanel />
      </Popover>
      <Button size="small" className={forTouch} onClick={() => selectionOf("users", filterKey).choosing.set(true)}>
        {t("transactions:tools.select")}
      </Button>
    </div>
  );
}
