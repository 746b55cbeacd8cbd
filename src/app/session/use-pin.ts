import { lazy, useState } from "react";
import { plainText } from "../../contract/text.ts";
import "../words/auth-words.ts";
import { useTranslation } from "../words/use-translation.ts";
import { knownEmail, signInAgain } from "../../sync/session/sign-in-again.ts";
import type { SecondStep } from "../../sync/session/auth.ts";
import { useHost } from "../data/host-context.ts";

/** Form asking the signed-in admin for their PIN; only the host can check it. */
export interface PinForm {
  /** Undefined if neither the host nor the token gave the admin's email: the form then asks for it. */
  readonly email: string | undefined;
  readonly typedEmail: string;
  readonly setTypedEmail: (email: string) => void;
  readonly pin: string;
  readonly setPin: (pin: string) => void;
  readonly busy: boolean;
  readonly error: string | undefined;
  /** Resolves to whether the PIN was right and sufficient; the session is then a new one. */
  readonly send: () => Promise<boolean>;
  /** Set once the PIN was right and the host requires a passkey: `PasskeyStep` replaces the fields (PASS-2). */
  readonly second: { readonly step: SecondStep; readonly restart: (why?: string) => void } | undefined;
}

/** Loaded once a host requires a passkey. */
export const PasskeyStep = lazy(async () => ({ default: (await import("./passkeys/passkey-step.tsx")).PasskeyStep }));

export function usePin(): PinForm {
  const { t } = useTranslation("auth");
  const host = useHost();
  const [email] = useState(() => knownEmail());
  const [typedEmail, setTypedEmail] = useState("");
  const [pin, setPin] = useState("");
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string>();
  const [step, setStep] = useState<SecondStep>();

  const send = async (): Promise<boolean> => {
    if (busy) return false;
    setBusy(true);
    setError(undefined);
    const outcome = await signInAgain(host, email ?? plainText(typedEmail), pin);
    setBusy(false);
    if (outcome.is === "done") {
      setPin("");
      return true;
    }
    if (outcome.is === "passkey") {
      setPin("");
      setStep(outcome);
      return false;
    }
    const { state } = host.reach;
    // `GatewayHint` says what is in the way.
    if (outcome.message === undefined && state.is === "unreachable" && state.why === "gateway") return false;
    setError(outcome.message ?? t(outcome.is === "refused" ? "signIn.failed" : "unreachable"));
    return false;
  };
  const restart = (why?: string): void => {
    setStep(undefined);
    setError(why);
  };
  return { email, typedEmail, setTypedEmail, pin, setPin, busy, error, send, second: step && { step, restart } };
}
