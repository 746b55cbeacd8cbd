import type { AuditAction } from "../../src/contract/actions.ts";

export interface Actor {
  /** Null: nobody proved who they are; `email` is then who they said they were. */
  readonly id: string | null;
  readonly email: string | null;
  readonly role: string | null;
}

/** One thing that a deed changed; null: it wasn't there, or isn't any more. */
export interface Moved {
  readonly before: Readonly<Record<string, unknown>> | null;
  readonly after: Readonly<Record<string, unknown>> | null;
}

export interface Told {
  readonly actor?: Actor;
  /** On whom or what it was done. */
  readonly target?: string;
  /** In place of the request's own values, where they would say nothing to anybody. */
  readonly asked?: unknown;
  readonly before?: unknown;
  readonly after?: unknown;
  /** The account that a request without a session is about, where there is one: what is refused is counted by it. */
  readonly subject?: string;
  /** What a funding is worth in USD, where the host has a price, and from where on that is an alert. */
  readonly worthUsd?: string;
  readonly alertAboveUsd?: number;
  /** Whether somebody tried to decide on what they themselves had asked for. */
  readonly isOwnSlip?: boolean;
  /** Every single change of a figure, for the alert that a rate has moved. */
  readonly moved?: readonly Moved[];
}

/** Adds to the entry that a request will leave in the audit log. */
export type Note = (told: Told) => void;

/** What is known of a request's entry so far. */
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

/** A request's entry while the request runs. `is` says whether it still has to be written. */
export class Trail {
  draft: Draft;
  isWritten = false;

  constructor(action: AuditAction, address: string) {
    this.draft = { action, address, actor: nobody };
  }

  readonly note: Note = (told) => {
    this.draft = { ...this.draft, ...told };
  };

  /** What was asked for, and of whom. */
  ask(asked: unknown, target: string | undefined): void {
    this.draft = { ...this.draft, asked, ...(target === undefined ? {} : { target }) };
  }
}
