const part = "AA";

/** A signed credential by form that no authenticator made. */
export const noCredential = {
  id: part,
  rawId: part,
  type: "public-key",
  response: { clientDataJSON: part, authenticatorData: part, signature: part },
  clientExtensionResults: {},
};
