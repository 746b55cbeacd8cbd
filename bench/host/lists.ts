export interface Size {
  readonly transactions: number;
  readonly users: number;
}

interface List {
  readonly name: string;
  /** Paths for the first, middle and last page. */
  readonly pages: readonly [string, string, string];
}

const pageSize = 50;

const transactionPages = (path: string, rows: number): List["pages"] => {
  const last = Math.max(1, Math.ceil(rows / pageSize));
  const page = (number: number): string => `${path}page=${number}&limit=${pageSize}`;
  return [page(1), page(Math.ceil(last / 2)), page(last)];
};

const userPages = (sort: string, rows: number): List["pages"] => {
  const at = (skip: number): string => `/usermanagement/users?sort=${sort}&limit=${pageSize}&skip=${skip}`;
  return [at(0), at(Math.floor(rows / 2)), at(Math.max(0, rows - pageSize))];
};

/** Every list of the host that grows. */
export const listsOf = ({ transactions, users }: Size): readonly List[] => [
  { name: "recent transactions", pages: transactionPages("/analytics/recent-transactions?", transactions) },
  { name: "transactions without a filter set", pages: transactionPages("/analytics/filter?", transactions) },
  // The factors are each kind's share of the demo data.
  { name: "transactions of one type", pages: transactionPages("/analytics/filter?transactionType=SWAP&", transactions * 0.1556) },
  { name: "transactions of one status", pages: transactionPages("/analytics/filter?transactionStatus=FAILED&", transactions * 0.0497) },
  { name: "transactions of a kind that none has", pages: transactionPages("/analytics/filter?currency=DOGE&", 0) },
  {
    name: "transactions of 30 days",
    pages: transactionPages(`/analytics/filter?dateFrom=${daysAgo(40)}&dateTo=${daysAgo(10)}&`, transactions * 0.1722),
  },
  { name: "users, newest first", pages: userPages("-createdAt", users) },
  { name: "users, oldest first", pages: userPages("createdAt", users) },
  { name: "users by name", pages: userPages("username", users) },
  { name: "users by email, from Z to A", pages: userPages("-email", users) },
  { name: "users by phone number", pages: userPages("phonenumber", users) },
  { name: "users by KYC status", pages: userPages("kycStatus", users) },
  { name: "users by KYC level", pages: userPages("-kycLevel", users) },
  { name: "users by verified email", pages: userPages("emailVerified", users) },
  { name: "users by verified BVN", pages: userPages("-bvnVerified", users) },
];

function daysAgo(days: number): string {
  return new Date(Date.now() - days * 24 * 3600 * 1000).toISOString().slice(0, 10);
}
