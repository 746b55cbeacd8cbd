import { Dialog as Ark } from "@ark-ui/react/dialog";
import { Portal } from "@ark-ui/react/portal";
import { X } from "lucide-react";
import { sva } from "#styled/css";
import { useTranslation } from "../i18n/use-translation.ts";
import { type DialogProps } from "./dialog.tsx";
import { IconButton } from "./icon-button.tsx";

const slots = sva({
  slots: ["veil", "place", "frame", "head", "title", "description", "body", "foot"],
  base: {
    veil: { position: "fixed", inset: "0", zIndex: "dialog", bg: "veil", animation: "appear {durations.fast} {easings.out}" },
    place: { position: "fixed", inset: "0", zIndex: "dialog", display: "flex", overflowY: "auto", overscrollBehavior: "contain" },
    frame: {
      position: "relative",
      display: "flex",
      flexDirection: "column",
      bg: "raised",
      boxShadow: "raised",
      _focusVisible: { outline: "none" },
      _forcedColors: { border: "1px solid" },
    },
    head: { display: "flex", alignItems: "flex-start", justifyContent: "space-between", gap: "4", px: "6", pt: "5", pb: "2" },
    title: { textStyle: "lg", fontWeight: "semibold", overflowWrap: "anywhere" },
    description: { textStyle: "md", color: "ink.muted", marginTop: "1", overflowWrap: "anywhere" },
    body: { display: "flex", flexDirection: "column", gap: "4", px: "6", py: "3", minHeight: "0", _empty: { display: "none" } },
    foot: {
      display: "flex",
      flexWrap: "wrap",
      justifyContent: "flex-end",
      gap: "2",
      px: "6",
      pt: "3",
      pb: "5",
      "& > *": { smDown: { flex: "1 1 auto" } },
    },
  },
  variants: {
    shape: {
      middle: {
        place: { alignItems: "flex-start", justifyContent: "center", px: "4", py: "[min(12vh, 8rem)]" },
        frame: { width: "full", maxWidth: "112", borderRadius: "panel", animation: "rise {durations.slow} {easings.out}" },
      },
      wide: {
        place: { alignItems: "flex-start", justifyContent: "center", px: "4", py: "[min(8vh, 5rem)]" },
        frame: { width: "full", maxWidth: "176", borderRadius: "panel", animation: "rise {durations.slow} {easings.out}" },
      },
      side: {
        place: { justifyContent: "flex-end", overflow: "hidden" },
        frame: { width: "full", maxWidth: "112", height: "[100dvh]", animation: "slideIn {durations.slow} {easings.out}" },
        body: { overflowY: "auto", flex: "1", overscrollBehavior: "contain" },
        head: { borderBottomWidth: "1px", borderColor: "line", pb: "4" },
      },
      drawer: {
        place: { justifyContent: "flex-start", overflow: "hidden" },
        frame: { width: "[min(18rem, 86vw)]", height: "[100dvh]", animation: "slideFromStart {durations.slow} {easings.out}" },
        body: { overflowY: "auto", flex: "1", overscrollBehavior: "contain", px: "0", py: "0" },
        head: { px: "4", pt: "3", pb: "2" },
      },
    },
  },
  defaultVariants: { shape: "middle" },
});

/** The part of `Dialog` that needs Ark; import `Dialog` instead. */
export function DialogFrame({ open, onClose, title, description, children, actions, shape = "middle", role = "dialog" }: DialogProps) {
  const { t } = useTranslation();
  const look = slots({ shape });
  return (
    <Ark.Root
      open={open}
      role={role}
      onOpenChange={(change) => {
        if (!change.open) onClose();
      }}
      // Another dialog that closes beneath this one would take it along: the PIN is asked for while a confirmation ends.
      onRequestDismiss={(event) => event.preventDefault()}
    >
      <Portal>
        <Ark.Backdrop className={look.veil} />
        <Ark.Positioner className={look.place}>
          <Ark.Content className={look.frame}>
            <header className={look.head}>
              <div>
                <Ark.Title className={look.title}>{title}</Ark.Title>
                {description ? <Ark.Description className={look.description}>{description}</Ark.Description> : null}
              </div>
              {role === "dialog" ? <IconButton label={t("close")} icon={<X size={16} aria-hidden />} onClick={onClose} /> : null}
            </header>
            {children ? <div className={look.body}>{children}</div> : null}
            {actions ? <footer className={look.foot}>{actions}</footer> : null}
          </Ark.Content>
        </Ark.Positioner>
      </Portal>
    </Ark.Root>
  );
}
