import { forgetSeen } from "./seen.ts";

/** Takes the first sight away before the next paint once the app, or whatever else it has to say, stands in `root`. */
export function giveWay(root: Element): void {
  const firstSight = document.querySelector("#first-sight");
  if (!firstSight) return;
  // It comes beside the app: most pages have no first sight.
  const handingOver = import("./hand-over.ts").then(
    ({ handOver }) => handOver,
    () => undefined,
  );
  const stand = new MutationObserver(() => {
    if (!root.querySelector("main")?.firstElementChild) return;
    stand.disconnect();
    void handingOver.then((handOver) => {
      handOver?.(firstSight, root);
      firstSight.remove();
      forgetSeen();
    });
  });
  stand.observe(root, { childList: true, subtree: true });
}
