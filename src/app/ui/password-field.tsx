import { useState } from "react";
import { useTranslation } from "../words/use-translation.ts";
import { glyphs } from "./glyphs.tsx";
import { IconButton } from "./icon-button.tsx";
import { TextField, type TextFieldProps } from "./text-field.tsx";

/** Password input with a "Show password" / "Hide password" toggle. */
export function PasswordField(props: Omit<TextFieldProps, "type" | "end">) {
  const { t } = useTranslation();
  const [shown, setShown] = useState(false);
  return (
    <TextField
      autoCapitalize="none"
      spellCheck={false}
      {...props}
      type={shown ? "text" : "password"}
      end={
        <IconButton
          label={shown ? t("hidePassword") : t("showPassword")}
          icon={shown ? glyphs.eyeOff : glyphs.eye}
          onClick={() => setShown(!shown)}
        />
      }
    />
  );
}
