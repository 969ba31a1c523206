import { type ExitCodeRow, exitCodes } from '../failure/exit-code.js';
import { globalFlags } from '../flags/global-flags.js';
import { type ErrorCodeRow, errorCodes } from '../../contract/error-codes.js';
import { environment } from './environment.js';
import type { Topic } from './topics.js';
import { fieldTypes } from '../../contract/resources/template.js';

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

/** What text tags are and how to write them, for the help topic. */
export const textTags: {
  readonly description: readonly string[];
  readonly parts: readonly { readonly name: string; readonly about: string }[];
  readonly examples: readonly { readonly tag: string; readonly about: string }[];
  readonly refusals: string;
} = {
  description: [
    'A text tag is text in a PDF or Word document that becomes a field. Write it in double braces: first the label, then name=value parts in any order, separated by semicolons.',
    'The field replaces the tag on the page. A tag can span several lines, but not pages. The rest of the document is read as usual. Signature and initials fields extend upwards from the line of the tag, so that a signature fits.',
    'In a Word file, content controls and legacy form fields become fields too, with their type and choices. The title of a control is the label. A * at the end of the title makes the field required, and a title that ends with Signature or Initials makes a signature or initials field. Text in a control that is filled in becomes the starting value, or stays on the page where the field could not hold it. The tag of a control is its data key, or parts such as role=Tenant;key=person.full_name.',
    'The description of the service mentions text tags but not their syntax. This syntax is an assumption.',
  ],
  parts: [
    { name: 'type', about: `The type of the field: ${fieldTypes.join(', ')}. Default: text.` },
    {
      name: 'role',
      about:
        'The name of the role that fills in the field. Default: the only role that the other tags of the document name.',
    },
    {
      name: 'key',
      about: 'The data key for values: namespace.attribute or namespace.entity.attribute, in snake_case.',
    },
    { name: 'subject', about: 'The key of the person whose detail it is. Default: the signer.' },
    { name: 'required', about: 'true or false. Default: true.' },
    {
      name: 'options',
      about: 'The choices of a dropdown, separated by |. Required for dropdowns, and not allowed for other types.',
    },
  ],
  examples: [
    { tag: '{{Full name;role=Tenant;key=person.full_name;subject=tenant}}', about: 'The full name of the tenant.' },
    { tag: '{{Signature;type=signature;role=Tenant}}', about: 'A signature field for the tenant.' },
    { tag: '{{Initials;type=initials;role=Tenant}}', about: 'An initials field for the tenant.' },
    { tag: '{{Date;type=date_signed;role=Tenant}}', about: 'The date of signing, filled in by the service.' },
    {
      tag: '{{Bank;type=dropdown;options=Absa|FNB|Nedbank;role=Tenant;required=false}}',
      about: 'An optional dropdown.',
    },
  ],
  refusals:
    'The service refuses a file with an invalid tag as invalid_request: a tag that is not closed, has no label, has an invalid part, type or key, or has no role in a document with several roles. The message quotes the tag and its page. Nothing is created.',
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
