/** The kinds of deleted records, in the order of the report. */
export const kinds = [
  ['requests', 'request', 'requests'],
  ['known_envelopes', 'known envelope', 'known envelopes'],
  ['envelope_states', 'envelope title and state', 'envelope titles and states'],
  ['deliveries', 'webhook delivery', 'webhook deliveries'],
  ['bulk_rows', 'row of a bulk run', 'rows of bulk runs'],
  ['templates', 'template name or last-seen template', 'template names and last-seen templates'],
  ['wizards', 'template wizard session', 'template wizard sessions'],
  ['listener_notes', 'note of `esign listen`', 'notes of `esign listen`'],
  ['snapshots', 'emulator snapshot', 'emulator snapshots'],
  ['leftovers', 'damaged or unfinished file', 'damaged or unfinished files'],
] as const;

export type Kind = (typeof kinds)[number][0];

/** Records about the subject that stay, because something would be sent twice without them. */
interface Kept {
  /** Requests whose outcome is unknown. */
  readonly openRequests: string[];
  /** Requests whose idempotency key is still valid: records without names, addresses and values. */
  readonly keys: string[];
  /** Rows whose outcome is unknown: `march.csv, line 12`. */
  readonly openRows: string[];
  /** Running listeners, which may write about the same envelopes again. */
  readonly listeners: number[];
}

/** Counts deleted records and lists kept ones. */
export interface Report {
  readonly removed: Record<Kind, number>;
  readonly kept: Kept;
}

export const emptyReport = (): Report => ({
  removed: {
    requests: 0,
    known_envelopes: 0,
    envelope_states: 0,
    deliveries: 0,
    bulk_rows: 0,
    templates: 0,
    wizards: 0,
    listener_notes: 0,
    snapshots: 0,
    leftovers: 0,
  },
  kept: { openRequests: [], keys: [], openRows: [], listeners: [] },
});

export const totalOf = ({ removed }: Report): number => Object.values(removed).reduce((sum, count) => sum + count, 0);
