/** The 200 most used six-digit passwords among ten million leaked ones, most used first (from zxcvbn's list). */
const mostUsed = new Set(
  `
  123456 111111 123123 696969 666666 123321 654321 000000 112233 131313 159753 123654 159357 789456 102030 315475
  007007 111222 147258 010203 147852 420420 123789 852456 159951 134679 124578 135790 142536 741852 456123 666999
  246810 753951 314159 321654 141627 951753 911911 112358 555666 121314 456852 123098 258456 102938 123987 445566
  987456 456654 753159 223344 906090 789654 666777 123457 132435 963852 000007 362436 128500 789123 321123 100000
  150781 222333 321456 332211 420247 162534 456321 000001 789987 135246 122333 200000 778899 555777 112211 192837
  777888 333666 336699 123451 784512 235689 787898 147369 794613 654123 111333 000111 369963 123455 120676 147963
  159632 010180 655321 123465 998877 147741 258852 225588 369258 369852 123000 153624 333777 111000 987123 135791
  172839 420000 635241 987321 196969 100500 415263 224466 142857 999666 258369 132456 357159 145236 741963 258963
  333444 147896 123567 875421 357951 111777 996633 556677 223322 123459 132465 515000 222777 777999 777333 888999
  115599 321678 951357 123450 334455 111555 123890 777666 963258 456987 333555 159263 918273 114477 444555 902100
  999888 999000 741258 852258 986532 214365 895623 777555 515051 124038 258000 748596 651550 666333 110442 232425
  333999 153759 123412 987789 666555 615243 753357 555222 837519 222555 665544 141516 007700 159852 777111 555333
  357753 335577 823762 777000 699669 362514 222444 885522
`
    .trim()
    .split(/\s+/),
);

const isDay = (month: number, day: number): boolean => month >= 1 && month <= 12 && day >= 1 && day <= 31;
const isYear = (year: number): boolean => year >= 1900 && year <= 2099;

/** Whether six digits are a date in this or the last century: DDMMYY, MMDDYY, YYMMDD, MMYYYY, YYYYMM, DMYYYY or YYYYDM. */
function isDate(pin: string): boolean {
  const [a, b, c] = [Number(pin.slice(0, 2)), Number(pin.slice(2, 4)), Number(pin.slice(4))];
  const [first, last] = [Number(pin.slice(0, 4)), Number(pin.slice(2))];
  const [one, two] = [Number(pin[0]), Number(pin[1])];
  const [five, six] = [Number(pin[4]), Number(pin[5])];
  return (
    isDay(b, a) ||
    isDay(a, b) ||
    isDay(b, c) ||
    (isYear(last) && ((a >= 1 && a <= 12) || (one >= 1 && two >= 1))) ||
    (isYear(first) && ((c >= 1 && c <= 12) || (five >= 1 && six >= 1)))
  );
}

/** Whether all steps between digits are equal, modulo 10: 345678, 987654, 135791. */
function isRun(pin: string): boolean {
  const steps = pin
    .split("")
    .slice(1)
    .map((digit, at) => (Number(digit) - Number(pin[at]) + 10) % 10);
  return steps.every((step) => step === steps[0]);
}

/** Whether it repeats a piece, has at most two different digits, or is a palindrome. */
const isRepeat = (pin: string): boolean => /^(.{1,3})\1+$/.test(pin) || new Set(pin).size <= 2 || pin === pin.split("").reverse().join("");

/** Whether it is a run of pairs or triples: 112233, 444555. */
const isDoubledRun = (pin: string): boolean =>
  (/^(?:(.)\1)+$/.test(pin) && isRun(pin.replaceAll(/(.)./g, "$1"))) ||
  (/^(?:(.)\1\1)+$/.test(pin) && isRun(pin.replaceAll(/(.)../g, "$1")));

/**
 * Whether a PIN is easily guessed: among the 200 most used, a date, a run or a repeat. About an eighth of six-digit PINs are. Other
 * lengths are checked for runs and repeats only.
 */
export function isCommonPin(pin: string): boolean {
  if (/^\d{6}$/.test(pin)) return mostUsed.has(pin) || isDate(pin) || isRun(pin) || isRepeat(pin) || isDoubledRun(pin);
  return isRepeat(pin) || (/^\d+$/.test(pin) && isRun(pin));
}

/** Completes a sentence that begins with the field's name. */
export const tooCommon = "is too easy to guess: no date, no run, no repeat and none of the most used ones";
