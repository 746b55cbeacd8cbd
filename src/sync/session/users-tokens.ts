import { type RefreshTokenRecord, refreshTokensOf } from "../../contract/refresh-tokens.ts";
import type { Host } from "../wire/host.ts";
import { messageIn } from "../wire/message-in.ts";

/** Timeout for the first byte, in ms. */
const firstByteWithinMs = 15_000;

/**
 * Reads a user's refresh tokens once: the host logs each read, so only a person repeats it. The answer is never stored (SEC-1).
 * Never rejects.
 */
export async function findRefreshTokens(
  host: Host,
  email: string,
): Promise<{ is: "found"; tokens: readonly RefreshTokenRecord[] } | { is: "failed"; message: string | undefined }> {
  const answer = await host.client.send(refreshTokensOf, { query: { email }, firstByteWithinMs });
  return answer.is === "answered" ? { is: "found", tokens: answer.value.refreshTokens } : { is: "failed", message: messageIn(answer) };
}
