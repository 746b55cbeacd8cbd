import { useGenerationEnds } from "../data/use-generation.ts";
import { useTranslation } from "../words/use-translation.ts";
import { toast } from "../ui/toast.ts";

/** Announces on any screen that a followed wallet generation has ended (TOOL-6). */
export function GenerationEnds() {
  const { t } = useTranslation("layout");
  useGenerationEnds(({ phone, end }) => {
    if (!end || end.is === "idle") return;
    const description = end.is === "refused" ? end.message : undefined;
    toast({
      tone: end.is === "complete" ? "done" : "failed",
      title: t(`generation.${end.is}`, { phone }),
      ...(description ? { description } : {}),
    });
  });
  return null;
}
