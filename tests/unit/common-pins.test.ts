import { expect, test } from "vitest";
import { isCommonPin } from "../../host/sessions/common-pins.ts";

test.each([
  ["the most used", ["123456", "159753", "696969", "007007", "789456", "246810"]],
  ["dates, day or month first", ["190384", "031984", "123199", "311299", "290200"]],
  ["dates, year first", ["840319", "991231", "000101", "200012", "198403"]],
  ["dates with a whole year", ["031984", "122025", "151990", "199015"]],
  ["runs", ["345678", "987654", "890123", "135791"]],
  ["repeats", ["444444", "373737", "582582", "848848", "121112", "357753"]],
  ["runs of pairs and triples", ["112233", "998877", "444555", "001122"]],
])("[HOST-4] of six digits %s are refused", (_, pins) => {
  expect(pins.filter((pin) => !isCommonPin(pin))).toEqual([]);
});

test("[HOST-4] others are not: nine of ten PINs can be chosen", () => {
  expect(["482913", "739154", "846205", "507382", "860947"].filter(isCommonPin)).toEqual([]);
  let refused = 0;
  for (let pin = 0; pin < 1_000_000; pin += 7) if (isCommonPin(String(pin).padStart(6, "0"))) refused += 7;
  expect(refused).toBeLessThan(130_000);
});

test("[HOST-4] of longer ones, which who registers may choose, runs and repeats are", () => {
  expect(["12345678", "aaaaaa", "11111111", "7654321"].every(isCommonPin)).toBe(true);
  expect(["secret1", "82640193", "correct horse"].some(isCommonPin)).toBe(false);
});
