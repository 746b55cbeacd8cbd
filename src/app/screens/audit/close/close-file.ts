import { sha256Hex } from "../../../../contract/sha256.ts";
import { closeText, type DigestedClose, parseClose } from "../../../../db/money/daily-close.ts";
import { fileName } from "../../../ui/download.ts";

/** The name contains the digest, so a file can later be checked for changes. */
export const closeFileName = (words: string, { close, digest }: DigestedClose): string =>
  fileName(`${words}-${close.day}-${digest}`, "json");

export const closeFile = ({ close }: DigestedClose): Blob => new Blob([closeText(close)], { type: "application/json" });

export type OpenedClose =
  /** `isNamed`: the file's name contains the digest. */
  | { readonly is: "close"; readonly of: DigestedClose; readonly isNamed: boolean }
  /** The name's digest doesn't match the content. */
  | { readonly is: "changed"; readonly digest: string }
  | { readonly is: "unreadable" };

/** Reads a close file downloaded earlier, and checks its digest. */
export function openClose(name: string, bytes: Uint8Array): OpenedClose {
  const digest = sha256Hex(bytes);
  const named = /(?<![0-9a-f])[0-9a-f]{64}(?![0-9a-f])/.exec(name)?.[0];
  if (named !== undefined && named !== digest) return { is: "changed", digest };
  try {
    const close = parseClose(new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes));
    return close ? { is: "close", of: { close, digest }, isNamed: named !== undefined } : { is: "unreadable" };
  } catch {
    return { is: "unreadable" };
  }
}
