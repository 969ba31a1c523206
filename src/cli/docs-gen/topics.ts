import { agentsTopic } from './agents-topic.js';
import { bulkTopic } from './bulk-topic.js';
import { environmentTopic, errorsTopic, exitCodesTopic, globalOptionsTopic, textTagsTopic } from './listed-topics.js';
import { type GuideStep, guideNames, guidesTopic, readGuides } from './guides.js';
import { type CommandNode, leavesOf } from './node.js';
import { securityTopic } from './security-topic.js';
import { contractTopic } from './contract-topic.js';
import { testingTopic } from './testing-topic.js';
import { webhooksTopic } from './webhooks-topic.js';

/** Help topics as data, shared by several commands; also pages of the manual. */

export interface Topic {
  /** The name of the page after `esign-`. */
  readonly name: string;
  readonly summary: string;
  readonly description: readonly string[];
  /** Lines of a sample file, printed as they are, before the description. */
  readonly sample?: readonly string[];
  /** A list right below the description. */
  readonly items?: readonly (readonly [term: string, about: string])[];
  readonly parts: readonly TopicPart[];
  readonly seeAlso: string;
  /** Whether a term and its text are on one line of `esign help`. */
  readonly table?: true;
}

export interface TopicPart {
  readonly heading: string;
  /** Paragraphs and commands with their output, in order: for a guide, which has nothing else. */
  readonly blocks?: readonly (string | GuideStep)[];
  readonly paragraphs?: readonly string[];
  readonly items?: readonly (readonly [term: string, about: string])[];
  readonly examples?: readonly { readonly line: string; readonly about: string }[];
}

const outputTopic: Topic = {
  name: 'output',
  summary: 'output formats, and what goes to stdout and stderr',
  description: [
    'Stdout contains only the result of a command. Notes, progress, questions, warnings and errors go to stderr. On a terminal, results are tables and sentences. In a pipe, they are JSON, also for lists.',
  ],
  parts: [
    {
      heading: 'FORMATS',
      items: [
        [
          '--json',
          'The JSON of the service. It includes properties that esign does not know. A list has its items in data; in a list of the service, more says whether there are others.',
        ],
        [
          '--json=a,b',
          'Only these fields, of the object or of each item of a list. A dot selects a nested field: roles.name. If the result of a write cannot have the field, the command fails before it sends anything.',
        ],
        [
          '--jq EXPRESSION',
          'Filter the JSON with jq, which is built in. Strings are printed without quotes, and hidden characters in them as `\\u{…}`.',
        ],
        [
          '--tsv',
          'Print a list as tab-separated rows without a header, for cut and awk: nothing is cut off, and times are in UTC. Anything else stays JSON.',
        ],
        ['-q, --quiet', 'Print only IDs, one per line, and no notes. A list that is cut has a warning on stderr.'],
        [
          '--dry-run',
          'Print the request without sending it, with the key masked. As JSON, it is one object with requests; for rows, one line of JSON for each 100 rows.',
        ],
        ['--print', 'Print the signing URL, if the result is one.'],
      ],
    },
    {
      heading: 'ERRORS',
      paragraphs: [
        'With --json, stderr is empty when the command succeeds, and contains one JSON object when it fails. In a pipe, where results are JSON too, the error is the last line of stderr, in the same form. Its property error has code, message, hint and exit_code, and where known status, operation, attempts, idempotency_key, retry_after and outcome_unknown.',
        'When outcome_unknown is true, the service may have processed the request. Run the command again with the idempotency_key, or run `esign request resume`: nothing happens twice. The service keeps a key for 24 hours. After that, the machine that recorded the request does not send it again under the same key.',
      ],
    },
    {
      heading: 'SEALED DOCUMENTS',
      paragraphs: [
        '`esign pdf verify --json` prints one object. The result of `esign envelope download` has the same object in its property seal.',
      ],
      items: [
        [
          'verdict',
          'genuine (verified), added_to (something follows the last trusted signature), altered (proven) or cannot_judge.',
        ],
        ['verified', 'Whether the command exits with 0: genuine, or accepted with --allow-untrusted.'],
        [
          'problem',
          'null, or a code, with a sentence in reason. Added to: added_after_signing. Altered: altered. Cannot be verified: not_signed, placeholder, usage_rights, cut_off, damaged_signature, unsupported_profile, unfit_algorithm, certificate_unfit, sealed_later, no_trusted_path.',
        ],
        [
          'checks',
          'The result of each check: integrity, coverage, certificate, time and trust. Each is pass, fail or unknown, with a sentence.',
        ],
        [
          'signatures',
          'All signatures and document timestamps, oldest first: kind, revision, sub_filter, name, integrity, trusted, covers (bytes) and reason. `esign pdf verify --revision N -o FILE` writes what one of them covers.',
        ],
        [
          'sealed_at, claimed_at',
          'The time proven by a trusted timestamp, and the time claimed by the signer. Each can be null.',
        ],
        ['added', 'null, or the bytes that no trusted signature covers: bytes, and the latest date that they claim.'],
        [
          'signer, time_stamp, trusted',
          'The certificates of the last trusted signature and of its timestamp, and the trusted authority.',
        ],
      ],
    },
    {
      heading: 'LONG-RUNNING COMMANDS',
      paragraphs: [
        'With --json or in a pipe, a long-running command such as `esign listen` prints one JSON object per line. The first object has the type ready.',
        '`esign mcp` always prints Model Context Protocol messages on stdout.',
      ],
    },
    {
      heading: 'TIMES, COLOR AND CONTROL CHARACTERS',
      paragraphs: [
        'On a terminal, times are in your time zone and show its offset. JSON contains UTC.',
        'Output has color only on a terminal. --color, NO_COLOR, CLICOLOR_FORCE, CLICOLOR and TERM override this, in this order of precedence.',
        'Escape sequences, control characters and text direction marks in text from outside are made visible, so that they cannot control the terminal.',
      ],
    },
    {
      heading: 'EXAMPLES',
      examples: [
        {
          line: "esign envelope get $id --jq '.recipients[] | [.role, .status] | @tsv'",
          about: 'Print rows for a shell.',
        },
        {
          line: 'id=$(esign envelope create --template $template --recipient "$tenant" -q)',
          about: 'Save the ID for the next command.',
        },
        { line: 'esign spec catalogue', about: 'Print all commands, flags and schemas as JSON.' },
      ],
    },
  ],
  seeAlso: 'esign(1), esign-exit-codes(7), esign-errors(7), esign-spec-catalogue(1)',
};

/** Every topic except the command list, which needs the command tree. */
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
  contractTopic,
  agentsTopic,
];

export const topicNames: readonly string[] = ['commands', ...topics.map(({ name }) => name), 'guides', ...guideNames];

/** All topics, in the order of the help. */
export const allTopics = (root: CommandNode): readonly Topic[] => {
  const guides = readGuides();
  return [commandsTopic(root), ...topics, guidesTopic(guides), ...guides];
};

/** `esign help commands`: every command with its summary, in the order of the help. */
function commandsTopic(root: CommandNode): Topic {
  const headings = [...new Set(root.commands.map(({ heading }) => heading))];
  return {
    name: 'commands',
    summary: 'all commands',
    description: ['Run `esign COMMAND --help` for the help of a command.'],
    parts: headings.map((heading) => ({
      heading: heading.toUpperCase(),
      items: root.commands
        .filter((node) => node.heading === heading)
        .flatMap(leavesOf)
        .map(({ path, summary }) => [path.slice(root.path.length + 1), summary] as const),
    })),
    seeAlso: 'esign(1), esign-global-options(7)',
    table: true,
  };
}
