import type { Field, Template } from '../../contract/resources/template.js';
import { actScreen, type Line, type ScreenView } from '../../core/terminal/screen.js';
import { cut } from '../../core/terminal/text.js';
import { labelOf } from '../template/field-words.js';
import {
  bySection,
  changeableBySection,
  giveTo,
  isSettled,
  type Others,
  othersOf,
  othersQuestion,
  sayAbout,
  settle,
  takersOf,
} from './others.js';
import { saidOf } from './screens.js';
import { backChoice, leaveChoice, type Move, type Session, type Show } from './session.js';

/**
 * Asks about the fields that belong to nobody on the form, grouped by the form's own sections. The service cannot give a
 * single field to another person: it gives a person all fields of a role by that role's name (decideTemplatePerson), and
 * says whom a field is about (renameTemplateFields). Asked once.
 */
export async function othersStep(session: Session): Promise<Move> {
  const { prompt, template } = session;
  for (;;) {
    const people = await template.people();
    const others = othersOf(template.body, people);
    if (others === null || isSettled(session)) return 'on';
    const { role, fields, holder } = others;
    prompt.say(saidOf(othersLines(fields, template.body, prompt.room.columns)));
    const takers = takersOf(others, people);
    const chosen = await prompt.select(othersQuestion(others), [
      {
        value: 'office',
        name: holder === null ? `Yes: our office signs as “${role}”, or sends values for them` : 'Yes, that is correct',
      },
      ...(takers.length === 0 ? [] : [{ value: 'person', name: 'No: one of the people fills them in' } as const]),
      ...(template.body.subjects.length === 0
        ? []
        : [{ value: 'about', name: 'Say whom the fields of a section are about' } as const]),
      backChoice,
      leaveChoice,
    ]);
    if (chosen === 'back' || chosen === 'leave') return chosen;
    if (chosen === 'office') {
      settle(session);
      return 'on';
    }
    if (chosen === 'person') await giveTo(session, role, takers);
    else await aboutASection(session, fields);
  }
}

/** The fields by section, a line each: `4. THE PROPERTY (7): Street address, Suburb, …`. */
export function othersLines(fields: readonly Field[], form: Template, columns: number): readonly Line[] {
  return [
    { text: '' },
    { text: 'Fields of nobody on the form', style: 'heading' },
    ...[...bySection(fields)].map(([section, own]) => {
      const labels = [...new Set(own.map((field) => labelOf(field, form)))].join(', ');
      return { text: cut(`  ${section} (${own.length}): ${labels}`, columns - 1) };
    }),
    { text: '' },
  ];
}

/** Gives the fields of one section a subject. */
async function aboutASection(session: Session, fields: readonly Field[]): Promise<void> {
  const sections = changeableBySection(fields);
  const section = await session.prompt.select('Which section?', [
    ...[...sections.keys()].map((value) => ({ value })),
    { value: '<', name: 'Back' },
  ]);
  const own = sections.get(section);
  if (own !== undefined) await sayAbout(session, own);
}

/** The fields of nobody in one screen; shown once, and again when `isAsked`. */
export async function othersOverview(session: Session, show: Show, isAsked: boolean): Promise<Move> {
  const { prompt, template } = session;
  let active = 0;
  for (;;) {
    const people = await template.people('all');
    const others = othersOf(template.body, people);
    if (others === null || (isSettled(session) && !isAsked)) return 'on';
    const takers = takersOf(others, people);
    const facts = { others, form: template.body, hasTakers: takers.length > 0 };
    const { act, state } = await show(othersScreen(facts, active));
    ({ active } = state);
    if (act === 'back' || act === 'leave') return act;
    if (act === 'settle') {
      settle(session);
      return 'on';
    }
    if (act === 'give') await giveTo(session, others.role, takers);
    else if (act === 'about') await sayAbout(session, changeableIn(facts, active));
    else if (act === 'browser') prompt.say(await session.openPage());
  }
}

interface OthersFacts {
  readonly others: Others;
  readonly form: Template;
  /** Whether a person of the form can take the fields. */
  readonly hasTakers: boolean;
}

interface OthersState {
  readonly active: number;
  readonly isHelp: boolean;
}

type OthersAct = 'settle' | 'about' | 'give' | 'browser' | 'back' | 'leave';

/** The fields of nobody by section of the form: who fills them in, and whom they are about. */
function othersScreen(facts: OthersFacts, active: number) {
  const count = bySection(facts.others.fields).size;
  return actScreen<OthersState, OthersAct>({
    start: { active: Math.min(active, count - 1), isHelp: false },
    view: (state) => view(facts, state),
    count: () => count,
    acts,
    isPossible: (act, state) =>
      (act !== 'about' || changeableIn(facts, state.active).length > 0) && (act !== 'give' || facts.hasTakers),
  });
}

const columns = [
  { title: 'Section', need: 20, share: 3 },
  { title: 'Fields', need: 6 },
  { title: 'About', need: 12, share: 1 },
  { title: 'For example', need: 16, share: 2 },
];

function view(facts: OthersFacts, { active, isHelp }: OthersState): ScreenView {
  const { others, form, hasTakers } = facts;
  const sections = [...bySection(others.fields)];
  const [section = '', fields = []] = sections[active] ?? [];
  const isChangeable = changeableIn(facts, active).length > 0;
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

/** The fields of a section that can be about somebody else. */
function changeableIn({ form, others }: OthersFacts, section: number): readonly Field[] {
  const fields = [...bySection(others.fields).values()][section] ?? [];
  return form.subjects.length === 0 ? [] : [...changeableBySection(fields).values()].flat();
}

function aboutOf(fields: readonly Field[], { subjects }: Template): string {
  const keys = [...new Set(fields.map(({ subject }) => subject))];
  if (keys.length > 1) return 'several';
  return subjects.find(({ key }) => key === keys[0])?.label ?? keys[0] ?? 'nobody';
}

const acts: Readonly<Record<string, OthersAct>> = {
  y: 'settle',
  enter: 'about',
  g: 'give',
  o: 'browser',
  b: 'back',
  escape: 'back',
  q: 'leave',
};
