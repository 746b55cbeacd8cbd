/**
 * Where the app asks whether the host is there, in turn: HEAD, without a token and without a body. The first is the read
 * that is documented to go without one (AUTH-13), the second is refused at the door. An answer of any status will do.
 */
export const probePaths = ["/asset-markdown/global", "/set-fee/crypto-fee"] as const;
