/** The kinds of rows, as `esign forget` counts them. */
type PersonalKind = 'known_envelopes' | 'envelope_states' | 'templates' | 'wizards' | 'listener_notes';

/** What a table of the state file holds about people. */
export interface PersonalTable {
  readonly table: string;
  /** Null: something of its rows must stay, so they are not simply deleted; `forget` has a file for them. */
  readonly kind: PersonalKind | null;
  /** The column with the ID of an envelope, if there is one. */
  readonly envelope?: string;
  /** Columns in which an address or the ID of an envelope may occur. */
  readonly texts: readonly string[];
  /** A column of JSON with names of people, and with the marks by which a person's envelopes are found. */
  readonly named?: string;
  /** The column with the time of a row, in milliseconds since 1970; null: its rows have no age. */
  readonly age: string | null;
  /** Rows that are the same in these columns count as one (default: each counts). */
  readonly countedBy?: readonly string[];
}

/** The tables with personal data, and where it is: the one description for `esign forget`. */
export const personalTables: readonly PersonalTable[] = [
  { table: 'requests', kind: null, texts: ['path', 'body', 'ended'], age: 'sent_at' },
  { table: 'run_rows', kind: null, envelope: 'envelope', texts: ['body'], age: 'sent_at' },
  { table: 'deliveries', kind: null, envelope: 'envelope_id', texts: ['recipient_id'], age: 'at' },
  { table: 'delivery_bodies', kind: null, texts: ['body'], age: null },
  { table: 'envelopes', kind: 'known_envelopes', envelope: 'id', texts: [], age: 'first_at' },
  {
    table: 'envelope_states',
    kind: 'envelope_states',
    envelope: 'id',
    texts: ['seen'],
    named: 'seen',
    age: 'read_at',
    countedBy: ['id'],
  },
  { table: 'templates', kind: 'templates', texts: ['id', 'name'], age: null },
  { table: 'seen_templates', kind: 'templates', texts: ['facts', 'runs'], age: 'looked_at' },
  {
    table: 'wizard_notes',
    kind: 'wizards',
    texts: ['text'],
    age: 'noted_at',
    countedBy: ['base_url', 'template_id'],
  },
  { table: 'reported_events', kind: 'listener_notes', envelope: 'envelope', texts: ['keys'], age: 'reported_at' },
];
