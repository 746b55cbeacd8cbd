import type { CDPSession, Page } from "@playwright/test";

/** Chromium's virtual authenticator, like a laptop's fingerprint reader. */
export class VirtualPasskeys {
  readonly #session: CDPSession;
  readonly #authenticatorId: string;

  private constructor(session: CDPSession, authenticatorId: string) {
    this.#session = session;
    this.#authenticatorId = authenticatorId;
  }

  /** Gives the page one that verifies its user immediately. */
  static async plugIn(page: Page): Promise<VirtualPasskeys> {
    const session = await page.context().newCDPSession(page);
    await session.send("WebAuthn.enable");
    const { authenticatorId } = await session.send("WebAuthn.addVirtualAuthenticator", {
      options: {
        protocol: "ctap2",
        transport: "internal",
        hasResidentKey: true,
        hasUserVerification: true,
        isUserVerified: true,
        automaticPresenceSimulation: true,
      },
    });
    return new VirtualPasskeys(session, authenticatorId);
  }

  /** User verification fails: each use is rejected like a cancelled one. */
  refuseUser(): Promise<void> {
    return this.#isVerified(false);
  }

  verifyUser(): Promise<void> {
    return this.#isVerified(true);
  }

  async #isVerified(isUserVerified: boolean): Promise<void> {
    await this.#session.send("WebAuthn.setUserVerified", { authenticatorId: this.#authenticatorId, isUserVerified });
  }
}
