import { createHash, createPublicKey, verify } from "node:crypto";

const sha256 = (/** @type {any} */ data) => createHash("sha256").update(data).digest();
const bytes = (/** @type {any} */ text) => Buffer.from(text, "base64url");
/** @type {(value: any) => string} RFC 8785 */
const canonical = (value) => {
  if (Array.isArray(value)) return `[${value.map(canonical).join(",")}]`;
  if (value === null || typeof value !== "object") return JSON.stringify(value);
  const names = Object.keys(value).sort((a, b) => (a < b ? -1 : 1));
  return `{${names.map((name) => `${JSON.stringify(name)}:${canonical(value[name])}`).join(",")}}`;
};
const digestOf = (/** @type {any} */ value) => sha256(canonical(value)).toString("hex");

/** The problems of a signature of a digest, each to follow its signer's name; empty if it is valid. Throws if it isn't a signature. */
export function problemsOfSignature(/** @type {any} */ { publicKey, rpId, origin, ...kept }, /** @type {string} */ digest) {
  const [authenticator, data] = [bytes(kept.authenticatorData), bytes(kept.clientDataJSON)];
  const client = JSON.parse(data.toString("utf8"));
  const key = createPublicKey({ key: bytes(publicKey), format: "der", type: "spki" });
  const hash = key.asymmetricKeyType === "ed25519" ? null : "sha256";
  const isByKey = verify(hash, Buffer.concat([authenticator, sha256(data)]), key, bytes(kept.signature));
  const isVerified = authenticator.indexOf(sha256(rpId)) === 0 && ((authenticator[32] ?? 0) & 5) === 5;
  return [
    ...(isByKey ? [] : ["'s isn't by the key"]),
    ...(bytes(client.challenge).toString("hex") === digest ? [] : [" signed another text"]),
    ...(client.type === "webauthn.get" && client.origin === origin ? [] : [" signed something else"]),
    ...(isVerified ? [] : [" wasn't verified there"]),
  ];
}

/** The problems of a receipt; empty if it is valid. Throws if it isn't a receipt. */
export function problemsOf(/** @type {any} */ { v, slip, signatures, audit, seals }) {
  const parts = Object.entries({ slip, signatures, audit }).filter(([name, part]) => digestOf(part) !== seals[name]);
  const wrong = parts.map(([name]) => `${name}: something in it, or its seal, was changed`);
  const need = (/** @type {boolean} */ holds, /** @type {string} */ what) => holds || wrong.push(what);
  need(v === 1, "v: another form of receipt");
  const { id, operation, email, currency, amount, reason = null, note = null, reverses = null, maker, madeAt, expiresAt } = slip;
  const text = { v: 1, id, operation, email, currency, amount, reason, note, reverses, makerId: maker.id, madeAt, expiresAt };
  need(digestOf(text) === slip.digest, "slip: its digest is of another text");
  for (const who of ["maker", "checker"]) {
    const signature = signatures[who] ?? null;
    need((signature === null) === (slip[`${who}SignedAt`] === undefined), `signatures: the ${who}'s is missing, or one too many`);
    if (signature !== null) wrong.push(...problemsOfSignature(signature, slip.digest).map((problem) => `signatures: the ${who}${problem}`));
  }
  const [first, second] = [signatures.maker?.publicKey, signatures.checker?.publicKey];
  need(first === undefined || first !== second, "signatures: one key signed twice");
  const { entries, from, hashes, head } = audit;
  for (const { hash, ...entry } of entries) {
    const [place, of] = [entry.seq - from, `audit: entry ${entry.seq}`];
    need(digestOf(entry) === hash, `${of} says something else than its hash was taken of`);
    need(hash === hashes[place] && (place === 0 || entry.previous === hashes[place - 1]), `${of} isn't in its place`);
    need(entry.after.slip === id && entry.after.digest === slip.digest, `${of} is about another slip`);
  }
  const asked = entries.find((/** @type {any} */ entry) => entry.action === "makeSlip");
  const { after, ...decided } = entries.find((/** @type {any} */ entry) => entry.action === "approveSlip");
  const isBy = (/** @type {any} */ entry, /** @type {any} */ who) => entry.actorId === who.id && entry.actor === who.email;
  need(isBy(asked, maker) && isBy(decided, slip.checker), "audit: others asked or decided than the slip says");
  need(after.reference === slip.reference && after.available === slip.newBalance, "audit: it was executed as another entry");
  need(head.hash === hashes.at(-1) && head.seq === from + hashes.length - 1, "audit: the hashes don't lead to the head");
  return wrong;
}
