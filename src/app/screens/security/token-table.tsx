import { useId, useState } from "react";
import { css } from "#styled/css";
import type { RefreshTokenRecord } from "../../../contract/refresh-tokens.ts";
import { useTranslation } from "../../words/use-translation.ts";
import { Button } from "../../ui/button.tsx";
import { copyText } from "../../ui/copy-text.ts";
import { Copy, Eye, EyeOff } from "../../ui/more-icons.ts";
import { Table, TableBody, TableHead, Td, Th, Tr } from "../../ui/table.tsx";
import { VisuallyHidden } from "../../ui/visually-hidden.tsx";
import { Time } from "../../parts/time.tsx";

const section = css({ display: "flex", flexDirection: "column", gap: "3" });
const title = css({ textStyle: "md", fontWeight: "semibold", overflowWrap: "anywhere" });
const buttons = css({ display: "inline-flex", flexWrap: "wrap", justifyContent: "flex-end", gap: "2" });
const hidden = css({ letterSpacing: "[0.15em]", color: "ink.muted", whiteSpace: "nowrap" });

/** Tokens, each hidden until revealed individually (SEC-1). */
export function TokenTable({ email, tokens }: { email: string; tokens: readonly RefreshTokenRecord[] }) {
  const { t } = useTranslation(["security", "common"]);
  const [revealed, setRevealed] = useState<ReadonlySet<number>>(new Set());
  const id = useId();
  const turn = (index: number) => {
    const next = new Set(revealed);
    if (!next.delete(index)) next.add(index);
    setRevealed(next);
  };
  return (
    <section className={section}>
      <h2 className={title}>{t("resultsOf", { email })}</h2>
      <Table label={t("resultsOf", { email })} size="medium">
        <TableHead>
          <Th>{t("columns.token")}</Th>
          <Th>{t("columns.createdAt")}</Th>
          <Th align="end">
            <VisuallyHidden>{t("columns.actions")}</VisuallyHidden>
          </Th>
        </TableHead>
        <TableBody>
          {tokens.map(({ token, createdAt }, index) => {
            const isRevealed = revealed.has(index);
            return (
              // oxlint-disable-next-line react/no-array-index-key -- a host that masks its tokens may send several alike.
              <Tr key={index}>
                <Td label={t("columns.token")} kind="mono">
                  {isRevealed ? (
                    token
                  ) : (
                    <>
                      <span className={hidden} aria-hidden="true">
                        ••••••••••••
                      </span>
                      <VisuallyHidden>{t("masked")}</VisuallyHidden>
                    </>
                  )}
                </Td>
                <Td label={t("columns.createdAt")} kind="figure" id={`${id}-${index}`}>
                  {createdAt ? <Time at={Date.parse(createdAt)} /> : t("common:none")}
                </Td>
                <Td align="end">
                  <span className={buttons}>
                    <Button
                      size="small"
                      icon={isRevealed ? <EyeOff size={14} aria-hidden /> : <Eye size={14} aria-hidden />}
                      aria-describedby={`${id}-${index}`}
                      onClick={() => turn(index)}
                    >
                      {isRevealed ? t("hide") : t("reveal")}
                    </Button>
                    <Button
                      size="small"
                      icon={<Copy size={14} aria-hidden />}
                      aria-describedby={`${id}-${index}`}
                      onClick={() => void copyText(token, { copied: t("copied"), failed: t("common:copyFailed") })}
                    >
                      {t("copy")}
                    </Button>
                  </span>
                </Td>
              </Tr>
            );
          })}
        </TableBody>
      </Table>
    </section>
  );
}
