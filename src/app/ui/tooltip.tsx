import { Portal } from "@ark-ui/react/portal";
import { Tooltip as Ark } from "@ark-ui/react/tooltip";
import { type ReactElement, type ReactNode } from "react";
import { css } from "#styled/css";
import { onceInPlace } from "./placed.ts";

const look = css({
  maxWidth: "72",
  px: "2.5",
  py: "1.5",
  bg: "ink",
  color: "ground",
  textStyle: "xs",
  borderRadius: "control",
  animation: "appear {durations.fast}",
});

/**
 * A few words about the control inside, on hover and focus. Never the only place where something is said:
 * touch has no hover.
 */
export function Tooltip({ text, children }: { text: ReactNode; children: ReactElement }) {
  return (
    <Ark.Root openDelay={400} closeDelay={80} positioning={{ placement: "top", gutter: 6 }}>
      <Ark.Trigger asChild>{children}</Ark.Trigger>
      <Portal>
        <Ark.Positioner className={onceInPlace}>
          <Ark.Content className={look}>{text}</Ark.Content>
        </Ark.Positioner>
      </Portal>
    </Ark.Root>
  );
}
