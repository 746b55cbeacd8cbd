import { Dialog as Ark } from "@ark-ui/react/dialog";
import { Portal } from "@ark-ui/react/portal";
import { useRef } from "react";
import { sva } from "#styled/css";
import { before, contentOf } from "../state/touched-fields.ts";
import { useTranslation } from "../words/use-translation.ts";
import { type DialogProps } from "./dialog.tsx";
import { IconButton } from "./icon-button.tsx";
import { X } from "./more-icons.ts";
import { useCloseRequest } from "./use-close-request.ts";
import { useLeave } from "./use-leave.ts";
import { useWayBack } from "./way-back.ts";

const slots = sva({
  slots: ["veil", "place", "frame", "head", "close", "title", "description", "body", "foot"],
  base: {
    veil: {
      position: "fixed",
      inset: "0",
      zIndex: "dialog",
      bg: "veil",
      animation: "appear {durations.fast} {easings.out}",
      _print: { display: "none" },
    },
    place: {
      position: "fixed",
      inset: "0",
      zIndex: "dialog",
      display: "flex",
      overflowY: "auto",
      overscrollBehavior: "contain",
      _print: { position: "static", display: "block", p: "0!", overflow: "visible!" },
    },
    frame: {
      position: "relative",
      display: "flex",
      flexDirection: "column",
      bg: "raised",
      boxShadow: "raised",
      _focusVisible: { outline: "none" },
      _forcedColors: { border: "1px solid" },
      _print: { maxWidth: "none!", height: "auto!", boxShadow: "none", animation: "none!" },
    },
    head: { display: "flex", alignItems: "flex-start", justifyContent: "space-between", gap: "4", px: "6", pt: "5", pb: "2" },
    // The close button sits in the frame's corner, in line with the title.
    close: { marginTop: "-1", marginInlineEnd: "-2", _touch: { marginTop: "-2.5", marginInlineEnd: "-3.5" } },
    title: { textStyle: "lg", fontWeight: "semibold", overflowWrap: "anywhere" },
    description: { textStyle: "md", color: "ink.muted", marginTop: "1", overflowWrap: "anywhere" },
    body: {
      display: "flex",
      flexDirection: "column",
      gap: "4",
      px: "6",
      py: "3",
      minHeight: "0",
      _empty: { display: "none" },
      _print: { overflow: "visible!" },
    },
    foot: {
      display: "flex",
      flexWrap: "wrap",
      justifyContent: "flex-end",
      gap: "2",
      px: "6",
      pt: "3",
      pb: "5",
      "& > *": { smDown: { flex: "1 1 auto" } },
      _print: { display: "none" },
    },
  },
  variants: {
    shape: {
      middle: {
        place: {
          alignItems: "flex-start",
          justifyContent: "center",
          px: "[max(1rem, env(safe-area-inset-left))]",
          py: "[min(12dvh, 8rem)]",
        },
        frame: { width: "full", maxWidth: "112", borderRadius: "panel", animation: "rise {durations.slow} {easings.out}" },
      },
      wide: {
        place: {
          alignItems: "flex-start",
          justifyContent: "center",
          px: "[max(1rem, env(safe-area-inset-left))]",
          py: "[min(8dvh, 5rem)]",
        },
        frame: { width: "full", maxWidth: "176", borderRadius: "panel", animation: "rise {durations.slow} {easings.out}" },
      },
      side: {
        place: { justifyContent: "flex-end", overflowX: "hidden" },
        frame: {
          width: "full",
          maxWidth: "112",
          // A window that is lower, as at 400 %, scrolls to its foot.
          height: "[max(100dvh, 24rem)]",
          paddingTop: "[env(safe-area-inset-top)]",
          paddingRight: "[env(safe-area-inset-right)]",
          paddingBottom: "[env(safe-area-inset-bottom)]",
          animation: "slideIn {durations.slow} {easings.out}",
        },
        body: { overflowY: "auto", flex: "1", overscrollBehavior: "contain" },
        head: { borderBottomWidth: "1px", borderColor: "line", pb: "4" },
      },
      drawer: {
        place: { justifyContent: "flex-start", overflow: "hidden" },
        frame: {
          width: "[min(18rem, 86vw)]",
          height: "[100dvh]",
          boxSizing: "content-box",
          paddingTop: "[env(safe-area-inset-top)]",
          paddingLeft: "[env(safe-area-inset-left)]",
          paddingBottom: "[env(safe-area-inset-bottom)]",
          animation: "slideFromStart {durations.slow} {easings.out}",
        },
        body: { overflowY: "auto", flex: "1", overscrollBehavior: "contain", px: "0", py: "0" },
        head: { px: "4", pt: "3", pb: "2" },
      },
    },
  },
  defaultVariants: { shape: "middle" },
});

/** Form field to focus first. */
const firstField = "form :is(input, select, textarea):not([type=hidden], [type=checkbox], [type=radio], [readonly], :disabled)";

/** Whether a field in a dialog holds input. */
const isTypedIn = (frame: HTMLElement | null): boolean =>
  [...before].some(([control, content]) => frame?.contains(control) === true && contentOf(control) !== content);

/** The part of `Dialog` that needs Ark; import `Dialog` instead. */
export function DialogFrame({
  open,
  onClose,
  title,
  description,
  children,
  actions,
  shape = "middle",
  role = "dialog",
  closeOnInteractOutside = role === "dialog",
}: DialogProps) {
  const { t } = useTranslation();
  const look = slots({ shape });
  useCloseRequest(onClose);
  useLeave(shape === "drawer" ? onClose : undefined); // LAY-5
  const frame = useRef<HTMLElement>(null);
  const { ref: noteWayBack, end } = useWayBack();
  return (
    <Ark.Root
      open={open}
      role={role}
      closeOnInteractOutside={closeOnInteractOutside}
      initialFocusEl={() => frame.current?.querySelector<HTMLElement>(firstField) ?? null}
      finalFocusEl={end}
      onOpenChange={(change) => {
        if (!change.open) onClose();
      }}
      // A stray click must not lose what was typed.
      onPointerDownOutside={(event) => {
        if (isTypedIn(frame.current)) event.preventDefault();
      }}
      // A dialog that has just closed may return the focus late, to an element outside.
      onFocusOutside={(event) => event.preventDefault()}
      // A dialog closing beneath would dismiss this one too: the PIN is asked for while a confirmation closes.
      onRequestDismiss={(event) => event.preventDefault()}
    >
      <Portal>
        <Ark.Backdrop className={look.veil} />
        <Ark.Positioner className={look.place}>
          <Ark.Content
            ref={(element) => {
              frame.current = element;
              noteWayBack(element);
            }}
            className={look.frame}
          >
            <div className={look.head}>
              <div>
                <Ark.Title className={look.title}>{title}</Ark.Title>
                {description ? <Ark.Description className={look.description}>{description}</Ark.Description> : null}
              </div>
              {role === "dialog" ? (
                <IconButton className={look.close} label={t("close")} icon={<X size={16} aria-hidden />} onClick={onClose} />
              ) : null}
            </div>
            {children ? (
              <div className={look.body} role="group" aria-label={title}>
                {children}
              </div>
            ) : null}
            {actions ? <footer className={look.foot}>{actions}</footer> : null}
          </Ark.Content>
        </Ark.Positioner>
      </Portal>
    </Ark.Root>
  );
}
