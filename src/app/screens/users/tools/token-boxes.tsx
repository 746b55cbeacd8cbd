import { type ReactNode, useId } from "react";
import { css } from "#styled/css";
import { Checkbox } from "../../../ui/checkbox.tsx";

const set = css({ border: "none", p: "0", m: "0", minWidth: "0" });
const legend = css({ textStyle: "sm", fontWeight: "medium", marginBottom: "2" });
const boxes = css({ display: "grid", gridTemplateColumns: "[repeat(auto-fill, minmax(8.5rem, 1fr))]", gap: "2.5" });
const hintLook = css({ textStyle: "xs", color: "ink.muted", marginTop: "2" });
const errorLook = css({ textStyle: "xs", fontWeight: "medium", color: "danger", marginTop: "2" });

interface TokenBoxesProps {
  label: string;
  hint?: ReactNode;
  tokens: readonly string[];
  ticked: readonly string[];
  error?: string | undefined;
  onChange: (ticked: readonly string[]) => void;
}

/** A checkbox for each token. */
export function TokenBoxes({ label, hint, tokens, ticked, error, onChange }: TokenBoxesProps) {
  const id = useId();
  const faultId = error ? `${id}-error` : undefined;
  return (
    <fieldset className={set}>
      <legend className={legend}>{label}</legend>
      <div className={boxes}>
        {tokens.map((token) => (
          <Checkbox
            key={token}
            label={token}
            faultId={faultId}
            checked={ticked.includes(token)}
            onChange={(checked) => onChange(checked ? [...ticked, token] : ticked.filter((one) => one !== token))}
          />
        ))}
      </div>
      {hint ? <p className={hintLook}>{hint}</p> : null}
      {error ? (
        <p id={faultId} className={errorLook}>
          {error}
        </p>
      ) : null}
    </fieldset>
  );
}
