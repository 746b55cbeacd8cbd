import { useGenerationEnds } from "../data/use-generation.ts";
import { useTranslation } from "../words/use-translation.ts";
import { toast } from "../ui/toast.ts";

/** Announces on any screen that a followed wallet generation has ended (TOOL-6). */
export function GenerationEnds() {
  const { t } = useTranslation("userTools");
  useGenerationEnds(({ phone, end }) => {
    if (!end || end.is === "idle") return;
    const description = end.is === "refused" ? end.message : undefined;
    toast({
      tone: end.is === "complete" ? "done" : "failed",
      title: t(`ended.${end.is}`, { phone }),
      ...(description ? { description } : {}),
    });
  });
  return null;
}
