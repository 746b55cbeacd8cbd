import { Suspense } from "react";
import { useReachOf } from "../data/use-reach.ts";
import { useHost } from "./host-context.ts";
import { lazyPart } from "./lazy-part.tsx";

const Loaded = lazyPart(
  async () => (await import("./gateway-notice.tsx")).GatewayNotice,
  () => null,
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
