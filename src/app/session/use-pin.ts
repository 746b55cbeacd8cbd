import { lazy, useState } from "react";
import { plainText } from "../../contract/text.ts";
import "../words/auth-words.ts";
import { useTranslation } from "../words/use-translation.ts";
import { knownEmail, signInAgain } from "../../sync/session/sign-in-again.ts";
import type { SecondStep } from "../../sync/session/auth.ts";
import { useHost } from "../data/host-context.ts";

/** A form that asks the signed-in admin for their PIN; the host checks it, and nothing on the device could. */
export interface PinForm {
  /** Undefined where neither the host nor the token told the admin's email: then it is asked for, too. */
  readonly email: string | undefined;
  readonly typedEmail: string;
  readonly setTypedEmail: (email: string) => void;
  readonly pin: string;
  readonly setPin: (pin: string) => void;
  readonly busy: boolean;
  readonly error: string | undefined;
  /** Resolves to whether the PIN was right and enough; the session is a new one then. */
  readonly send: () => Promise<boolean>;
  /** Set once the PIN was right and the host asks for the passkey: `PasskeyStep` takes the place of the fields (PASS-2). */
  readonly second: { readonly step: SecondStep; readonly restart: (why?: string) => void } | undefined;
}

/** Loaded once a host asks for the passkey. */
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
    setError(outcome.message ?? t("signIn.failed"));
    return false;
  };
  const restart = (why?: string): void => {
    setStep(undefined);
    setError(why);
  };
  return { email, typedEmail, setTypedEmail, pin, setPin, busy, error, send, second: step && { step, restart } };
}
