import { expect, type Locator } from "@playwright/test";

const hues = { red: [5, 50], yellow: [60, 110], green: [130, 190], blue: [220, 270] } as const;

/** Expects an element's text, or its mark if given, to have a colour that people would call by this name. */
export const expectColour = (locator: Locator, name: keyof typeof hues | "grey"): Promise<void> =>
  // Retried, as the element may vanish when the app replaces the first sight.
  expect(() => lookAt(locator, name)).toPass({ timeout: 15_000 });

async function lookAt(locator: Locator, name: keyof typeof hues | "grey"): Promise<void> {
  const { chroma, hue } = await locator.evaluate((element) => {
    const canvas = document.createElement("canvas").getContext("2d");
    if (!canvas) throw new Error("no canvas");
    canvas.fillStyle = getComputedStyle(element).color;
    canvas.fillRect(0, 0, 1, 1);
    const [red = 0, green = 0, blue = 0] = [...canvas.getImageData(0, 0, 1, 1).data].map((part) => {
      const share = part / 255;
      return share <= 0.040_45 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
    });
    // sRGB to OKLab, after Ottosson.
    const l = Math.cbrt(0.412_221_470_8 * red + 0.536_332_536_3 * green + 0.051_445_992_9 * blue);
    const m = Math.cbrt(0.211_903_498_2 * red + 0.680_699_545_1 * green + 0.107_396_956_6 * blue);
    const s = Math.cbrt(0.088_302_461_9 * red + 0.281_718_837_6 * green + 0.629_978_700_5 * blue);
    const a = 1.977_998_495_1 * l - 2.428_592_205 * m + 0.450_593_709_9 * s;
    const b = 0.025_904_037_1 * l + 0.782_771_766_2 * m - 0.808_675_766 * s;
    return { chroma: Math.hypot(a, b), hue: ((Math.atan2(b, a) * 180) / Math.PI + 360) % 360 };
  });
  if (name === "grey") {
    expect(chroma).toBeLessThan(0.04);
    return;
  }
  const [from, to] = hues[name];
  expect(chroma).toBeGreaterThan(0.05);
  expect(hue).toBeGreaterThan(from);
  expect(hue).toBeLessThan(to);
}
