import type { Field, Template } from '../../contract/resources/template.js';
import { type Key, moved, type Pressed, type Screen, type ScreenView } from '../../core/terminal/screen.js';
import { labelOf } from '../template/field-words.js';
import { bySection, changeableBySection, type Others, othersQuestion } from './others.js';

export interface OthersFacts {
  readonly others: Others;
  readonly form: Template;
  /** Whether a person of the form can take the fields. */
  readonly hasTakers: boolean;
}

interface OthersState {
  readonly active: number;
  readonly isHelp: boolean;
}

type OthersAct = 'settle' | 'about' | 'give' | 'browser' | 'look' | 'back' | 'leave';

export interface OthersResult {
  readonly act: OthersAct;
  readonly active: number;
  readonly section: readonly Field[];
}

/** The fields of nobody by section of the form: who fills them in, and whom they are about. */
export function othersScreen(facts: OthersFacts, active: number): Screen<OthersState, OthersResult> {
  const sections = [...bySection(facts.others.fields)];
  return {
    start: { active: Math.min(active, sections.length - 1), isHelp: false },
    view: (state) => view(facts, sections, state),
    press: (state, key) => press(facts, sections, state, key),
    changed: ({ active: row }) => ({ act: 'look', active: row, section: [] }),
  };
}

type Sections = readonly (readonly [string, readonly Field[]])[];

const columns = [
  { title: 'Section', need: 20, share: 3 },
  { title: 'Fields', need: 6 },
  { title: 'About', need: 12, share: 1 },
  { title: 'For example', need: 16, share: 2 },
];

function view(facts: OthersFacts, sections: Sections, { active, isHelp }: OthersState): ScreenView {
  const { others, form, hasTakers } = facts;
  const [section = '', fields = []] = sections[active] ?? [];
  const isChangeable = changeable(facts, fields).length > 0;
  return {
    title: othersQuestion(others),
    columns,
    count: sections.length,
    row: (index) => {
      const [name = '', own = []] = sections[index] ?? [];
      const example = own[0] === undefined ? '' : labelOf(own[0], form);
      return { cells: [name, String(own.length), aboutOf(own, form), example] };
    },
    active,
    below: isHelp
      ? [
          { text: 'Values for these fields can be sent with each envelope, by their column names.' },
          { text: 'Enter says whom the fields of a section are about, which groups their column names.' },
          { text: 'The service cannot give a single field to another person after the upload.' },
        ]
      : [{ text: `${section}: ${[...new Set(fields.map((field) => labelOf(field, form)))].join(', ')}.` }],
    keys: [
      ['y', others.holder === null ? 'yes, our office' : 'yes, correct'],
      ['↑↓', 'move'],
      ...(isChangeable ? [['Enter', 'whom it is about'] as const] : []),
      ...(hasTakers ? [['g', 'give all to a person'] as const] : []),
      ['o', 'open the page'],
      ['?', 'help'],
      ['b', 'back'],
      ['q', 'save and quit'],
    ],
  };
}

function changeable({ form }: OthersFacts, fields: readonly Field[]): readonly Field[] {
  return form.subjects.length === 0 ? [] : [...changeableBySection(fields).values()].flat();
}

function aboutOf(fields: readonly Field[], { subjects }: Template): string {
  const keys = [...new Set(fields.map(({ subject }) => subject))];
  if (keys.length > 1) return 'several';
  return subjects.find(({ key }) => key === keys[0])?.label ?? keys[0] ?? 'nobody';
}

const acts: ReadonlyMap<string, OthersAct> = new Map([
  ['y', 'settle'],
  ['enter', 'about'],
  ['g', 'give'],
  ['o', 'browser'],
  ['b', 'back'],
  ['escape', 'back'],
  ['q', 'leave'],
] as const);

function press(
  facts: OthersFacts,
  sections: Sections,
  state: OthersState,
  key: Key,
): Pressed<OthersState, OthersResult> {
  const active = moved(key, state.active, sections.length);
  if (active !== null) return { state: { ...state, active } };
  if (key.name === '?') return { state: { ...state, isHelp: !state.isHelp } };
  const act = acts.get(key.name);
  const fields = sections[state.active]?.[1] ?? [];
  const section = act === 'about' ? changeable(facts, fields) : fields;
  if (act === undefined || (act === 'about' && section.length === 0) || (act === 'give' && !facts.hasTakers)) {
    return { state };
  }
  return { result: { act, active: state.active, section } };
}
