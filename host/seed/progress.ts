/** Below so many rows the loading takes some seconds and needs no bar. */
const fewRows = 100_000;
const barWidth = 30;

/** Where the bar is drawn: a terminal gets one line that changes, anything else a line for each tenth. */
interface Screen {
  readonly isTTY?: boolean;
  write(text: string): unknown;
}

/** Rows of users and transactions. */
export interface Step {
  readonly done: number;
  readonly of: number;
}

/** Draws how far the loading of demonstration data is. */
export function progressBar(screen: Screen): (step: Step) => void {
  let lastTenth = -1;
  return ({ done, of }) => {
    if (of < fewRows) return;
    const share = done / of;
    const percent = `${Math.floor(share * 100)} %`.padStart(5);
    const text = `${percent}, ${done.toLocaleString("en")} of ${of.toLocaleString("en")} rows`;
    if (screen.isTTY === true) {
      const full = Math.round(share * barWidth);
      screen.write(`\r\u001B[K${"█".repeat(full)}${"░".repeat(barWidth - full)} ${text}${done >= of ? "\n" : ""}`);
      return;
    }
    const tenth = Math.floor(share * 10);
    if (tenth !== lastTenth) screen.write(`Loading demonstration data: ${text.trim()}\n`);
    lastTenth = tenth;
  };
}
