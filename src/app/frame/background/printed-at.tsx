import { useEffect } from "react";
import { useFormat } from "../../format/use-format.ts";
import { useTranslation } from "../../words/use-translation.ts";
import "./printed-at.css";

/** Heads every printout with its time and zone: on paper nobody can tell what "3 min. ago" and "as of 14:02" were. */
export function PrintedAt(): null {
  const { t } = useTranslation("shell");
  const format = useFormat();
  useEffect(() => {
    const { dataset } = document.body;
    const note = (): void => void (dataset["printed"] = t("printed", { time: format.full(Date.now()) }));
    addEventListener("beforeprint", note);
    return () => {
      removeEventListener("beforeprint", note);
      delete dataset["printed"];
    };
  }, [t, format]);
  return null;
}
