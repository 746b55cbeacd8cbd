import type { Generation } from "../../../data/use-generation.ts";
import { useSync } from "../../../data/sync-context.ts";
import { toast } from "../../../ui/toast.ts";
import { useTranslation } from "../../../words/use-translation.ts";

/** Follows a generation the host has started, so that every tab sees its progress; says so where this device can't. */
export function useFollowGeneration(): (phone: string, answer: Generation) => Promise<void> {
  const { generations } = useSync();
  const { t } = useTranslation("userTools");
  return async (phone, answer) => {
    try {
      await generations.follow(phone, answer);
    } catch {
      toast({ tone: "failed", title: t("progress.notFollowed"), description: t("progress.lateHint") });
    }
  };
}
