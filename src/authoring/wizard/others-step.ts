import type { Field, Template } from '../../contract/resources/template.js';
import type { Line } from '../../core/terminal/screen.js';
import { cut } from '../../core/terminal/text.js';
import { labelOf } from '../template/field-words.js';
import {
  bySection,
  changeableBySection,
  giveTo,
  isSettled,
  othersOf,
  othersQuestion,
  sayAbout,
  settle,
  takersOf,
} from './others.js';
import { saidOf } from './screens.js';
import { backChoice, leaveChoice, type Move, type Session } from './session.js';

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
