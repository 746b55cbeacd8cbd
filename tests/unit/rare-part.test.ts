import { describe, expect, test } from "vitest";
import { rarePart } from "../../host/queries/few.ts";

describe("the part of a search text that few rows hold", () => {
  test.each([
    ["cf-12ab", "f-12ab"],
    ["jide.adebayo64974", "o64974"],
    ["jide.adebayo64974@example.com", "64974@"],
    ["cf-ab12cd90ef12", "90ef12"],
    ["+2348012345678", "345678"],
    ["émile.né1", "le.né1"],
    ["\u{1F600}\u{1F600}\u{1F600}1\u{1F600}\u{1F600}\u{1F600}", "\u{1F600}\u{1F600}1\u{1F600}\u{1F600}\u{1F600}"],
  ])("[HOST-6] of %s is %s", (text, part) => {
    expect(rarePart(text)).toBe(part);
    expect(text).toContain(part);
  });

  test.each(["", "123456", "ada.obi", "john smith"])("[HOST-6] %j has none", (text) => {
    expect(rarePart(text)).toBeUndefined();
  });
});
