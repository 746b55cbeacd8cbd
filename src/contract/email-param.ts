/** The email that an address names. Emails have no blanks: one is a "+" that whoever made the link left as it is. */
export const emailParam = (params: URLSearchParams): string | undefined => params.get("email")?.trim().replaceAll(" ", "+") || undefined;
