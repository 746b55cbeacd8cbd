import { Portal } from "@ark-ui/react/portal";
import { Toaster as Ark, Toast, createToaster } from "@ark-ui/react/toast";
import { useEffect } from "react";
import { subscribeKey } from "valtio/utils";
import { css, sva } from "#styled/css";
import { auth } from "../state/auth.ts";
import { onOtherAdmin } from "../state/other-admin.ts";
import { useTranslation } from "../words/use-translation.ts";
import { Button } from "./button.tsx";
import { IconButton } from "./icon-button.tsx";
import { CircleAlert, CircleCheck, Info, X } from "./more-icons.ts";
import { attachToaster } from "./toast.ts";

/** LAY-6: top centre, 4000 ms, at most 3, 356 px wide, 14 px apart. */
const toaster = createToaster({
  placement: "top",
  duration: 4000,
  max: 3,
  gap: 14,
  offsets: { top: "max(1rem, env(safe-area-inset-top))", right: "1rem", bottom: "1rem", left: "1rem" },
});

const slots = sva({
  slots: ["root", "icon", "words", "title", "text"],
  base: {
    root: {
      display: "flex",
      alignItems: "flex-start",
      gap: "3",
      width: "[min(356px, calc(100vw - 2rem))]",
      px: "4",
      py: "3",
      bg: "raised",
      borderRadius: "panel",
      boxShadow: "raised",
      overflowWrap: "anywhere",
      translate: "var(--x) var(--y)",
      opacity: "var(--opacity)",
      zIndex: "var(--z-index)",
      height: "var(--height)",
      transition: "translate, opacity, height",
      transitionDuration: "slow",
      transitionTimingFunction: "out",
      _forcedColors: { border: "1px solid" },
    },
    icon: {
      display: "flex",
      alignItems: "center",
      height: "5",
      "[data-type=success] &": { color: "done" },
      "[data-type=error] &": { color: "danger" },
      "[data-type=info] &": { color: "processing" },
    },
    words: { flex: "1", minWidth: "0" },
    title: { textStyle: "md", fontWeight: "medium" },
    text: { textStyle: "sm", color: "ink.muted" },
  },
});
const close = css({ marginBlock: "-1.5", marginInlineEnd: "-1.5" });
const look = slots();
const types = { done: "success", failed: "error", info: "info" } as const;

/** The part of `Toaster` that needs Ark. */
export function ToastStack() {
  const { t } = useTranslation();
  useEffect(() => {
    let detach: (() => void) | undefined;
    const { body } = document;
    const follow = (): void => {
      detach?.();
      detach = undefined;
      // A lock's cover can be left without the PIN, and what was held back may be of users.
      if (auth.ending) toaster.remove();
      // Hold toasts back while the app is locked or the tab is hidden, since nobody would read them.
      else if (body.inert || document.hidden) toaster.pause();
      else {
        toaster.resume();
        // A night of the same failure is told once.
        let held: Set<string> | undefined = new Set();
        detach = attachToaster(({ tone, ...rest }) => {
          const said = JSON.stringify(rest);
          if (held?.has(said) && !rest.action) return;
          held?.add(said);
          toaster.create({ ...rest, type: types[tone], ...(rest.action ? { duration: Number.POSITIVE_INFINITY } : {}) });
        });
        held = undefined;
      }
    };
    const observer = new MutationObserver(follow);
    const unend = subscribeKey(auth, "ending", follow);
    // What was said to one admin is not for the next.
    const unfollow = onOtherAdmin(() => toaster.remove());
    // Ark's group subscribes in a task after render; a toast created before that is never shown.
    const timer = setTimeout(() => {
      follow();
      observer.observe(body, { attributeFilter: ["inert"] });
      document.addEventListener("visibilitychange", follow);
    });
    return () => {
      clearTimeout(timer);
      unfollow();
      unend();
      observer.disconnect();
      document.removeEventListener("visibilitychange", follow);
      detach?.();
    };
  }, []);
  return (
    <Portal>
      <Ark toaster={toaster} aria-label={t("notifications")}>
        {(message) => {
          const Icon = message.type === "success" ? CircleCheck : message.type === "error" ? CircleAlert : Info;
          return (
            <Toast.Root className={look.root}>
              <span className={look.icon}>
                <Icon size={16} aria-hidden />
              </span>
              <div className={look.words}>
                <Toast.Title className={look.title}>{message.title}</Toast.Title>
                {message.description ? <Toast.Description className={look.text}>{message.description}</Toast.Description> : null}
              </div>
              {message.action ? (
                <Toast.ActionTrigger asChild>
                  <Button size="small">{message.action.label}</Button>
                </Toast.ActionTrigger>
              ) : null}
              <Toast.CloseTrigger asChild>
                <IconButton className={close} label={t("dismiss")} icon={<X size={14} aria-hidden />} />
              </Toast.CloseTrigger>
            </Toast.Root>
          );
        }}
      </Ark>
    </Portal>
  );
}
