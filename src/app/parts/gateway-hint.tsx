import { type ComponentType, Suspense, lazy } from "react";
import { useReachOf } from "../data/use-reach.ts";
import { useHost } from "../data/host-context.ts";

const Nothing = () => null;

// Where its code can't be had, the connection line says as much.
const Loaded = lazy(() =>
  import("./gateway-notice.tsx").then(
    ({ GatewayNotice: Component }): { default: ComponentType } => ({ default: Component }),
    () => ({ default: Nothing }),
  ),
);

/** The gateway's notice; its code comes when one stands in the way. */
export const GatewayNotice = () => (
  <Suspense fallback={null}>
    <Loaded />
  </Suspense>
);

/** The same for as long as a gateway answers in the host's place. */
export function GatewayHint() {
  const reach = useReachOf(useHost());
  return reach.is === "unreachable" && reach.why === "gateway" ? <GatewayNotice /> : null;
}
