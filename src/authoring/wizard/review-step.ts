import type { Field, Person, Template } from '../../contract/resources/template.js';
import { isOfSigner } from '../names-file/names.js';
import { reachWords } from '../../cli/flags/reach-flags.js';
import { completePath } from '../../cli/flags/complete-path.js';
import { CommandFailure, FileFailure } from '../../cli/failure/failure.js';
import type { Line } from '../../core/terminal/screen.js';
import { meanTheSame, sharedAddresses } from '../../domain/rules/shared-addresses.js';
import { address } from './naming-list.js';
import { calledInText, fieldsOf } from './person-words.js';
import { labelOf } from '../template/field-words.js';
import { coverageLines, saidOf, strangerLines, unnamedLines } from './screens.js';
import { askText, backChoice, decideAndSay, leaveChoice, type Move, type Session } from './session.js';
import { strangersOf } from '../template/people-left.js';
import { stepInWords, verdictOf } from '../template/rehearsal-view.js';
import { rehearse } from '../template/rehearse.js';

/** The person to go back to, for something that another decision mends. */
export interface BackTo {
  readonly personId: string;
}

/**
 * Shows what was reached, what an envelope would be like and what is wrong with it, and the command lines that do the
 * same.
 */
export async function reviewStep(session: Session): Promise<Move | BackTo> {
  const { prompt, template, memory } = session;
  for (;;) {
    memory.refresh();
    const people = await template.people();
    const { steps, findings } = await rehearse(template.state);
    const { columns } = prompt.room;
    prompt.say(
      saidOf([
        { text: '' },
        { text: `Review of ${template.body.name}`, style: 'heading' },
        ...coverageLines(memory.kept.before, template.body.coverage, columns),
        { text: '' },
        ...unnamedLines(unnamedOf(template.body), template.body, columns),
        { text: '' },
        { text: 'Every envelope, in this order:' },
        ...steps.map((step, index) => ({ text: `  ${index + 1}. ${stepInWords(step)}` })),
        ...strangerLines(strangersOf(template.body, people)),
        ...sharedLines(template.body),
        ...findings
          .filter(({ code }) => !shownOtherwise.has(code))
          .flatMap(({ message, fix, level, personId }): readonly Line[] => [
            { text: message, style: 'warning' },
            ...(level === 'problem' && personId === undefined ? [{ text: `  ${fix}` }] : []),
          ]),
      ]),
    );
    const wrong = findings.find(({ personId }) => personId !== undefined);
    const person = people.find(({ id }) => id === wrong?.personId);
    const problems = findings.filter(({ level }) => level === 'problem');
    const inForm = problems.find(({ personId }) => personId === undefined);
    const chosen = await finish(session, {
      fix: person === undefined ? null : fixInWords(person, wrong?.fields.length ?? 0),
      isStopped: inForm !== undefined,
      isReady: problems.length === 0,
    });
    if (chosen === 'stop' && inForm !== undefined) {
      const { code, fix } = inForm;
      const message = `The template is not ready: ${verdictOf(findings)}`;
      throw new CommandFailure(5, code, message, { hint: `${fix}${reachWords(session.context)}` });
    }
    if (chosen !== 'fix' && chosen !== 'stop') return chosen;
    if (person === undefined || !isAssigned(person)) return { personId: person?.id ?? '' };
    await giveDetails(session, person);
  }
}

/** What is wrong with a template at the end. */
interface Standing {
  /** How the first thing that another decision mends can be mended. */
  readonly fix: string | null;
  /** Whether something else is wrong, which a command mends. */
  readonly isStopped: boolean;
  readonly isReady: boolean;
}

/** Asks what to do now: Enter finishes a template only if nothing is wrong with it. */
async function finish(session: Session, { fix, isStopped, isReady }: Standing): Promise<Move | 'fix' | 'stop'> {
  const { prompt, memory } = session;
  const { done: lines } = memory.kept;
  for (;;) {
    const count = lines.length === 1 ? 'the equivalent command' : `the ${lines.length} equivalent commands`;
    const done = { value: 'on', name: isReady ? 'Yes, done' : 'Done, as it is' } as const;
    const mend = fix === null ? [] : [{ value: 'fix', name: fix } as const];
    const stop = isStopped ? [{ value: 'stop', name: 'Stop here, and fix this first' } as const] : [];
    const chosen = await prompt.select('Finish?', [
      ...(isReady ? [done, ...mend] : [...mend, ...stop, done]),
      ...(lines.length === 0
        ? []
        : ([
            { value: 'show', name: `Show ${count}` },
            { value: 'write', name: 'Save them to a file' },
          ] as const)),
      { ...backChoice, name: 'Back to names' },
      leaveChoice,
    ]);
    if (chosen === 'show') prompt.say(['', ...lines, ''].join('\n'));
    else if (chosen === 'write') await writeLines(session, lines);
    else return chosen;
  }
}

const isAssigned = ({ current }: Person): boolean => current.role_name !== null && current.subject_key !== null;

const fixInWords = (person: Person, count: number): string =>
  isAssigned(person)
    ? `Fix: ${calledInText(person)} fills in their own ${fieldsOf(count)}`
    : `Fix: say what ${calledInText(person)} does`;

/** Has somebody who signs fill in their own details, which another role has. */
async function giveDetails(session: Session, { id, current }: Person): Promise<void> {
  const { role_name: role, subject_key: subject } = current;
  if (role === null || subject === null) return;
  const answers = { decision: 'both', role_name: role, subject_key: subject, filled_by: 'own' } as const;
  await decideAndSay(session, id, answers, 'Saved.');
}

/** Findings of the rehearsal that have lines of their own. */
const shownOtherwise = new Set(['extra_signer', 'address_shared']);

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
    if (data_key !== null || isOfSigner(type)) return false;
    if (question_id === null) return true;
    const isFirst = !seen.has(question_id);
    seen.add(question_id);
    return isFirst;
  });
}

async function writeLines(session: Session, done: readonly string[]): Promise<void> {
  const name = await askText(
    session,
    'File name',
    'naming.sh',
    (typed) => (typed === '' ? 'Enter a file name.' : null),
    (typed) => completePath(session.context.files.resolve('.'), typed),
  );
  if (name === null) return;
  try {
    const text = ['#!/bin/sh', '# The commands that repeat what the wizard did.', 'set -eu', ...done, ''].join('\n');
    const path = await session.context.files.place(name, 'naming.sh');
    await session.context.files.write(path, text, { mode: 0o755, existsHint: 'Use another file name.' });
    session.prompt.say(`Saved ${path}.`);
  } catch (error) {
    if (!(error instanceof FileFailure)) throw error;
    session.prompt.say(error.message);
  }
}
