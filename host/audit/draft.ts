import type { AuditAction } from "../../src/contract/actions.ts";

export interface Actor {
  /** Null if not authenticated; `email` is then only claimed. */
  readonly id: string | null;
  readonly email: string | null;
  readonly role: string | null;
}

/** One changed thing; null: it didn't exist before, or doesn't exist any more. */
export interface Moved {
  readonly before: Readonly<Record<string, unknown>> | null;
  readonly after: Readonly<Record<string, unknown>> | null;
}

export interface Told {
  /** What it turned out to be, in place of the call's own action. */
  readonly action?: AuditAction;
  readonly actor?: Actor;
  /** What or whom the action applies to. */
  readonly target?: string;
  /** Replaces the request's own values where those would mean nothing to a reader. */
  readonly asked?: unknown;
  readonly before?: unknown;
  readonly after?: unknown;
  /** The account that an unauthenticated request is about, if it exists; refusals are counted by it. */
  readonly subject?: string;
  /** A funding's worth in USD, if the host has a price, and the alert threshold. */
  readonly worthUsd?: string;
  readonly alertAboveUsd?: number;
  /** Whether an admin tried to decide on their own slip. */
  readonly isOwnSlip?: boolean;
  /** Whether an admin removed the last passkey of their own. */
  readonly isLastPasskey?: boolean;
  /** Every single figure changed, for the moved-rate alert. */
  readonly moved?: readonly Moved[];
}

/** Adds to the request's audit-log entry. */
export type Note = (told: Told) => void;

/** A request's entry as known so far. */
export interface Draft extends Told {
  readonly action: AuditAction;
  readonly actor: Actor;
  readonly address: string;
}

export const nobody: Actor = { id: null, email: null, role: null };

/** How a request ended. */
export interface Ending {
  readonly status: number;
  readonly message: string | undefined;
}

/** A request's entry while the request runs. `isWritten`: no need to write it any more. */
export class Trail {
  draft: Draft;
  isWritten = false;

  constructor(action: AuditAction, address: string) {
    this.draft = { action, address, actor: nobody };
  }

  readonly note: Note = (told) => {
    this.draft = { ...this.draft, ...told };
  };

  /** Records what was asked, and its target. */
  ask(asked: unknown, target: string | undefined): void {
    this.draft = { ...this.draft, asked, ...(target === undefined ? {} : { target }) };
  }
}
