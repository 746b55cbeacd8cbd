/** Whether a keypad for decimals may lack the point: an iPhone's has one mark alone, in many regions the comma. */
let lacksPoint = false;

/** Notes what a box for numbers couldn't take. */
export function noteRefused(what: string): void {
  lacksPoint ||= what.includes(",");
}

/** The `inputMode` of a box for numbers: the keypad, or once a comma was refused, the keyboard that has all marks. */
export const decimalKeys = (): "decimal" | undefined => (lacksPoint ? undefined : "decimal");
