import { type ComponentType, Suspense, lazy } from "react";
import type { GatewayNoticeProps } from "./gateway-notice.tsx";
import { useReachOf } from "../data/use-reach.ts";
import { useHost } from "../data/host-context.ts";

const Nothing = () => null;

// If its code can't be loaded, the connection line says enough.
const Loaded = lazy(() =>
  import("./gateway-notice.tsx").then(
    ({ GatewayNotice: Component }): { default: ComponentType<GatewayNoticeProps> } => ({ default: Component }),
    () => ({ default: Nothing }),
  ),
);

/** Gateway notice; its code is loaded when it is needed. */
export const GatewayNotice = (props: GatewayNoticeProps) => (
  <Suspense fallback={null}>
    <Loaded {...props} />
  </Suspense>
);

/** Gateway notice while a gateway answers instead of the host. */
export function GatewayHint() {
  const reach = useReachOf(useHost());
  return reach.is === "unreachable" && reach.why === "gateway" ? <GatewayNotice /> : null;
}
