import { type RefreshTokenRecord, refreshTokensOf } from "../../contract/refresh-tokens.ts";
import type { Host } from "../wire/host.ts";
import { messageIn } from "../wire/message-in.ts";

/** The first byte of an answer is waited for this long, in ms. */
const firstByteWithinMs = 15_000;

/**
 * Asks for a user's refresh tokens, once: each look is noted by the host, so only a person repeats it. Nothing
 * of the answer is written down anywhere (SEC-1). Never rejects.
 */
export async function findRefreshTokens(
  host: Host,
  email: string,
): Promise<{ is: "found"; tokens: readonly RefreshTokenRecord[] } | { is: "failed"; message: string | undefined }> {
  const answer = await host.client.send(refreshTokensOf, { query: { email }, firstByteWithinMs });
  return answer.is === "answered" ? { is: "found", tokens: answer.value.refreshTokens } : { is: "failed", message: messageIn(answer) };
}
