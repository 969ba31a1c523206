import { bulkTopic } from './bulk-topic.js';
import { commandsTopic } from './commands-topic.js';
import { environmentTopic, errorsTopic, exitCodesTopic, globalOptionsTopic, textTagsTopic } from './listed-topics.js';
import type { CommandNode } from './node.js';
import { securityTopic } from './security-topic.js';
import { testingTopic } from './testing-topic.js';
import { webhooksTopic } from './webhooks-topic.js';

/** What many commands share and no command page says in full: pages of the manual, as data. */

export interface Topic {
  /** The name of the page after `esign-`. */
  readonly name: string;
  readonly summary: string;
  readonly description: readonly string[];
  /** What it lists, right below the description. */
  readonly items?: readonly (readonly [term: string, about: string])[];
  readonly parts: readonly TopicPart[];
  readonly seeAlso: string;
  /** Whether a term and its text share a line of `esign help`. */
  readonly table?: true;
}

export interface TopicPart {
  readonly heading: string;
  readonly paragraphs?: readonly string[];
  readonly items?: readonly (readonly [term: string, about: string])[];
  readonly examples?: readonly { readonly line: string; readonly about: string }[];
}

const outputTopic: Topic = {
  name: 'output',
  summary: 'what esign writes, and where',
  description: [
    'Stdout holds the result of a command and nothing else. Notes, progress, questions, warnings and errors go to stderr. On a terminal a result is a table or sentences; in a pipe it is JSON, or tab-separated rows for a list.',
  ],
  parts: [
    {
      heading: 'FORMS',
      items: [
        ['--json', 'The JSON of the service, as it came: also properties that esign does not know.'],
        [
          '--json=a,b',
          'Only these fields, of the object or of each item of a list. A dot reaches inside: roles.name. A write with a field that its result cannot have is refused before anything is sent.',
        ],
        ['--jq EXPRESSION', 'The JSON through jq, which is built in; strings are written without their quotes.'],
        ['-q, --quiet', 'Ids alone, one a line, and no notes.'],
        ['--dry-run', 'On a write: the request that would be sent, key masked. Nothing is sent.'],
        ['--print', 'Where the result is a signing URL: write it, and not only that there is one.'],
      ],
    },
    {
      heading: 'ERRORS',
      paragraphs: [
        'With --json, stderr is silent when the command succeeds, and holds one JSON object when it fails. Its only member error has code, message, hint and exit_code; where they are known also status, operation, attempts, idempotency_key, retry_after and outcome_unknown.',
        'When outcome_unknown is true, the service may have carried the write out. Run the command again with the idempotency_key, or let `esign request resume` do it: nothing happens twice. The service keeps a key for 24 hours; after that, both refuse what they cannot settle, on the machine that has the record.',
      ],
    },
    {
      heading: 'SEALED DOCUMENTS',
      paragraphs: ['`esign pdf verify --json` writes one object; `envelope download` has the same verdict under seal.'],
      items: [
        ['verdict', 'genuine, altered (proven) or cannot_judge.'],
        ['verified', 'Whether the command exits 0: genuine, or accepted with --allow-untrusted.'],
        [
          'problem',
          'null, or the code. Altered: altered, changed_after_sealing, cut_off. Cannot be judged: not_signed, unsupported_profile, unfit_algorithm, certificate_unfit, time_stamp_unfit, sealed_later, issuer_not_known.',
        ],
        [
          'checks',
          'What was checked: integrity, coverage, certificate, time and trust, each pass, fail or unknown, with a sentence.',
        ],
        [
          'signatures',
          'Every signature and document timestamp, oldest first: kind, sub_filter, name, integrity, covers (bytes) and reason.',
        ],
        [
          'sealed_at, claimed_at',
          'The time that a timestamp proves, and the one that the signer claims. Either can be null.',
        ],
        [
          'signer, time_stamp, trusted',
          'The certificates of the last signature and of its timestamp, and the authority that is trusted.',
        ],
      ],
    },
    {
      heading: 'LONG-RUNNING COMMANDS',
      paragraphs: [
        'A command that goes on, such as `esign listen`, writes one JSON object a line under --json or in a pipe. Each line can be read by itself; the first has the type ready.',
        '`esign mcp` writes the messages of the Model Context Protocol on stdout, whatever the flags say.',
      ],
    },
    {
      heading: 'TIMES, COLOUR AND STRANGE CHARACTERS',
      paragraphs: [
        'On a terminal times are in the zone of the reader, with its offset; JSON holds UTC.',
        'There is colour on a terminal alone. --color, NO_COLOR, CLICOLOR_FORCE, CLICOLOR and TERM decide in this order.',
        'Whatever could steer a terminal in a text from outside is shown, not sent: escape sequences, control characters and marks that turn the direction of reading.',
      ],
    },
    {
      heading: 'EXAMPLES',
      examples: [
        { line: "esign envelope get $id --jq '.recipients[] | [.role, .status] | @tsv'", about: 'Rows for a shell.' },
        {
          line: 'id=$(esign envelope create --template $template --recipient "$tenant" -q)',
          about: 'An id for the next command.',
        },
        { line: 'esign spec catalogue', about: 'Every command, flag and schema, as JSON for programs.' },
      ],
    },
  ],
  seeAlso: 'esign(1), esign-exit-codes(7), esign-errors(7), esign-spec-catalogue(1)',
};

/** Every topic but the list of commands, which needs the command tree. */
const topics: readonly Topic[] = [
  globalOptionsTopic,
  outputTopic,
  exitCodesTopic,
  environmentTopic,
  errorsTopic,
  securityTopic,
  textTagsTopic,
  bulkTopic,
  webhooksTopic,
  testingTopic,
];

export const topicNames: readonly string[] = ['commands', ...topics.map(({ name }) => name)];

/** Every topic, in the order in which a newcomer may ask. */
export const allTopics = (root: CommandNode): readonly Topic[] => [commandsTopic(root), ...topics];
