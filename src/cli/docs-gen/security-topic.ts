import type { Topic } from './topics.js';
import { type Consequence, effectsOf, type KeyKind, mayHarm, sentencesOf } from '../../contract/effects.js';
import type { Operation } from '../../contract/operation.js';
import { operationIds, operations } from '../../contract/operations.js';

/** What esign keeps secret, where it stores data, and what it asks about. A test names the proof of each sentence. */
export const securityTopic: Topic = {
  name: 'security',
  summary: 'how esign protects keys, secrets and signatures',
  description: [
    'An API key acts for the whole organisation, a webhook secret proves that an event is from the service, and anyone who has a signing URL can sign. Keys and webhook secrets are stored only in the keychain, in the files listed below and in files that you name, and a signing URL of a real service is never stored.',
  ],
  parts: [
    {
      heading: 'KEYS',
      paragraphs: [
        'Keys are never read from the command line, where every user of the machine could see them in the process list. They come from ESIGN_API_KEY, --api-key-file, --api-key-stdin or a profile. The key of a profile is stored in the keychain of the system or, if there is none or with --insecure-storage, in a file that only its owner can read.',
        'A key is sent only to the base URL that it belongs to, and never to another address after a redirect or to download a document. A stored key is not used with another --base-url. Plain http is used only for addresses on this machine.',
        'The emulator’s own routes, which read its mail, create keys and delete data, require the token of its start or one of its live API keys. These routes reject requests from web pages of other origins. Signing pages need only their link.',
      ],
    },
    {
      heading: 'WHAT IS NEVER SHOWN',
      paragraphs: [
        'Keys, webhook secrets and signing URLs are masked in notes, errors, --debug output and recorded requests, also where the service quotes them. With --debug, request and response bodies are left out because they contain personal data; --debug-bodies shows them, with secrets masked. A webhook secret is shown once, or written to a file that only its owner can read with --secret-file. A signing URL is shown only with --print and is not stored.',
        '`esign mcp` masks secrets and signing URLs in every response, is read-only without --allow-writes, and also requires --allow-live for a live key of a real service, or for writes that reach people or webhook endpoints with a test key. The client then asks the user before each operation that emails people or cannot be undone, unless --yes was given.',
      ],
    },
    {
      heading: 'WHAT ASKS FIRST',
      paragraphs: [
        'With a live key, commands that email people, cannot be undone or change what a webhook endpoint receives show what will happen to whom, and ask. Without a terminal, they require --yes. Every write with a live key prints LIVE on stderr, except with --json and --quiet.',
        'A test key is not harmless. It sends real email to members of the organisation and to confirmed addresses, can void live envelopes, and shares webhook endpoints with live keys. Commands ask before these operations too. Only an emulator on this machine that proves its identity needs no confirmation, unless it was started with --ask.',
        'These operations require confirmation:',
      ],
      items: askedFirst(),
    },
    {
      heading: 'IDEMPOTENCY',
      paragraphs: [
        'A write is recorded before its first byte is sent, so that nothing is lost in a crash. With an Idempotency-Key, a retry does nothing twice during the 24 hours for which the service keeps the key. Requests that this machine recorded more than 24 hours ago are not sent again under the same key.',
        `The service takes no such key for ${new Intl.ListFormat('en-GB').format(withoutKey())}.`,
      ],
    },
    {
      heading: 'PERSONAL DATA',
      paragraphs: [
        '`esign forget` deletes the data in the state folder about an envelope or a person, or from before a time. It keeps requests whose outcome is unknown, and the idempotency keys and hashes that prevent a second send. It does not change anything at the service, in the emulator or in files that you saved.',
        'Only their owner can read downloaded documents, pages and previews.',
      ],
    },
    {
      heading: 'WEBHOOKS AND DOCUMENTS',
      paragraphs: [
        '`esign listen` and `esign webhook verify` first check that the timestamp is within 300 seconds, and compare signatures in constant time. Do not act on the body of an event alone: read the envelope.',
        'With --expect and a command, `esign listen` opens an address on this machine that forwards the requests of the command to the service, each with its own key. The address accepts only its own host name, and forwards a request without a key only where the service needs none. TLS to the service is verified.',
        'Documents are parsed in a separate thread with limits on time and memory. `esign pdf verify` verifies a sealed document without the service. The certificate of the emulator is for tests and is not trusted by PDF readers.',
      ],
    },
    {
      heading: 'PAGES IN THE BROWSER',
      paragraphs: [
        '`esign template edit`, `esign template prepare` and `esign embed` serve a page on this machine only, at a secret URL, to the browser that opens it first. To keep the URL out of the process list, the browser reads it from a file that only you can read and that is removed when the page is open. A browser that cannot read the file gets the URL itself, but only where other users are refused.',
        'On Linux, these pages refuse connections of all users but you and root, and so does the address that `esign listen --expect` opens for its command. On macOS and Windows, and where /proc cannot be read, only the secret URL, or the key that a request needs, keeps other users out. The address where `esign listen` receives deliveries is open to every user and to its tunnel: what is not signed with the secret of the endpoint is rejected.',
      ],
    },
    {
      heading: 'FILES',
      paragraphs: [
        'Only their owner can read these folders. `esign whoami` shows which keys and addresses are used and why; `esign doctor` checks the permissions.',
      ],
      items: [
        ['profiles.json', 'In the configuration folder: profiles, without keys.'],
        ['keys.json', 'In the configuration folder: keys, if there is no keychain. Mode 0600.'],
        [
          'compiled',
          'In the cache folder: the compile cache of the program. You can delete it at any time. It is used only if nobody else can write to it, and contains none of your data.',
        ],
        ['compiled.key', 'In the state folder: the key that authenticates the compile cache. Mode 0600.'],
        [
          'listen',
          'In the state folder: listeners, with the webhook secrets of their endpoints in plain text, so that `esign ' +
            'listen` can resume and sign again. Mode 0600. The secrets of a stopped listener are kept for at least a week.',
        ],
        [
          'state.db, state.db-wal, state.db-shm',
          'In the state folder: what this machine remembers, a SQLite database. It holds the writes of this machine, with ' +
            'the body of those whose outcome is unknown, for 730 days, or ESIGN_JOURNAL_DAYS; its bulk runs, with the body ' +
            'of each row that was sent, so that no row is sent twice; the deliveries received on this machine, byte for byte; the envelopes that it knows; the titles, states and ' +
            'next recipients as last read, for lists and for completion; the field names and decisions of each template as ' +
            'you last saw them, to warn you before a command overwrites a later change, 200 templates, for 180 days; ' +
            'template wizard sessions that can be resumed; and ' +
            'the idempotency keys of webhook secret rotations that are unfinished or less than 24 hours old, without the ' +
            'secrets. Mode 0600.',
        ],
        [
          'prove',
          'In the state folder: what `esign spec prove` found and created, to continue after an interruption. Mode 0600.',
        ],
        [
          'emulator, emulator-PROFILE-data, snapshots',
          'In the state folder: the database and snapshots of the emulator, with its own keys and links, which no real ' +
            'service accepts, and the processes of `esign dev` that share it. Each project has a database of its own.',
        ],
        [
          'emulator-PROFILE.json',
          'In the state folder: the URL, process and project of an emulator, without its keys.',
        ],
        [
          'emulator-PORT.token',
          'In the state folder: the token of a running emulator, which proves its identity and which its own routes require. Mode 0600.',
        ],
      ],
    },
    {
      heading: 'NETWORK',
      paragraphs: [
        'esign connects only to the configured service and to what you name, such as a tunnel, an app or a receiver. It has no telemetry and no update check.',
      ],
    },
  ],
  seeAlso: 'esign(1), esign-forget(1), esign-environment(7), esign-output(7), esign-mcp(1), esign-pdf-verify(1)',
};

/** The writes without an Idempotency-Key, from the rows of the operations. */
function withoutKey(): readonly string[] {
  return operationIds.filter((id) => operations[id].method !== 'GET' && operations[id].idempotencyKey === 'none');
}

/** The confirmations, from the rows of the operations: their effects, and with which keys. */
function askedFirst(): readonly (readonly [operation: string, about: string])[] {
  const rows = operationIds.map((id): Operation => operations[id]).filter(mayHarm);
  return rows.map((row) => {
    const sentences = sentencesFor(row, 'live').map((sentence) => `${sentence}.`);
    const keys = sentencesFor(row, 'test').length > 0 ? 'With a live and with a test key.' : 'With a live key.';
    return [row.id, [...sentences, keys].join(' ')];
  });
}

/** Those of any body. */
function sentencesFor(row: Operation, key: KeyKind): readonly string[] {
  const always = <C extends Consequence>(each: C | null): C | null =>
    each === null ? null : { ...each, when: () => true };
  const { mails, destructive } = row;
  return sentencesOf(effectsOf({ ...row, mails: always(mails), destructive: always(destructive) }, undefined, key));
}
