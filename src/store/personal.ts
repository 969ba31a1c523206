/** The kinds of rows, as `esign forget` counts them. */
type PersonalKind = 'templates' | 'wizards' | 'listener_notes';

/** What a table of the state file holds about people. */
export interface PersonalTable {
  readonly table: string;
  readonly kind: PersonalKind;
  /** The column with the ID of an envelope, if there is one. */
  readonly envelope?: string;
  /** Columns in which an address or the ID of an envelope may occur. */
  readonly texts: readonly string[];
  /** The column with the time of a row, in milliseconds since 1970; null: its rows have no age. */
  readonly age: string | null;
  /** Rows that are the same in these columns count as one (default: each counts). */
  readonly countedBy?: readonly string[];
  /** Columns without personal data. */
  readonly other: readonly string[];
}

/** The tables with personal data: the one description by which `esign forget` removes rows. */
export const personalTables: readonly PersonalTable[] = [
  { table: 'templates', kind: 'templates', texts: ['id', 'name'], age: null, other: ['place', 'host'] },
  {
    table: 'seen_templates',
    kind: 'templates',
    texts: ['facts', 'runs'],
    age: 'looked_at',
    other: ['place', 'base_url', 'template_id', 'etag'],
  },
  {
    table: 'wizard_notes',
    kind: 'wizards',
    texts: ['text'],
    age: 'noted_at',
    other: ['place', 'base_url', 'template_id', 'kind'],
    countedBy: ['base_url', 'template_id'],
  },
  {
    table: 'reported_events',
    kind: 'listener_notes',
    envelope: 'envelope',
    texts: ['keys'],
    age: 'reported_at',
    other: ['place', 'listener', 'over'],
  },
];
