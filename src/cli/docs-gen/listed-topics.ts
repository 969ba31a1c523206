import { type ExitCodeRow, exitCodes } from '../failure/exit-code.js';
import { globalFlags } from '../flags/global-flags.js';
import { errorCodes, type ErrorCodeRow } from '../../contract/error-codes.js';
import { environment } from './environment.js';
import { textTags } from './text-tags.js';
import type { Topic } from './topics.js';

/** Topics that are generated from tables of the program. */

const rows: readonly ExitCodeRow[] = exitCodes;

export const globalOptionsTopic: Topic = {
  name: 'global-options',
  summary: 'options that every command takes',
  description: ['Write global options before or after the name of a command.'],
  items: [
    ...globalFlags().map(({ flags, description, argChoices }) => {
      const about = argChoices === undefined ? description : `${description} (${argChoices.join(', ')})`;
      return [flags, about] as const;
    }),
    ['-h, --help', 'show the help; add --all for every option and detail'],
  ],
  parts: [],
  seeAlso: 'esign(1), esign-output(7), esign-environment(7)',
  table: true,
};

export const exitCodesTopic: Topic = {
  name: 'exit-codes',
  summary: 'exit codes of all commands',
  description: ['Every command exits with one of these codes. With --json, the error object contains it as exit_code.'],
  items: rows.map((row) => [`${row.code} ${row.name}`, row.meaning]),
  parts: [],
  seeAlso: 'esign(1), esign-errors(7)',
};

export const environmentTopic: Topic = {
  name: 'environment',
  summary: 'environment variables that esign reads',
  description: [
    'Flags override environment variables, which override the profile, which overrides the defaults. `esign whoami` shows where each setting comes from.',
  ],
  items: environment.map(({ name, meaning }) => [name, meaning]),
  parts: [],
  seeAlso: 'esign(1), esign-whoami(1)',
};

export const errorsTopic: Topic = {
  name: 'errors',
  summary: 'error codes of the service',
  description: [
    'The error codes of the service, with their HTTP status and what to do about each. `esign explain CODE` explains one.',
  ],
  items: Object.entries<ErrorCodeRow>(errorCodes).map(([code, row]) => [
    code,
    `${statusOf(row)}. ${row.meaning}\n${row.next}`,
  ]),
  parts: [],
  seeAlso: 'esign(1), esign-explain(1), esign-exit-codes(7)',
};

export const textTagsTopic: Topic = {
  name: 'text-tags',
  summary: 'fields written into a document as text',
  description: textTags.description,
  parts: [
    { heading: 'PARTS', items: textTags.parts.map(({ name, about }) => [name, about]) },
    { heading: 'EXAMPLES', examples: textTags.examples.map(({ tag, about }) => ({ line: tag, about })) },
    { heading: 'ERRORS', paragraphs: [textTags.refusals] },
  ],
  seeAlso: 'esign-template-create(1), esign-envelope-one-off(1), esign-errors(7)',
};

function statusOf({ status, statusBasis }: ErrorCodeRow): string {
  return statusBasis === 'assumed' ? `HTTP ${status} (assumed)` : `HTTP ${status}`;
}
