import { Component, type ReactNode } from "react";
import { isLostPart } from "../../sw/load-part.ts";
import { useTranslation } from "../words/use-translation.ts";
import { Button } from "./button.tsx";
import { BootPage } from "./boot-page.tsx";

/** Shown in place of a screen. `lost`: part of the app failed to load. */
export function Broken({ lost }: { lost: boolean }) {
  const { t } = useTranslation("boot");
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

interface ErrorBoundaryProps {
  children: ReactNode;
  /** Fallback; by default a page that says what happened. */
  instead?: ReactNode;
}

/** Catches render errors of a screen, and parts that fail to load. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, { broken: boolean; error: unknown }> {
  override state = { broken: false, error: undefined };

  static getDerivedStateFromError(error: unknown): { broken: boolean; error: unknown } {
    return { broken: true, error };
  }

  override render(): ReactNode {
    if (!this.state.broken) return this.props.children;
    return this.props.instead ?? <Broken lost={isLostPart(this.state.error)} />;
  }
}
