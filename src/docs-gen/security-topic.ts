import { askedFirst } from './asked-first.js';
import type { Topic } from './topics.js';

/** What esign keeps secret, where it keeps what, and what it asks about. A test names the proof of each sentence. */
export const securityTopic: Topic = {
  name: 'security',
  summary: 'what esign does to keep keys, secrets and signatures safe',
  description: [
    'An API key acts for the whole organisation, a webhook secret tells a real event from a forged one, and anyone who has a signing URL can sign. Keys and webhook secrets are stored only in the keychain, in the files listed below and in files that you name, and a signing URL of a real service is never stored.',
  ],
  parts: [
    {
      heading: 'KEYS',
      paragraphs: [
        'A key is never taken from the command line, where every user of the machine could read it in the list of processes: it comes from ESIGN_API_KEY, --api-key-file, --api-key-stdin or a profile. The keychain of the system keeps the key of a profile; where there is none, or with --insecure-storage, a file that only its owner can read.',
        'A key goes to the address that it belongs to and to no other, also not after a redirect or to the address of a document. A stored key is not used with another --base-url. Plain http is used only for addresses on this machine.',
        'The emulator’s own routes, which read its mail, create keys and delete data, require the token of its start or one of its live API keys. These routes refuse web pages of other origins. Pages behind a signing link need only the link.',
      ],
    },
    {
      heading: 'WHAT IS NEVER SHOWN',
      paragraphs: [
        'Keys, webhook secrets and signing URLs are masked in notes, in errors, in --debug and in the record of requests, also where the service quotes them. With --debug, bodies of requests and responses are left out, since they hold personal data; --debug-bodies shows them, with secrets masked. A webhook secret is shown once, or goes into a file of its owner alone with --secret-file. A signing URL is shown only with --print and is not kept.',
        '`esign mcp` hides secrets and addresses that are credentials in every answer, reads only unless --allow-writes is given, and needs --allow-live too for a live key, or for writes that reach people or webhook endpoints with a test key.',
      ],
    },
    {
      heading: 'WHAT ASKS FIRST',
      paragraphs: [
        'With a live key, commands that email people, cannot be undone or change what a webhook endpoint receives say what will happen to whom, and ask. Without a terminal they need --yes. Every write with a live key prints LIVE on stderr, except under --json and --quiet.',
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
      heading: 'PERSONAL DATA',
      paragraphs: [
        '`esign forget` removes what the folder of state holds about an envelope or a person, or from before a time. It keeps requests whose outcome is unknown, and the idempotency keys and hashes that prevent a second send. It does not change anything at the service, in the emulator or in files that you saved.',
        'Downloaded documents, pages and previews are readable by their owner only.',
      ],
    },
    {
      heading: 'WEBHOOKS AND DOCUMENTS',
      paragraphs: [
        '`esign listen` and `esign webhook verify` check the time, within 300 seconds in both directions, before anything is computed, and compare signatures in constant time. Decide by reading the envelope, not by the body of an event.',
        'With --expect and a command, `esign listen` opens an address on this machine that forwards the requests of the command to the service, each with the key that it brings. The address answers to its own host name only, and forwards a request without a key only where the service needs none. TLS to the service is verified.',
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
          'compiled.key',
          'In the folder of state: the key that ties the compiled program to the installed one. Mode 0600.',
        ],
        [
          'listen',
          'In the folder of state: listeners, with the webhook secrets of their endpoints in plain text, so that `esign ' +
            'listen` can resume and sign again. Mode 0600. The secrets of a listener that ended stay for at least a week.',
        ],
        [
          'requests',
          'In the folder of state: the writes of this machine. `requests/open` holds one file for each write whose ' +
            'outcome is unknown, with its body. The other writes are kept for 730 days, or ESIGN_JOURNAL_DAYS.',
        ],
        [
          'envelopes, envelopes.ndjson, templates.ndjson',
          'In the folder of state: envelopes that this machine knows, and titles and states as last read, with the names ' +
            'of those whose turn it is, for lists and for completion.',
        ],
        [
          'seen',
          'In the folder of state: the names of fields and the decisions that you last saw of each template, to warn you ' +
            'before a command overwrites a change made since. 200 templates, for 180 days. Mode 0600.',
        ],
        [
          'runs',
          'In the folder of state: bulk runs, with the body of each row that was sent, so that no row is sent twice. ' +
            'Mode 0600.',
        ],
        ['wizard', 'In the folder of state: template wizard sessions that can be resumed. Mode 0600.'],
        [
          'rotations',
          'In the folder of state: the idempotency keys of webhook secret rotations that are not finished, without the ' +
            'secrets.',
        ],
        ['deliveries', 'In the folder of state: the events that were received here, byte for byte.'],
        [
          'emulator, snapshots',
          'In the folder of state: the database of the emulator and its snapshots, with its own keys and links, which ' +
            'no real service accepts.',
        ],
        [
          'emulator-PROFILE.json',
          'In the folder of state: the address and the process of an emulator, without its keys.',
        ],
        [
          'emulator-PORT.token',
          'In the folder of state: the token of a running emulator, by which it proves itself and which its own routes require. Mode 0600.',
        ],
      ],
    },
    {
      heading: 'NETWORK',
      paragraphs: [
        'esign speaks to the configured service, to what you name (a tunnel, an application, a receiver), and to nobody else: it counts nothing, reports nothing and looks for no updates.',
      ],
    },
  ],
  seeAlso: 'esign(1), esign-forget(1), esign-environment(7), esign-output(7), esign-mcp(1), esign-pdf-verify(1)',
};
