import type { NoPasskey, PasskeyEnd } from "../../../sync/session/passkeys.ts";
import type { Translate } from "../../words/keys.ts";

type T = Translate<"passkeys">;

/** Why the browser gives no passkey. */
export const whyWords = (t: T, why: NoPasskey): string => t(`why.${why}`, { name: location.hostname });

/** Why a passkey operation failed; `failed` if the host gave no message. */
export function endWords(t: T, end: Exclude<PasskeyEnd<unknown>, { readonly is: "done" }>, failed: string): string {
  switch (end.is) {
    case "none":
      return whyWords(t, end.why);
    case "refused":
      return end.message ?? failed;
    case "lost":
      return end.message ?? t("unreachable");
  }
}
