import { Option } from 'commander';
import { UsageFailure } from '../../cli/failure/failure.js';
import { completesWith, meantWords } from '../../cli/flags/completion-hint.js';
import { collect } from '../../cli/flags/option.js';

/** What can be wrong with a form that somebody is asked to sign, though the service takes it. */
const formProblems = {
  nobody_signs: 'no field is a signature',
  signs_under_two_headings: 'one role signs for two people',
  signature_line_without_field: 'a line to sign on was not read as a signature',
  tickbox_without_label: 'a tickbox has no words',
  question_of_two: 'two questions were read as one',
  key_of_several_people: 'one value fills the data of several people',
  unread_tag: 'text tags of another service stay printed',
  role_without_field: 'somebody has to act and has nothing to do',
};
export type FormProblemCode = keyof typeof formProblems;

/** The flag of commands that check a form as something to sign. */
export interface AllowOptions {
  readonly allowProblem?: readonly FormProblemCode[];
}

/** Reads one code. Throws UsageFailure. */
export function readProblemCode(text: string): FormProblemCode {
  if (isFormProblem(text)) return text;
  const message = `Invalid --allow-problem value "${text}". Choose from: ${Object.keys(formProblems).join(', ')}.`;
  throw new UsageFailure(message, { code: 'invalid_value' });
}

/** `--allow-problem`: a form may be meant as it is, such as a notice that nobody signs. */
export const allowProblemOption = (effect: string): Option =>
  completesWith(
    new Option('--allow-problem <code>', `${effect}, such as nobody_signs; repeatable`).argParser(
      collect(readProblemCode),
    ),
    { words: meantWords(formProblems) },
  );

/** Whether text, such as that of a plan, is the code of a problem. */
export const isFormProblem = (text: string): text is FormProblemCode => Object.hasOwn(formProblems, text);
