import type { Field, Template } from '../../contract/resources/template.js';
import { isOfSigner } from '../names-file/names.js';
import { meanTheSame, sharedAddresses } from '../../domain/rules/shared-addresses.js';
import { labelOf } from '../template/field-words.js';
import { actScreen, type Key, type Line, type ScreenView, type TableRow } from '../../core/terminal/screen.js';
import { address, fieldsAfter, isSure, names, namesOverview, type Proposal, type Unnamed } from './naming-list.js';
import { aboutField, placeLine } from './screens.js';

/** A field or question of the table, with what is proposed for it. */
interface NameRow {
  readonly field: Field;
  /** Null: it has its name, or nothing is proposed. */
  readonly proposal: Proposal | null;
  readonly label: string;
  /** What a search looks through. */
  readonly words: string;
}

export interface NamingFacts {
  readonly form: Template;
  readonly rows: readonly NameRow[];
  readonly canUndo: boolean;
  readonly columns: number;
}

export interface NamingState {
  readonly active: number;
  /** Ids of the fields whose proposals are accepted. */
  readonly marked: ReadonlySet<string>;
  /** What each address that several fields share says about them; those that need not mean the same are wrong. */
  readonly shared: ReadonlyMap<string, { readonly words: string; readonly isWrong: boolean }>;
  readonly search: string;
  readonly isSearching: boolean;
  /** The rows that fit the search. */
  readonly shown: readonly NameRow[];
  readonly isHelp: boolean;
}

type NamingAct = 'accept' | 'name' | 'label' | 'undo' | 'browser' | 'on' | 'back' | 'leave';

/** Every field that can have a name, in the order of the form, a question once. */
export function nameRows(unnamed: readonly Unnamed[], form: Template): readonly NameRow[] {
  const proposals = new Map(unnamed.map(({ field, proposal }) => [field.id, proposal]));
  const labels = new Map<string, string>();
  const seen = new Set<string>();
  return form.fields.flatMap((field) => {
    const { id, question_id: question, type } = field;
    if (isOfSigner(type) || (question !== null && seen.has(question))) return [];
    const proposal = field.data_key === null ? (proposals.get(id) ?? null) : null;
    // The proposal for a question stands at one of its boxes.
    if (question !== null && proposal === null && field.data_key === null) return [];
    if (question !== null) seen.add(question);
    const label = labels.get(question ?? id) ?? labelOf(field, form);
    const name = nameOf({ field, proposal });
    return [{ field, proposal, label, words: `${label} ${name} ${confidence({ field, proposal })}`.toLowerCase() }];
  });
}

/** Every name in one table, with marks for those that are accepted. */
export const namingScreen = (facts: NamingFacts, start: NamingState) =>
  actScreen<NamingState, NamingAct>({
    start,
    view: (state) => view(facts, state),
    count: ({ shown }) => shown.length,
    acts,
    isPossible: (act, state) => {
      const { field } = rowOf(state) ?? {};
      const isOfQuestion = field?.question_id !== null;
      return (
        (act !== 'accept' || markedOf(state).length > 0) &&
        (act !== 'undo' || facts.canUndo) &&
        (act !== 'browser' || field !== undefined) &&
        (act !== 'label' || !isOfQuestion) &&
        // The service keeps the name of a question.
        (act !== 'name' || (field !== undefined && (!isOfQuestion || field.data_key === null)))
      );
    },
    press: (state, key) => {
      if (state.isSearching) return { state: searched(facts, state, key) };
      const row = rowOf(state);
      if (key.name === '/') return { state: { ...state, isSearching: true } };
      if (key.name === 'escape') return { state: { ...state, ...found(facts, '', 0) } };
      if (key.name === 'space') return { state: toggled(facts, state, row === null ? [] : [row]) };
      return key.name === 'm' ? { state: toggled(facts, state, state.shown) } : null;
    },
  });

/** The row in focus. */
export const rowOf = ({ shown, active }: NamingState): NameRow | null => shown[active] ?? null;

/** The first row without a name. */
export const firstOpen = ({ rows }: NamingFacts): number =>
  Math.max(
    0,
    rows.findIndex(({ field }) => field.data_key === null),
  );

/** At first the names that look right are marked. */
export function namingStart(facts: NamingFacts): NamingState {
  const sure = facts.rows.filter(({ proposal }) => proposal !== null && isSure(proposal));
  return renewed(facts, {
    active: firstOpen(facts),
    marked: new Set(sure.map(({ field }) => field.id)),
    shared: new Map(),
    search: '',
    isSearching: false,
    shown: [],
    isHelp: false,
  });
}

/** The state for rows that changed: what has a name by now is marked no more. */
export function renewed(facts: NamingFacts, state: NamingState): NamingState {
  const open = new Set(facts.rows.flatMap(({ field, proposal }) => (proposal === null ? [] : [field.id])));
  const marked = new Set([...state.marked].filter((id) => open.has(id)));
  return { ...state, ...found(facts, state.search, state.active), marked, shared: sharedBy(facts, marked) };
}

function found(
  { rows }: NamingFacts,
  search: string,
  active: number,
): Pick<NamingState, 'search' | 'shown' | 'active'> {
  const wanted = search.toLowerCase().trim();
  const shown = wanted === '' ? rows : rows.filter(({ words }) => words.includes(wanted));
  return { search, shown, active: Math.max(0, Math.min(active, shown.length - 1)) };
}

/** The addresses that several fields take once the marked names are accepted. */
function sharedBy({ rows, form }: NamingFacts, marked: ReadonlySet<string>): NamingState['shared'] {
  const accepted = rows.flatMap(({ field, proposal }) => (proposal !== null && marked.has(field.id) ? [proposal] : []));
  const labels = new Map(rows.map(({ field, label }) => [field.id, label]));
  return new Map(
    sharedAddresses(fieldsAfter(accepted, form)).map(({ subject, key, fields }) => {
      const called = fields.map((field) => `“${labels.get(field.id) ?? labelOf(field, form)}”`);
      const isWrong = !meanTheSame(fields);
      return [
        address(subject, key),
        {
          words: `One value fills ${fields.length} fields: ${called.slice(0, 6).join(', ')}${called.length > 6 ? ', …' : ''}.`,
          isWrong,
        },
      ];
    }),
  );
}

const nameOf = ({ field, proposal }: Pick<NameRow, 'field' | 'proposal'>): string =>
  field.data_key !== null
    ? address(field.subject, field.data_key)
    : proposal === null
      ? ''
      : address(proposal.proposed.subject, proposal.proposed.data_key);

function confidence({ field, proposal }: Pick<NameRow, 'field' | 'proposal'>): string {
  if (field.data_key !== null) return 'saved';
  if (proposal === null) return 'no suggestion';
  return isSure(proposal) ? 'looks right' : 'please check';
}

const columns = [
  { title: '', need: 1 },
  { title: 'Field', need: 20, share: 3 },
  { title: 'Column name', need: 20, share: 3 },
  { title: '', need: 13 },
];

function view(facts: NamingFacts, state: NamingState): ScreenView {
  const { shown, active } = state;
  const row = shown[active];
  const search = { text: `Search: ${state.search}${state.isSearching ? '_' : ''}`, style: 'heading' } as const;
  return {
    title: titleOf(facts),
    columns,
    count: shown.length,
    row: (index) => tableRow(state, shown[index]),
    active,
    below: [
      ...(state.isSearching || state.search !== '' ? [search] : []),
      ...(row === undefined ? [{ text: 'Nothing was found.' }] : rowLines(facts, state, row)),
    ],
    keys: state.isSearching ? searchKeys : keysOf(facts, state),
  };
}

/** `47 names look right, 2 need a look. 3 of 52 are saved.` */
function titleOf({ rows }: NamingFacts): string {
  const open = rows.filter(({ field }) => field.data_key === null);
  if (open.length === 0) return `Every field that a value can be sent for has a name (${rows.length}).`;
  return `${namesOverview(open)} ${rows.length - open.length} of ${names(rows.length)} saved.`;
}

function tableRow({ marked, shared }: NamingState, row: NameRow | undefined): TableRow {
  if (row === undefined) return { cells: [] };
  const { field, label } = row;
  const isMarked = marked.has(field.id);
  const isNamed = field.data_key !== null;
  const both = isMarked || isNamed ? shared.get(nameOf(row)) : undefined;
  const cells = [isMarked ? '✓' : '', label, nameOf(row), both?.isWrong === true ? 'used twice' : confidence(row)];
  if (both?.isWrong === true) return { cells: ['!', ...cells.slice(1)], style: 'wrong' };
  return { cells, ...(isNamed ? { style: 'quiet' as const } : {}) };
}

/** What the form says about the field in focus; all of it for help. */
function rowLines({ form, columns: room }: NamingFacts, state: NamingState, row: NameRow): readonly Line[] {
  const { field, proposal } = row;
  const isNamed = field.data_key !== null;
  const both = isNamed || state.marked.has(field.id) ? state.shared.get(nameOf(row)) : undefined;
  const { type, around, basis } = aboutField(field, form, proposal, room);
  const facts = isNamed ? around : [...around, basis];
  return [
    ...(both === undefined ? [] : [{ text: both.words, style: both.isWrong ? 'wrong' : 'quiet' } as const]),
    { text: row.label },
    placeLine(field, { number: state.active + 1, of: state.shown.length }),
    ...(state.isHelp ? [type, ...facts, ...help] : facts.map(({ text }) => ({ text, style: 'quiet' as const }))),
  ];
}

const help: readonly Line[] = [
  { text: 'A column name is how spreadsheets and envelopes address the field. ✓ marks the names that "a" accepts.' },
  { text: 'Search for "check" to see what needs a look, or for "suggestion" to see what has none.' },
];

const searchKeys = [
  ['Enter', 'look at these'],
  ['Esc', 'show all'],
] as const;

function keysOf({ canUndo }: NamingFacts, state: NamingState): ScreenView['keys'] {
  const { shown, active, search, marked } = state;
  const row = shown[active];
  const count = markedOf(state).length;
  return [
    ...(count === 0
      ? []
      : [
          [
            'a',
            `accept ${count === 1 ? 'the 1 name' : `the ${names(count)}`} marked${search === '' ? '' : ' here'}`,
          ] as const,
        ]),
    ...(row === undefined
      ? []
      : [['↑↓', 'move'] as const, ['Enter', row.field.question_id === null ? 'name it' : 'accept it'] as const]),
    ...(row?.field.question_id === null ? [['l', 'label'] as const] : []),
    ...(row === undefined || row.proposal === null
      ? []
      : [['Space', marked.has(row.field.id) ? 'unmark' : 'mark'] as const]),
    ...(shown.some(({ proposal }) => proposal !== null) ? [['m', 'mark all'] as const] : []),
    ['/', 'search'],
    ...(canUndo ? [['u', 'undo'] as const] : []),
    ['n', 'next: review'],
    ['o', 'page'],
    ['?', 'help'],
    ['b', 'back'],
    ['q', 'save and quit'],
  ];
}

/** The marked rows among those that are shown. */
export const markedOf = ({ shown, marked }: NamingState): readonly NameRow[] =>
  shown.filter(({ field }) => marked.has(field.id));

const acts: Readonly<Record<string, NamingAct>> = {
  a: 'accept',
  enter: 'name',
  l: 'label',
  u: 'undo',
  n: 'on',
  o: 'browser',
  b: 'back',
  q: 'leave',
};

function searched(facts: NamingFacts, state: NamingState, { name, text }: Key): NamingState {
  if (name === 'enter') return { ...state, isSearching: false };
  if (name === 'escape') return { ...state, ...found(facts, '', 0), isSearching: false };
  const search = name === 'backspace' ? [...state.search].slice(0, -1).join('') : state.search + text;
  return search === state.search ? state : { ...state, ...found(facts, search, 0) };
}

/** Marks these rows; unmarks them where all are marked. */
function toggled(facts: NamingFacts, state: NamingState, rows: readonly NameRow[]): NamingState {
  const ids = rows.filter(({ proposal }) => proposal !== null).map(({ field }) => field.id);
  const marked = new Set(state.marked);
  const isMarked = ids.every((id) => marked.has(id));
  for (const id of ids) {
    if (isMarked) marked.delete(id);
    else marked.add(id);
  }
  return { ...state, marked, shared: sharedBy(facts, marked) };
}
