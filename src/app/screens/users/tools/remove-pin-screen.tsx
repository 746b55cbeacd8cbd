import { removePasswordPin } from "../../../../contract/user-tools.ts";
import { EmailDeed } from "./email-deed.tsx";

/** /user-management/remove-password and /user-management/wallet-generation (TOOL-3). */
export const RemovePinScreen = () => <EmailDeed operation="removePin" call={removePasswordPin} />;
