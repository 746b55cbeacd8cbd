import { useState } from "react";
import { type BulkAnswer, bulkGiftCardRates, readBulkRefusal } from "../../../../contract/gift-cards.ts";
import { useReadGiftCardsAgain } from "../../../data/use-gift-cards.ts";
import { useDeed } from "../../../deeds/use-deed.ts";
import { useTranslation } from "../../../words/use-translation.ts";
import { tellingUpload } from "../../../../sync/wire/upload.ts";
import { tellEnd } from "../../../state/long-actions.ts";
import type { Right } from "./rehearse.ts";
import { refusalLine, type Results, resultsOf, stillOpen } from "./results.ts";

/** Progress of an upload. */
export type Uploading = { readonly is: "no" } | { readonly is: "sending"; readonly share: number } | { readonly is: "looking" };

/** Sends rows in one request and determines each result from the host's own list. */
export function useUpload(refresh: () => unknown) {
  const { t } = useTranslation("giftCards");
  const readAgain = useReadGiftCardsAgain();
  const [uploading, setUploading] = useState<Uploading>({ is: "no" });
  const [results, setResults] = useState<Results>(new Map());
  const [listRead, setListRead] = useState(true);
  const { deed, send, isHere, clearTrouble } = useDeed({
    failed: t("bulk.failed"),
    done: (message) => message ?? t("bulk.done"),
    refused: ({ body, message }) => refusalLine(readBulkRefusal(body)) ?? message,
    said: ({ body, message }) => refusalLine(readBulkRefusal(body)) ?? message,
  });

  /** Resolves to whether the host has everything sent; false once the dialog has been closed. */
  const upload = async (sent: readonly Right[], file: string): Promise<boolean> => {
    setUploading({ is: "sending", share: 0 });
    const outcome = await send({
      call: bulkGiftCardRates,
      body: { rates: sent.map(({ body }) => ({ ...body })) },
      operation: "bulkGiftCardRates",
      subject: ["gift card rates"],
      target: file,
      details: { file, rows: String(sent.length) },
      sender: tellingUpload((share) => setUploading({ is: "sending", share })),
      refresh,
    });
    if (outcome.is !== "blocked") tellEnd("bulkGiftCardRates");
    else {
      setUploading({ is: "no" });
      return false;
    }
    setUploading({ is: "looking" });
    const list = (await readAgain())?.rates;
    const answer: BulkAnswer | undefined = outcome.is === "done" ? outcome.value : readBulkRefusal(outcome.body);
    const found = resultsOf(sent, answer, list);
    const settled = outcome.is === "unknown" ? stillOpen(found) : found;
    setListRead(list !== undefined);
    setResults((before) => new Map([...before, ...settled]));
    setUploading({ is: "no" });
    return isHere() && outcome.is === "done" && (list === undefined || [...settled.values()].every(({ is }) => is === "stored"));
  };

  return {
    uploading,
    results,
    listRead,
    deed,
    isHere,
    upload,
    /** The host's current rates; undefined if it could not be asked. */
    readAgain,
    forget: () => {
      setResults(new Map());
      clearTrouble();
    },
  };
}
