import { type Field, type FieldType, type Template, unwritableTypes } from '../contract/resources/template.js';
import { FileFailure } from '../cli/failure.js';
import { meanTheSame, sharedAddresses } from '../rules/shared-addresses.js';
import { address } from './naming-list.js';
import { coverageLines, labelOf, type Line, saidOf, strangerLines, unnamedLines } from './screens.js';
import { askText, backChoice, leaveChoice, type Move, type Session } from './session.js';
import { strangersOf } from '../template/people-left.js';

/** Shows what was reached and the command lines that do the same. */
export async function reviewStep(session: Session): Promise<Move> {
  const { prompt, template, memory } = session;
  const { columns } = prompt.room;
  const strangers = strangersOf(template.body, await template.people());
  prompt.say(
    saidOf([
      { text: '' },
      { text: `Review of ${template.body.name}`, style: 'heading' },
      ...coverageLines(memory.kept.before, template.body.coverage, columns),
      { text: '' },
      ...unnamedLines(unnamedOf(template.body), template.body, columns),
      ...strangerLines(strangers),
      ...sharedLines(template.body),
    ]),
  );
  for (;;) {
    const { done } = memory.kept;
    const count = done.length === 1 ? 'the equivalent command' : `the ${done.length} equivalent commands`;
    const chosen = await prompt.select('Finish?', [
      { value: 'on', name: 'Yes, done' },
      ...(done.length === 0
        ? []
        : ([
            { value: 'show', name: `Show ${count}` },
            { value: 'write', name: 'Save them to a file' },
          ] as const)),
      { ...backChoice, name: 'Back to names' },
      leaveChoice,
    ]);
    if (chosen === 'show') prompt.say(['', ...done, ''].join('\n'));
    else if (chosen === 'write') await writeLines(session, done);
    else return chosen;
  }
}

/** Every name that fills several fields; red where they need not mean the same. */
const sharedLines = (form: Template): readonly Line[] =>
  sharedAddresses(form.fields).map(({ subject, key, fields }) => ({
    text: `${address(subject, key)} fills ${fields.map((field) => `“${labelOf(field, form)}”`).join(' and ')}.`,
    style: meanTheSame(fields) ? 'quiet' : 'warning',
  }));

/** The fields that a value cannot be written to, though a caller may fill them; a question counts once. */
export function unnamedOf({ fields }: Template): readonly Field[] {
  const seen = new Set<string>();
  return fields.filter(({ type, data_key, question_id }) => {
    if (data_key !== null || unwritableTypes.includes(type as FieldType)) return false;
    if (question_id === null) return true;
    const isFirst = !seen.has(question_id);
    seen.add(question_id);
    return isFirst;
  });
}

async function writeLines(session: Session, done: readonly string[]): Promise<void> {
  const name = await askText(session, 'File name', 'naming.sh', (typed) =>
    typed === '' ? 'Enter a file name.' : null,
  );
  if (name === null) return;
  try {
    const text = ['#!/bin/sh', '# The commands that repeat what the wizard did.', 'set -eu', ...done, ''].join('\n');
    await session.context.files.write(name, text, { mode: 0o755 });
    session.prompt.say(`Saved ${name}.`);
  } catch (error) {
    if (!(error instanceof FileFailure)) throw error;
    session.prompt.say(error.message);
  }
}
