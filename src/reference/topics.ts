import { askedFirst } from './asked-first.js';
import { bulkTopic } from './bulk-topic.js';
import { environmentTopic, errorsTopic, exitCodesTopic, textTagsTopic } from './listed-topics.js';

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

const securityTopic: Topic = {
  name: 'security',
  summary: 'what esign does to keep keys, secrets and signatures safe',
  description: [
    'An API key acts for the whole organisation, a webhook secret tells a real event from a forged one, and whoever has a signing URL can sign. esign keeps the three out of everything that lasts.',
  ],
  parts: [
    {
      heading: 'KEYS',
      paragraphs: [
        'A key is never taken from the command line, where every user of the machine could read it in the list of processes: it comes from ESIGN_API_KEY, --api-key-file, --api-key-stdin or a profile. The keychain of the system keeps the key of a profile; where there is none, or with --insecure-storage, a file that only its owner can read.',
        'A key goes to the address that it belongs to and to no other, also not after a redirect or to the address of a document. A stored key is not used with another --base-url. Plain http is spoken to this machine alone.',
      ],
    },
    {
      heading: 'WHAT IS NEVER WRITTEN DOWN',
      paragraphs: [
        'Keys, webhook secrets and signing URLs are masked in notes, in errors, in --debug and in the record of requests, also where the service quotes them. A webhook secret is shown once, or goes into a file of its owner alone with --secret-file. A signing URL is shown only with --print and is not kept.',
        '`esign mcp` hides secrets and addresses that are credentials in every answer, reads only unless --allow-writes is given, and needs --allow-live too for a live key, or for writes that reach people or webhook endpoints with a test key.',
      ],
    },
    {
      heading: 'WHAT ASKS FIRST',
      paragraphs: [
        'With a live key, commands that email people, cannot be undone or change what a webhook endpoint receives say what will happen to whom, and ask. Without a terminal they need --yes. Every write with a live key prints LIVE on stderr, except under --json.',
        'A test key does less, but it is not harmless: it sends real email to members of the organisation and to confirmed addresses, it may void live envelopes, and webhook endpoints are not split into test and live. Commands ask before these, too. Only an emulator on this machine that proves itself is never asked about.',
        'These are the operations of the service that are asked about:',
      ],
      items: askedFirst(),
    },
    {
      heading: 'WHAT IS NOT SENT TWICE',
      paragraphs: [
        'A write is recorded with its Idempotency-Key before its first byte leaves, so that a crash loses nothing, and a repeat with that key does nothing twice within the 24 hours for which the service keeps it. What this machine has recorded as older is not sent again under its key.',
      ],
    },
    {
      heading: 'WEBHOOKS AND DOCUMENTS',
      paragraphs: [
        '`esign listen` and `esign webhook verify` check the time, within 300 seconds in both directions, before anything is computed, and compare signatures in constant time. Decide by reading the envelope, not by the body of an event.',
        'Documents are read in a thread of their own with limits of time and memory. `esign pdf verify` verifies a sealed document without the service. The certificate of the emulator is for tests and is trusted by nobody else.',
      ],
    },
    {
      heading: 'FILES',
      paragraphs: [
        'The folders are made for their owner alone. `esign whoami` says which keys and addresses are used and why; `esign doctor` looks at the permissions.',
      ],
      items: [
        ['profiles.json', 'In the folder of settings: profiles, without keys.'],
        ['keys.json', 'In the folder of settings: keys, where there is no keychain. Mode 0600.'],
        [
          'overrides.json',
          'In the folder of settings: what a service does otherwise than esign knows, by its base address; see ' +
            'esign-spec-check(1).',
        ],
        [
          'compiled',
          'In the folder of caches: the program as Node compiled it in an earlier run, so that it starts sooner. It may be removed at any time, is used only where nobody else can write, and holds nothing of yours.',
        ],
        [
          'requests',
          'In the folder of state: the writes of this machine. `requests/open` holds one file for each write whose ' +
            'outcome is unknown, with its body. The other writes are kept for 730 days, or ESIGN_JOURNAL_DAYS.',
        ],
        [
          'envelopes, envelopes.ndjson, templates.ndjson',
          'In the folder of state: envelopes that this machine knows, and titles and states as last read, for lists ' +
            'and for completion.',
        ],
        [
          'seen',
          'In the folder of state: the names of fields and the decisions that you last saw of each template, to warn you ' +
            'before a command overwrites a change made since. 200 templates, for 180 days. Mode 0600.',
        ],
        ['deliveries', 'In the folder of state: the events that were received here, byte for byte.'],
        ['emulator', 'In the folder of state: the database of the emulator, with its own keys.'],
      ],
    },
    {
      heading: 'NETWORK',
      paragraphs: [
        'esign speaks to the configured service, to what you name (a tunnel, an application, a receiver), and to nobody else: it counts nothing, reports nothing and looks for no updates.',
      ],
    },
  ],
  seeAlso: 'esign(1), esign-environment(7), esign-output(7), esign-mcp(1), esign-pdf-verify(1)',
};

/** Every topic, in the order in which a newcomer may ask. */
export const topics: readonly Topic[] = [
  outputTopic,
  exitCodesTopic,
  environmentTopic,
  errorsTopic,
  securityTopic,
  textTagsTopic,
  bulkTopic,
];

/** The same for Tab behind `esign help`. */
export const topicWords: readonly { readonly word: string; readonly about: string }[] = topics.map(
  ({ name, summary }) => ({ word: name, about: summary }),
);
