import { useId } from "react";
import { usePeople } from "../../../data/use-look.ts";
import { EmailField } from "../../../ui/email-field.tsx";
import { TextField } from "../../../ui/text-field.tsx";

interface SuggestedFieldProps {
  /** Kind of input, and of the suggestions. */
  kind: "email" | "phone";
  label: string;
  value: string;
  onChange: (value: string) => void;
  error: string | undefined;
  /** While it is sent: the answer stands beside the user it is of. */
  locked?: boolean;
}

/** Email or phone number field that suggests cached users' while typing. */
export function SuggestedField({ kind, label, value, onChange, error, locked = false }: SuggestedFieldProps) {
  const list = useId();
  const { people } = usePeople(value);
  const offered = (people?.users ?? []).flatMap((user) => {
    const one = kind === "email" ? user.email : user.phonenumber;
    return one && one !== value ? [{ value: one, label: user.username ?? "" }] : [];
  });
  const shared = { label, name: kind, autoComplete: "off", list, value, error, readOnly: locked } as const;
  return (
    <>
      {kind === "email" ? (
        <EmailField {...shared} maxLength={254} onChange={onChange} />
      ) : (
        <TextField {...shared} type="tel" maxLength={40} spellCheck={false} onChange={(event) => onChange(event.target.value)} />
      )}
      <datalist id={list}>
        {[...new Map(offered.map((one) => [one.value, one])).values()].map((one) => (
          <option key={one.value} value={one.value}>
            {one.label}
          </option>
        ))}
      </datalist>
    </>
  );
}
