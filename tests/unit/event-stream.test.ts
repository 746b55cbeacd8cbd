import fc from "fast-check";
import { expect, test } from "vitest";
import { type StreamPart, StreamReader } from "../../src/contract/event-stream.ts";

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
const read = (...pieces: readonly Uint8Array[]): StreamPart[] => {
  const reader = new StreamReader();
  return pieces.flatMap((piece) => reader.push(piece));
};
const frame = (event: string, data: string, id?: string): StreamPart => ({ is: "frame", event, id, data });

test("[LIVE-1] frames and comments are read as they were written", () => {
  expect(read(bytes('event: hello\ndata: {"complete":true}\n\n:\n\nid: A.1\nevent: change\ndata: {"row":"é\u2028x"}\n\n'))).toEqual([
    frame("hello", '{"complete":true}'),
    { is: "comment" },
    frame("change", '{"row":"é\u2028x"}', "A.1"),
  ]);
});

test("[LIVE-1] other hosts may end lines otherwise, split data, leave out the space, and name fields that nobody knows", () => {
  const parts = read(bytes("\uFEFFevent:a\r\ndata:1\r\ndata: 2\r\n\r\nretry: 9\nevent: none\n\ndata\rid:7\r\revent: b\ndata: 3\n\n"));
  expect(parts).toEqual([frame("a", "1\n2"), frame("", "", "7"), frame("b", "3")]);
});

test("[LIVE-2] a frame that breaks off is never told", () => {
  expect(read(bytes("event: change\ndata: {}\n"))).toEqual([]);
});

test("[LIVE-1] wherever a stream is cut into pieces, it reads the same", () => {
  const whole = bytes('event: change\r\nid: A.1\r\ndata: {"name":"Ṣadé"}\r\n\r\n:\n\nevent: b\ndata: 2\n\n');
  fc.assert(
    fc.property(fc.array(fc.nat(whole.length), { maxLength: 8 }), (cuts) => {
      const at = [0, ...cuts.toSorted((a, b) => a - b), whole.length];
      const pieces = at.slice(1).map((end, index) => whole.slice(at[index], end));
      expect(read(...pieces)).toEqual(read(whole));
    }),
  );
});
