// Internationalised domains have two forms: "exämple.com" and "xn--exmple-cua.com" (RFC 3492).
const base = 36;
const tMin = 1;
const tMax = 26;

function adapt(delta: number, points: number, isFirst: boolean): number {
  let rest = isFirst ? Math.floor(delta / 700) : delta >> 1;
  rest += Math.floor(rest / points);
  let k = 0;
  for (; rest > ((base - tMin) * tMax) >> 1; k += base) rest = Math.floor(rest / (base - tMin));
  return k + Math.floor(((base - tMin + 1) * rest) / (rest + 38));
}

/** Decodes a label without its "xn--"; undefined if malformed. */
function decodeLabel(label: string): string | undefined {
  const cut = label.lastIndexOf("-");
  const points = Array.from(cut > 0 ? label.slice(0, cut) : "");
  let bias = 72;
  let point = 128;
  let place = 0;
  const digits = label.slice(cut > 0 ? cut + 1 : 0);
  for (let at = 0; at < digits.length;) {
    const before = place;
    for (let weight = 1, k = base; ; k += base) {
      const digit = Number.parseInt(digits[at] ?? "", base);
      if (Number.isNaN(digit)) return undefined;
      at += 1;
      // Punycode puts letters before digits.
      const value = digit < 10 ? digit + 26 : digit - 10;
      place += value * weight;
      const t = Math.min(tMax, Math.max(tMin, k - bias));
      if (value < t) break;
      weight *= base - t;
      if (place > 0x7fffffff || weight > 0x7fffffff) return undefined;
    }
    bias = adapt(place - before, points.length + 1, before === 0);
    point += Math.floor(place / (points.length + 1));
    place %= points.length + 1;
    if (point > 0x10ffff || (point >= 0xd800 && point < 0xe000)) return undefined;
    points.splice(place, 0, String.fromCodePoint(point));
    place += 1;
  }
  return points.join("");
}

/** An email with its domain in Unicode ("ada@exämple.com"); unchanged if no label is encoded. */
export function unicodeEmail(email: string): string {
  const at = email.lastIndexOf("@") + 1;
  if (at === 0 || !/xn--/i.test(email.slice(at))) return email;
  const labels = email.slice(at).split(".");
  const read = labels.map((label) => (/^xn--/i.test(label) ? (decodeLabel(label.slice(4).toLowerCase()) ?? label) : label));
  return email.slice(0, at) + read.join(".");
}
