/** Checks a host against the contract by reading from it: `npm run conform -- https://host`. */
import { command } from "./command.ts";

const { code, out, err } = await command(process.argv.slice(2), process.env, console.error);
if (out !== "") console.log(out);
if (err !== "") console.error(err);
process.exitCode = code;
