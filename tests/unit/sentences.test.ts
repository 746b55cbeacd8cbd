import { expect, test } from "vitest";
import * as v from "valibot";
import { mutationAnswer, saysEnd } from "../../src/contract/answers.ts";
import { messageOf } from "../../src/contract/refusal.ts";
import { outcomeOf, judge } from "../../src/sync/wire/outcome.ts";

const sentence = "amount must not be less than 1. currency must be upper case";

test("[FUND-4] a refusal whose message is a list says its sentences, joined, before its error", () => {
  const body = { statusCode: 400, message: ["amount must not be less than 1", "currency must be upper case"], error: "Bad Request" };
  expect(messageOf(JSON.stringify(body))).toBe(sentence);
  expect(messageOf(JSON.stringify({ error: [{ msg: "Too late.", path: "date" }, { message: "Too much" }] }))).toBe("Too late. Too much");
  for (const message of [[], [""], null, {}, [null]])
    expect(messageOf(JSON.stringify({ message, error: "Bad Request" }))).toBe("Bad Request");
});

test.each([
  [{ message: "inner" }, "inner"],
  [{ email: ["is taken"], amount: "is too low" }, "email: is taken. amount: is too low"],
  [[["one"], [["two"]]], "one. two"],
  [{ code: "E_FUNDS", message: "Not enough" }, "Not enough"],
  [[{ field: "email", description: "is not known" }], "is not known"],
])("[FUND-4] a refusal that says %j says it in words, under message and error alike", (words, said) => {
  expect(messageOf(JSON.stringify({ message: words }))).toBe(said);
  expect(messageOf(JSON.stringify({ message: "", error: words }))).toBe(said);
});

test.each([
  [{ type: "about:blank", title: "Conflict", status: 409, detail: "Balance is 0.1" }, "Balance is 0.1"],
  [
    { detail: [{ type: "greater_than", loc: ["body", "amount"], msg: "Input should be greater than 0" }] },
    "Input should be greater than 0",
  ],
  [{ title: "One or more validation errors occurred.", status: 400, errors: { Amount: ["is too large"] } }, "Amount: is too large"],
  [{ errors: [{ detail: "Not this user" }] }, "Not this user"],
  [{ message: "Not this user", errors: { email: ["is not known"] } }, "Not this user"],
  [{ msg: "Not this user" }, "Not this user"],
  [{ title: "Balance too low", status: 409 }, "Balance too low"],
  [{ title: "Balance too low", error: "E_BALANCE" }, "Balance too low"],
  [{ error: "invalid_request", description: "The amount is missing" }, "The amount is missing"],
  [{ description: "Not this user" }, "Not this user"],
  [{ success: false, data: { message: "Not this user", email: "ada@example.com" } }, "Not this user"],
  [{ success: false, data: { email: "ada@example.com" } }, undefined],
  [{ errors: [{ status: "422", title: "Amount is too large", source: { pointer: "/amount" } }] }, "Amount is too large"],
])("[FUND-4] a refusal as other frameworks write it, %j, says it in words", (body, said) => {
  expect(messageOf(JSON.stringify(body))).toBe(said);
});

test.each([
  [{ error: true, detail: "Not enough" }, "Not enough"],
  [{ error: true, errors: { amount: ["too low"] } }, "amount: too low"],
  [{ success: false, message: false, error: "Not enough" }, "Not enough"],
  [{ message: 400, error: "Too low" }, "Too low"],
  [{ statusCode: 400, error: "Bad Request", errors: { amount: ["too low"] } }, "amount: too low"],
  [{ error: "invalid_amount", detail: "Not enough" }, "Not enough"],
  [
    { message: [{ property: "amount", value: 1, target: { email: "a@x" }, constraints: { min: "amount must not be less than 1" } }] },
    "min: amount must not be less than 1",
  ],
  [{ error: true, message: 400, errors: [false, 1] }, undefined],
])("[FUND-4] a flag or a number is no sentence, and an error counts last: %j", (body, said) => {
  expect(messageOf(JSON.stringify(body))).toBe(said);
});

test.each([
  [{ statusCode: 400, message: "Bad Request", errors: ["amount is too low"] }, "amount is too low"],
  [{ message: "Forbidden", error: "Not for you today" }, "Not for you today"],
  [{ title: "Unprocessable Entity", message: "unprocessable entity", data: { message: "Not this user" } }, "Not this user"],
  [{ message: "Not Found", error: "E_NOT_FOUND", title: "Not Found" }, "Not Found"],
  [{ message: "Conflict" }, "Conflict"],
  [{ message: "E_AMOUNT", errors: ["amount is too low"] }, "amount is too low"],
  [{ message: "余额不足", title: "Something went wrong" }, "余额不足"],
])("[FUND-4] a message that is only a code, or the status in words, hides no sentence: %j", (body, said) => {
  expect(messageOf(JSON.stringify(body))).toBe(said);
});

test("[FUND-4] a long message is cut to whole characters", () => {
  expect(messageOf(JSON.stringify({ message: `${"a".repeat(499)}😀b` }))).toBe(`${"a".repeat(499)}😀`);
  expect(messageOf(JSON.stringify({ message: `a\n${"b".repeat(500)}` }))).toBe(`a\n${"b".repeat(498)}`);
});

test.each([
  [{ errors: true }, false],
  [{ errors: 2 }, false],
  [{ errors: [404, 405] }, false],
  [{ errors: { amount: true } }, false],
  [{ errors: ["Frozen"] }, false],
  [{ errors: { amount: [{ text: "Frozen" }] } }, false],
  [{ errors: false }, true],
  [{ errors: 0 }, true],
  [{ errors: [] }, true],
  [{ errors: { amount: [""] } }, true],
  [{ errors: null }, true],
  [{}, true],
])("[FUND-4] a change's answer %j tells how it ended: %j", (answer, says) => {
  expect(saysEnd(answer)).toBe(says);
});

test("[FUND-4] nesting without an end says nothing, and breaks nothing", () => {
  const deep = `${"[".repeat(5000)}"x"${"]".repeat(5000)}`;
  expect(messageOf(`{"message":${deep},"error":"Bad Request"}`)).toBe("Bad Request");
  expect(saysEnd({ errors: JSON.parse(deep) })).toBe(true);
  expect(v.parse(mutationAnswer, { success: true, message: JSON.parse(deep) }).message).toBeUndefined();
});

test("[FUND-4] so does an answer with success false, and one that says how it was done", () => {
  const value = { success: false, message: ["amount must not be less than 1", "currency must be upper case"] };
  const state = judge({ is: "answered", value, sentAt: 0 }, 0);
  expect(state).toMatchObject({ is: "refused", message: sentence });
  expect(outcomeOf("a", state, { is: "answered", value, sentAt: 0 })).toMatchObject({ is: "refused", message: sentence });
  expect(judge({ is: "answered", value: { success: true, message: ["Funded", "Mail sent"] }, sentAt: 0 }, 0)).toMatchObject({
    is: "done",
    message: "Funded. Mail sent",
  });
  expect(v.parse(mutationAnswer, { success: true, message: ["Funded", "Mail sent"] }).message).toBe("Funded. Mail sent");
});
