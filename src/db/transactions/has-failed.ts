/** Failed transactions moved no money: statements don't list them, and they add to no volume. */
export const hasFailed = ({ status }: { readonly status?: string | undefined }): boolean =>
  ["FAILED", "REJECTED"].includes(status?.toUpperCase() ?? "");
