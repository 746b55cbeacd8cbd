import { expect, test } from "vitest";
import { deviceOf } from "../../src/app/screens/settings/user-agent.ts";

const webkit = "AppleWebKit/537.36 (KHTML, like Gecko)";

test.each([
  ["Mozilla/5.0 (X11; Linux x86_64; rv:153.0) Gecko/20100101 Firefox/153.0", "Firefox", "Linux"],
  [`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${webkit} Chrome/156.0.0.0 Safari/537.36`, "Chrome", "Windows"],
  [`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${webkit} Chrome/156.0.0.0 Safari/537.36 Edg/156.0.0.0`, "Edge", "Windows"],
  [
    "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.0 Safari/605.1.15",
    "Safari",
    "macOS",
  ],
  [
    "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/156.0 Mobile Safari/604.1",
    "Chrome",
    "iPhone",
  ],
  [`Mozilla/5.0 (Linux; Android 15; Pixel 9) ${webkit} Chrome/156.0.0.0 Mobile Safari/537.36`, "Chrome", "Android"],
  [`Mozilla/5.0 (X11; CrOS x86_64 15000.0.0) ${webkit} Chrome/156.0.0.0 Safari/537.36`, "Chrome", "ChromeOS"],
])("names the browser and the system of %s", (agent, browser, system) => {
  expect(deviceOf(agent)).toEqual({ browser, system });
});

test.each([undefined, "", "curl/8.5", "<script>"])("names nothing that it doesn't know: %s", (agent) => {
  expect(deviceOf(agent)).toBeUndefined();
});
