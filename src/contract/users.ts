import * as v from "valibot";
import { defineCall } from "./call.ts";
import { count, day, flag, id, instant, maybe, pageLimit, queryFlag, queryNumber, term, text } from "./scalars.ts";
import { plainText } from "./text.ts";

/** A user of the platform (D1 §3). Only an id, or else an email, is required; unnamed fields are kept. */
export const user = v.pipe(
  v.looseObject({
    _id: maybe(id),
    id: maybe(id),
    username: text,
    name: text,
    // Some hosts keep blanks around it.
    email: v.pipe(
      text,
      v.transform((email) => (email && plainText(email)) || undefined),
    ),
    phonenumber: text,
    kycLevel: count,
    kycStatus: text,
    emailVerified: flag,
    bvnVerified: flag,
    chatbotVerified: flag,
    createdAt: maybe(instant),
    tokens: v.fallback(v.optional(v.array(v.string())), undefined),
  }),
  v.check((row) => (row._id ?? row.id ?? row.email) !== undefined, "has neither id nor email"),
  v.transform((row) => ({ ...row, id: row._id ?? row.id ?? row.email ?? "" })),
);
export type User = v.InferOutput<typeof user>;

/** Users and pagination may be at the top level or under data, independently (USER-2). */
const pagination = v.nullish(v.looseObject({ total: count, skip: count }));
const usersPart = v.looseObject({ users: v.array(user), pagination });

export const usersAnswer = v.pipe(
  v.union([
    v.pipe(
      v.looseObject({ data: usersPart, pagination: v.fallback(pagination, undefined) }),
      v.transform(({ data, pagination }) => ({ ...data, pagination: data.pagination ?? pagination })),
    ),
    usersPart,
  ]),
  v.transform(({ users, pagination }) => ({ users, total: pagination?.total, skip: pagination?.skip })),
);

export const userSorts = [
  "createdAt",
  "username",
  "email",
  "phonenumber",
  "kycLevel",
  "kycStatus",
  "emailVerified",
  "bvnVerified",
] as const;
const sort = v.pipe(
  v.string(),
  v.check((value) => userSorts.some((field) => value === field || value === `-${field}`), "is not a field to sort by"),
);

export const usersQuery = v.object({
  limit: v.optional(pageLimit),
  skip: v.optional(v.pipe(queryNumber, v.integer("is not a whole number"), v.minValue(0, "is below 0"), v.maxValue(1e9, "is too large"))),
  sort: v.optional(sort),
  q: v.optional(term(200)),
  kycLevel: v.optional(v.pipe(queryNumber, v.integer("is not a whole number"), v.minValue(0, "is below 0"), v.maxValue(9, "is too large"))),
  emailVerified: v.optional(queryFlag),
  bvnVerified: v.optional(queryFlag),
  dateFrom: v.optional(day),
  dateTo: v.optional(day),
});
export type UsersQuery = v.InferInput<typeof usersQuery>;

/** Default of config.json's `paths.users` (CONF-1). */
export const listUsers = defineCall({
  method: "GET",
  path: "/usermanagement/users",
  auth: "bearer",
  kind: "read",
  query: usersQuery,
  answer: usersAnswer,
});
