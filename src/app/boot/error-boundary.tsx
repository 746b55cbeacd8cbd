import { Component, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "../ui/button.tsx";
import { BootPage } from "./boot-page.tsx";

/** Browsers say it in their own words; all of them name a module that could not be fetched. */
const isLostChunk = (error: unknown): boolean => error instanceof TypeError && /module|import/i.test(error.message);

function Broken({ error }: { error: unknown }) {
  const { t } = useTranslation("boot");
  const lost = isLostChunk(error);
  return (
    <BootPage
      title={lost ? t("chunkTitle") : t("crashTitle")}
      actions={
        <Button kind="primary" onClick={() => location.reload()}>
          {t("reload")}
        </Button>
      }
    >
      <p>{lost ? t("chunkText") : t("crashText")}</p>
    </BootPage>
  );
}

/** Stands where a screen broke while drawing, or where a part of it could not be loaded. */
export class ErrorBoundary extends Component<{ children: ReactNode }, { broken: boolean; error: unknown }> {
  override state = { broken: false, error: undefined };

  static getDerivedStateFromError(error: unknown): { broken: boolean; error: unknown } {
    return { broken: true, error };
  }

  override render(): ReactNode {
    return this.state.broken ? <Broken error={this.state.error} /> : this.props.children;
  }
}
