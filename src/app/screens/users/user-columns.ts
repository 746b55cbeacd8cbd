import type { Column } from "../../lists/columns/column-choice.ts";

/** Columns of the users' table in default order, without the row menu. */
export const userColumns = [
  { name: "username", width: 150 },
  { name: "email", width: 210 },
  { name: "phonenumber", width: 135 },
  { name: "kycLevel", width: 80 },
  { name: "kycStatus", width: 110 },
  { name: "emailVerified", width: 100 },
  { name: "bvnVerified", width: 95 },
  { name: "createdAt", width: 130 },
  { name: "lastActivity", width: 120, isExtra: true },
] as const satisfies readonly Column<string>[];

export type UserColumn = (typeof userColumns)[number]["name"];
