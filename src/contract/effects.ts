import type { Operation } from './operation.js';

/** What an operation does beyond the answer that it gives, as its row says it and as one request does it. */

/** One consequence of a request. */
export interface Consequence {
  /** A sentence without its full stop, as a person is asked about it: `This sends the envelope to its recipients`. */
  readonly says: string;
  /** Whether a request with this body has it; each one does where this is left out. */
  readonly when?: (body: unknown) => boolean;
}

/** A consequence that emails people. */
interface Mail extends Consequence {
  readonly to: 'recipients' | 'grantor';
}

/** The facts of an operation that decide whether a person is asked first and whether the request may be repeated. */
export interface Facts {
  /** Whom the service emails because of it; null: nobody. */
  readonly mails: Mail | null;
  /** What it ends, replaces or redirects and no other request takes back; null: nothing. */
  readonly destructive: Consequence | null;
  /** The state after the first time makes the service refuse a second one, or makes it change nothing (States). */
  readonly guardedByState: boolean;
  /**
   * How a later command (`request resume`, or the same line again) may send a request whose outcome stayed unknown: as it
   * is (`freely`), with the same Idempotency-Key within its 24 hours (`with_key`), while the template still has the ETag
   * (`if_unchanged`), or `never`.
   */
  readonly repeatable: 'freely' | 'with_key' | 'if_unchanged' | 'never';
  /**
   * What a test key reaches (Authentication 7; Events): nothing, since the service refuses it (`refused`); sandbox
   * resources alone (`sandbox`); sandbox resources, and real mail to members and confirmed addresses (`mails`); or the
   * same resources as a live key (`shared`).
   */
  readonly testKey: 'refused' | 'sandbox' | 'mails' | 'shared';
  /** Its answer holds a secret that is shown once. */
  readonly secretAnswer: boolean;
}

/** The kind of an API key; null when its prefix does not tell, which counts as live. */
export type KeyKind = 'live' | 'test' | null;

/** What one request does to people and to resources that are in use; null where nothing is to be asked about. */
export interface Effects {
  readonly mails: Mail | null;
  readonly destructive: Consequence | null;
}

/**
 * What a request with this body and this kind of key does. The one place that decides whether a command, `esign api`, a
 * bulk run, `request resume` or a tool of an agent has to ask first.
 */
export function effectsOf(row: Pick<Operation, keyof Facts>, body: unknown, key: KeyKind): Effects {
  const mails = holds(row.mails, body) ? row.mails : null;
  const destructive = holds(row.destructive, body) ? row.destructive : null;
  if (key !== 'test') return { mails, destructive };
  switch (row.testKey) {
    case 'refused':
    case 'sandbox':
      return { mails: null, destructive: null };
    case 'mails':
      return { mails, destructive: null };
    case 'shared':
      return { mails, destructive };
  }
}

/** The sentences to ask about, without their full stops; empty where nothing is to be asked. */
export const sentencesOf = ({ mails, destructive }: Effects): readonly string[] => [
  ...new Set([mails, destructive].flatMap((each) => (each === null ? [] : [each.says]))),
];

/** Why a test key is asked about too, as a sentence. */
export const testKeyReason = (row: Pick<Facts, 'testKey'>): string =>
  row.testKey === 'mails'
    ? 'A test key also emails members of the organisation and confirmed addresses.'
    : 'A test key reaches the same resources here as a live key.';

/** Some request of this operation emails people or cannot be taken back. */
export const mayHarm = ({ mails, destructive }: Pick<Facts, 'mails' | 'destructive'>): boolean =>
  mails !== null || destructive !== null;

/** Every request of this operation with this kind of key does so, whatever its body says. */
export function alwaysAsks(row: Pick<Operation, keyof Facts>, key: KeyKind): boolean {
  const { mails, destructive } = effectsOf(unconditional(row), undefined, key);
  return mails !== null || destructive !== null;
}

function unconditional<T extends Facts>(row: T): T {
  const only = <C extends Consequence>(each: C | null): C | null => (each?.when === undefined ? each : null);
  return { ...row, mails: only(row.mails), destructive: only(row.destructive) };
}

const holds = (consequence: Consequence | null, body: unknown): boolean =>
  consequence !== null && (consequence.when === undefined || consequence.when(body));
