import { ed25519 } from "@noble/curves/ed25519.js";
import { secp256k1 } from "@noble/curves/secp256k1.js";
import { hmac } from "@noble/hashes/hmac.js";
import { ripemd160 } from "@noble/hashes/legacy.js";
import { sha256, sha512 } from "@noble/hashes/sha2.js";
import { keccak_256 } from "@noble/hashes/sha3.js";
import { base58, bech32, createBase58check } from "@scure/base";
import { HDKey } from "@scure/bip32";
import type { WalletToken } from "../../src/contract/currencies.ts";

/**
 * This seed is public: the addresses are valid, but anybody can spend from them. A platform with real coins must use its own
 * custody instead.
 */
const testSeed = sha512(new TextEncoder().encode("counterfoil test seed"));

const base58check = createBase58check(sha256);
const text = new TextEncoder();
const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString("hex");

/** The network of each token's wallet. */
export const networkOf: Readonly<Record<WalletToken, string>> = {
  BTC: "Bitcoin",
  ETH: "Ethereum",
  SOL: "Solana",
  USDT: "Tron",
  USDC: "Ethereum",
  NGNB: "NUBAN",
};

function publicKey(account: string, position: number): Uint8Array {
  const key = accountKey(account).deriveChild(position).publicKey;
  if (key === null) throw new Error("A derived key has no public part.");
  return key;
}

const accounts = new Map<string, HDKey>();
function accountKey(path: string): HDKey {
  const known = accounts.get(path) ?? HDKey.fromMasterSeed(testSeed).derive(path);
  accounts.set(path, known);
  return known;
}

/** The last 20 bytes of the key's hash, as in Ethereum and Tron. */
function keccakAddress(key: Uint8Array): Uint8Array {
  const point = secp256k1.Point.fromBytes(key).toBytes(false);
  return keccak_256(point.subarray(1)).subarray(-20);
}

/** An Ethereum address with the EIP-55 mixed-case checksum. */
export function checksummed(address: Uint8Array): string {
  const lower = hex(address);
  const hash = hex(keccak_256(text.encode(lower)));
  return `0x${Array.from(lower, (digit, at) => (Number.parseInt(hash.charAt(at), 16) >= 8 ? digit.toUpperCase() : digit)).join("")}`;
}

/** P2WPKH (BIP-84, BIP-173). */
function bitcoin(position: number): string {
  const program = ripemd160(sha256(publicKey("m/84'/0'/0'/0", position)));
  return bech32.encode("bc", [0, ...bech32.toWords(program)]);
}

const ethereum = (account: number, position: number): string => checksummed(keccakAddress(publicKey(`m/44'/60'/${account}'/0`, position)));

const tron = (position: number): string =>
  base58check.encode(Uint8Array.from([0x41, ...keccakAddress(publicKey("m/44'/195'/0'/0", position))]));

/** The private key at a path of hardened steps, the only kind Ed25519 has (SLIP-0010). */
export function ed25519Key(seed: Uint8Array, path: readonly number[]): Uint8Array {
  let node = hmac(sha512, text.encode("ed25519 seed"), seed);
  for (const step of path) {
    const index = new Uint8Array(4);
    new DataView(index.buffer).setUint32(0, step + 0x80000000);
    node = hmac(sha512, node.subarray(32), Uint8Array.from([0, ...node.subarray(0, 32), ...index]));
  }
  return node.subarray(0, 32);
}

const solana = (position: number): string => base58.encode(ed25519.getPublicKey(ed25519Key(testSeed, [44, 501, position, 0])));

/** The bank code of the naira accounts; NUBAN check digits depend on it. */
const bankCode = "058";

/** The check digit of a Nigerian account number (NUBAN, CBN standard of 2010). */
export function nubanCheckDigit(bankCode: string, serial: string): number {
  const weights = "373373373373";
  const sum = Array.from(bankCode + serial).reduce((total, digit, at) => total + Number(digit) * Number(weights.charAt(at)), 0);
  return (10 - (sum % 10)) % 10;
}

function naira(position: number): string {
  const serial = String(position % 1_000_000_000).padStart(9, "0");
  return serial + String(nubanCheckDigit(bankCode, serial));
}

/** The address at a position: deterministic, unique per token and position. */
export function addressOf(token: WalletToken, position: number): string {
  switch (token) {
    case "BTC":
      return bitcoin(position);
    case "ETH":
      return ethereum(0, position);
    case "USDC":
      return ethereum(1, position);
    case "USDT":
      return tron(position);
    case "SOL":
      return solana(position);
    case "NGNB":
      return naira(position);
  }
}
