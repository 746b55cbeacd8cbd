import { createHash } from "node:crypto";
import { ed25519 } from "@noble/curves/ed25519.js";
import { base58, bech32, createBase58check } from "@scure/base";
import { describe, expect, test } from "vitest";
import { addressOf, checksummed, ed25519Key, nubanCheckDigit } from "../../host/wallets/addresses.ts";
import { walletTokens } from "../../src/contract/currencies.ts";

const positions = [0, 1, 7, 499, 100_000, 2_000_000];
const bytes = (hex: string): Uint8Array => Uint8Array.from(Buffer.from(hex, "hex"));
const sha256 = (data: Uint8Array): Uint8Array => createHash("sha256").update(data).digest();

describe("wallet addresses", () => {
  test("[WALL-1] a position's addresses are always the same, and no two are alike", () => {
    const all = walletTokens.flatMap((token) => positions.map((position) => addressOf(token, position)));
    expect(new Set(all).size).toBe(all.length);
    expect(walletTokens.flatMap((token) => positions.map((position) => addressOf(token, position)))).toEqual(all);
  });

  test.each(positions)("[WALL-1] at position %i each is valid on its network", (position) => {
    const bitcoin = bech32.decode(addressOf("BTC", position) as `bc1${string}`);
    expect(bitcoin.prefix).toBe("bc");
    expect(bitcoin.words[0]).toBe(0);
    expect(bech32.fromWords(bitcoin.words.slice(1))).toHaveLength(20);
    for (const token of ["ETH", "USDC"] as const) {
      const address = addressOf(token, position);
      expect(address).toMatch(/^0x[0-9a-fA-F]{40}$/);
      expect(checksummed(bytes(address.slice(2).toLowerCase()))).toBe(address);
    }
    const tron = createBase58check(sha256).decode(addressOf("USDT", position));
    expect(tron).toHaveLength(21);
    expect(tron[0]).toBe(0x41);
    const solana = base58.decode(addressOf("SOL", position));
    expect(solana).toHaveLength(32);
    expect(() => ed25519.Point.fromBytes(solana)).not.toThrow();
    expect(addressOf("NGNB", position)).toMatch(/^\d{10}$/);
  });

  test("[WALL-1] mixed case follows EIP-55's own examples", () => {
    for (const address of ["0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed", "0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359"])
      expect(checksummed(bytes(address.slice(2).toLowerCase()))).toBe(address);
  });

  test("[WALL-1] Ed25519 keys derive as in SLIP-0010's first test vector", () => {
    const seed = bytes("000102030405060708090a0b0c0d0e0f");
    expect(Buffer.from(ed25519Key(seed, [])).toString("hex")).toBe("2b4be7f19ee27bbf30c667b642d5f4aa69fd169872f8fc3059c08ebae2eb19e7");
    expect(Buffer.from(ed25519Key(seed, [0])).toString("hex")).toBe("68e0fe46dfb67e368c75379acec591dad19df3cde26e63b93a8e704f1dade7a3");
  });

  test("[WALL-1] account numbers check as in the central bank's own example", () => {
    expect(nubanCheckDigit("011", "000001457")).toBe(9);
  });
});
