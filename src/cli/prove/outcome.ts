import type { Probe } from '../../contract/prove/probe.js';
import type { ContractLine } from '../../contract/overlay/contract.js';
import type { Refusal } from '../../contract/prove/judge-refusal.js';

/** A request and its answer, masked. */
export interface ShownExchange {
  readonly request: {
    readonly method: string;
    readonly url: string;
    readonly headers: Readonly<Record<string, string>>;
    readonly body: unknown;
  };
  readonly answer: {
    readonly status: number;
    readonly headers: Readonly<Record<string, string>>;
    readonly body: unknown;
  } | null;
}

/** What one probe showed. */
export interface Outcome {
  readonly result: 'confirmed' | 'refuted' | 'not_tried';
  /** What was seen, or why it was not tried. */
  readonly seen: string;
  /** What settles it. */
  readonly lines: readonly ContractLine[];
  /** Where it was refuted. */
  readonly exchange: ShownExchange | null;
}

const maxSeen = 300;

const cut = (text: string): string => (text.length > maxSeen ? `${text.slice(0, maxSeen)}…` : text);
export const confirmed = (seen: string): Outcome => ({
  result: 'confirmed',
  seen: cut(seen),
  lines: [],
  exchange: null,
});
export const notTried = (why: string): Outcome => ({ result: 'not_tried', seen: cut(why), lines: [], exchange: null });
export const refuted = (seen: string, lines: readonly ContractLine[], exchange: Outcome['exchange']): Outcome => ({
  result: 'refuted',
  seen: cut(seen),
  lines,
  exchange,
});

export const lineWords = (lines: readonly ContractLine[]): string =>
  lines.map(({ name, value }) => `${name}: ${typeof value === 'object' ? value.join(', ') : value}`).join(', ');
export const refusalWords = ({ status, code, message }: Refusal): string => `${status} ${code}: ${message}`;

export interface ProveReport {
  readonly outcomes: readonly { readonly probe: Probe; readonly outcome: Outcome }[];
  /** Of a contract file, those that were there before included. */
  readonly lines: readonly ContractLine[];
  /** An endpoint that could not be deleted again, by its address. */
  readonly leftEndpoint: string | null;
}
