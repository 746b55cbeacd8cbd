import { createHash } from "node:crypto";
import { firstNames, lastNames, mailHosts } from "./names.ts";
import type { Random } from "./random.ts";

export interface SeedUser {
  readonly id: string;
  readonly username: string;
  readonly name: string;
  readonly email: string;
  readonly phonenumber: string | null;
  readonly kyc_level: number;
  readonly kyc_status: string;
  readonly email_verified: boolean;
  readonly bvn_verified: boolean;
  readonly chatbot_verified: boolean;
  readonly two_factor_enabled: boolean;
  readonly password_pin_hash: string | null;
  readonly created_at: string;
}

const dayMs = 24 * 3600 * 1000;

/** Every second user has a PIN that can be removed; it is no PIN's hash, so nobody can sign in by it. */
const hasPin = (id: string): boolean => createHash("md5").update(id).digest().readUInt8(1) < 128;

/** One user who joined at some time in the year before `now`. `at` makes the name's tail unique. */
export function seedUser(random: Random, at: number, now: Date): SeedUser {
  const first = random.pick(firstNames);
  const last = random.pick(lastNames);
  const createdAt = new Date(now.getTime() - random.whole(1, 365) * dayMs - random.whole(0, dayMs));
  const level = random.chance(0.55) ? 2 : random.whole(0, 1);
  const username = `${first}.${last}${at + 1}`.toLowerCase();
  const emailVerified = level > 0 || random.chance(0.4);
  const seconds = Math.floor(createdAt.getTime() / 1000);
  const id = seconds.toString(16).padStart(8, "0") + random.hex(10) + at.toString(16).padStart(6, "0");
  return {
    id,
    username,
    name: `${first} ${last}`,
    email: random.chance(0.03)
      ? `${first}+${last}${at + 1}@${random.pick(mailHosts)}`.toLowerCase()
      : `${username}@${random.pick(mailHosts)}`,
    phonenumber: random.chance(0.08) ? null : `+234${random.pick(["70", "80", "81", "90", "91"])}${random.digits(8)}`,
    kyc_level: level,
    kyc_status: level === 2 ? "verified" : random.pick(["pending", "not_started", "rejected", "under_review"]),
    email_verified: emailVerified,
    bvn_verified: level === 2 && random.chance(0.9),
    chatbot_verified: emailVerified && random.chance(0.5),
    two_factor_enabled: random.chance(0.4),
    password_pin_hash: hasPin(id) ? "demo" : null,
    created_at: createdAt.toISOString(),
  };
}
