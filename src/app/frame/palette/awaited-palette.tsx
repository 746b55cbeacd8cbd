import { useEffect } from "react";
import { createPortal } from "react-dom";
import { useSnapshot } from "valtio";
import { useTranslation } from "../../words/use-translation.ts";
import { Search } from "../../ui/icons.tsx";
import { paletteLook } from "./palette-look.ts";
import { closePalette, openedFrom, palette, typeInPalette } from "../../state/palette-state.ts";
import { verbatim } from "../../ui/verbatim.ts";

/** The palette's field while the palette loads: typing carries over into it. */
export function AwaitedPalette() {
  const { t } = useTranslation("layout");
  const { typed } = useSnapshot(palette, { sync: true });
  useEffect(
    () => () => {
      if (palette.shows === "nothing") openedFrom()?.focus();
    },
    [],
  );
  return createPortal(
    <>
      <div className={paletteLook.veil} />
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- Escape closes it, too */}
      <div
        className={paletteLook.place}
        onPointerDown={(event) => {
          if (event.target === event.currentTarget) closePalette();
        }}
      >
        <div className={paletteLook.frame} role="dialog" aria-modal="true" aria-label={t("find")} aria-busy="true">
          <div className={paletteLook.head}>
            <Search size={18} aria-hidden />
            <input
              className={paletteLook.input}
              aria-label={t("find")}
              autoFocus
              {...verbatim}
              maxLength={400}
              value={typed}
              onChange={(event) => typeInPalette(event.target.value)}
              onKeyDown={(event) => {
                if (event.nativeEvent.isComposing) return;
                if (event.key === "Escape") closePalette();
                else if (event.key === "Enter") palette.isEntered = true;
                else if (event.key !== "Tab") return;
                event.preventDefault();
              }}
            />
          </div>
        </div>
      </div>
    </>,
    document.body,
  );
}
