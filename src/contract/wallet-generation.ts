import * as v from "valibot";
import { saidFields } from "./answers.ts";
import { defineCall } from "./call.ts";
import { walletTokens } from "./currencies.ts";
import { count, flag, id, maybe, oneOf, text, word } from "./scalars.ts";

/** Token names in wallet keys: "BTC_BTC" (D2 §5). */
export const walletKeys = walletTokens.map((token) => `${token}_${token}` as const);

/** Poll interval of a generation, and when polling ends: 3 s and 10 minutes (D2 §9). */
export const pollEveryMs = 3_000;
export const pollAtMostMs = 600_000;

const phonenumber = word(40);
const force = v.optional(v.boolean("is not true or false"), false);

const person = v.nullish(v.looseObject({ id: maybe(id), _id: maybe(id), email: text, phonenumber: text, phone_number: text }));

/** Fields come in camel or snake case (D2 §3), at the top level or under data. */
export const generationFields = v.looseObject({
  ...saidFields,
  user: person,
  walletGenerationStatus: text,
  wallet_generation_status: text,
  status: text,
  walletsGenerated: count,
  wallets_generated: count,
  totalWallets: count,
  total_wallets: count,
  progress: text,
  isComplete: flag,
  is_complete: flag,
  estimatedCompletionTime: text,
  estimated_completion_time: text,
});

const finished = new Set(["complete", "completed"]);

/** State of a user's wallet generation; `raw`: the original answer. */
export const generationAnswer = v.pipe(
  v.looseObject({ ...saidFields, data: v.nullish(v.looseObject({})) }),
  v.rawTransform(({ dataset: { value: raw }, addIssue, NEVER }) => {
    const parsed = v.safeParse(generationFields, { ...raw, ...raw.data });
    if (!parsed.success) {
      addIssue({ message: `${v.getDotPath(parsed.issues[0]) ?? "answer"} is not valid` });
      return NEVER;
    }
    const { user, ...at } = parsed.output;
    const status = at.walletGenerationStatus ?? at.wallet_generation_status ?? at.status;
    return {
      raw,
      success: at.success,
      message: at.message ?? at.error,
      user: user
        ? { id: user.id ?? user._id ?? undefined, email: user.email, phonenumber: user.phonenumber ?? user.phone_number }
        : undefined,
      status,
      walletsGenerated: at.walletsGenerated ?? at.wallets_generated,
      totalWallets: at.totalWallets ?? at.total_wallets,
      progress: at.progress,
      isComplete: at.isComplete ?? at.is_complete ?? (status !== undefined && finished.has(status.toLowerCase())),
      estimatedCompletionTime: at.estimatedCompletionTime ?? at.estimated_completion_time,
    };
  }),
);
export type Generation = v.InferOutput<typeof generationAnswer>;

export const generateWallets = defineCall({
  method: "POST",
  path: "/updateuseraddress/generate-wallets-by-phone",
  auth: "bearer",
  kind: "mutation",
  action: "generateWallet",
  body: v.object({ phonenumber, force }),
  answer: generationAnswer,
});

export const generationStatus = defineCall({
  method: "GET",
  path: "/updateuseraddress/status-by-phone",
  auth: "bearer",
  kind: "read",
  query: v.object({ phonenumber }),
  answer: v.pipe(
    generationAnswer,
    v.check(
      ({ success, status, progress, walletsGenerated, totalWallets, isComplete }) =>
        success === false || isComplete || [status, progress, walletsGenerated, totalWallets].some((field) => field !== undefined),
      "says nothing of a generation",
    ),
  ),
});

/** Answers with a message and the user's email; anything else is in `raw`. */
export const regenerateWallets = defineCall({
  method: "PATCH",
  path: "/updateuseraddress/regenerate-by-phone",
  auth: "bearer",
  kind: "mutation",
  action: "regenerateWallet",
  body: v.object({
    phonenumber,
    tokens: v.pipe(
      v.array(oneOf(walletKeys, "is not a wallet's token"), "is not a list"),
      v.minLength(1, "has no token"),
      v.maxLength(walletKeys.length, "has too many tokens"),
    ),
    force,
  }),
  answer: generationAnswer,
});
