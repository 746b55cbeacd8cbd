import * as v from "valibot";
import { useLocation } from "wouter";
import { useHistoryState } from "wouter/use-browser-location";
import { plainText } from "../../../contract/text.ts";
import { paramsOf } from "../../params.ts";
import { type CryptoFee, cryptoFee } from "../../../contract/fees.ts";
import { isFeeOf, useFees } from "../../data/use-fees.ts";
import { decodedSegment } from "../../links.ts";
import { useSearch } from "../../state/use-search.ts";

/** A fee as navigation state, which browsers keep past a sign-out: its figures, without who set them. */
export const feeState = ({ currency, network, networkName, networkFee, updatedAt }: CryptoFee) => ({
  currency,
  network,
  networkName,
  networkFee,
  updatedAt,
});

/** The fee passed as navigation state: a shortcut, lost on a reload in another tab. */
export function useFeeInState(): CryptoFee | undefined {
  const parsed = v.safeParse(cryptoFee, useHistoryState());
  return parsed.success ? parsed.output : undefined;
}

/** Currency and network from the end of the path, read directly because the router would leave an encoded slash undecoded. */
export function useFeeInPath(): { currency: string; network: string } {
  useLocation();
  const [currency = "", network = ""] = globalThis.location.pathname
    .split("/")
    .slice(-2)
    .map((segment) => plainText(decodedSegment(segment)));
  return { currency, network };
}

/** The fee a page is about, named in its URL, else in the navigation state: as cached, else as passed; and all that are cached. */
export function useFeeSubject() {
  const query = paramsOf(useSearch());
  const state = useFeeInState();
  const [currency, network] = [query.get("currency") ?? state?.currency ?? "", query.get("network") ?? state?.network ?? ""];
  const { cached, refresh } = useFees();
  const passed = state?.currency === currency && state.network === network ? state : undefined;
  return { currency, network, fee: cached?.fees.find(isFeeOf({ currency, network })) ?? passed, cached, refresh };
}
