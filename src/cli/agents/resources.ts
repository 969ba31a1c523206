import { basename } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { ProtocolError, ProtocolErrorCode, type ResourceLink, type Server } from '@modelcontextprotocol/server';
import { isObject, parseJson } from '../../core/platform/json.js';
import { CommandFailure } from '../failure/failure.js';
import type { Hands, SessionOptions } from './session.js';

/** What an agent can read about the service and about esign: each is what a command prints. */

interface Resource {
  readonly uri: string;
  readonly name: string;
  readonly description: string;
  readonly mimeType: 'application/json' | 'text/plain';
  /** The command line after `esign`. */
  readonly words: readonly string[];
}

const document = (name: string, description: string, ...words: readonly string[]): Resource => ({
  uri: `esign://${name}`,
  name,
  description,
  mimeType: 'application/json',
  words: [...words, '--json'],
});

const page = (topic: string, description: string): Resource => ({
  uri: `esign://help/${topic}`,
  name: `help/${topic}`,
  description,
  mimeType: 'text/plain',
  words: ['help', topic],
});

const resources: readonly Resource[] = [
  document('openapi.json', 'The OpenAPI description of the service, with the contract file in use', 'spec', 'show'),
  document('assumptions', 'What esign assumes where the description leaves something open', 'spec', 'assumptions'),
  document('rules', 'Every rule of the service, with its ID and its basis', 'spec', 'rule'),
  page('agents', 'How an AI agent works with esign'),
  page('testing', 'Test an app against the emulator'),
  page('webhooks', 'Receive and verify deliveries'),
  page('errors', 'Error codes, and what to do about them'),
  page('text-tags', 'Tags that add fields to a document'),
  page('security', 'What is secret, and what asks first'),
];

/** The help topics that an agent can read. */
export const pages: readonly string[] = resources
  .filter(({ name }) => name.startsWith('help/'))
  .map(({ name }) => name.slice('help/'.length));

/** The sealed PDFs that a session saved: a client may read these files, and no others, by the links of its answers. */
export class SavedFiles {
  readonly #hands: Pick<Hands, 'absolute' | 'readFile'>;
  readonly #links = new Map<string, ResourceLink>();

  constructor(hands: Pick<Hands, 'absolute' | 'readFile'>) {
    this.#hands = hands;
  }

  /** A link for each file that `envelope download --json` printed. */
  links(stdout: string): readonly ResourceLink[] {
    const printed = parseJson(stdout);
    if (!isObject(printed)) return [];
    const rows = Array.isArray(printed['data']) ? printed['data'] : [printed];
    const links = rows.flatMap((row: unknown): readonly ResourceLink[] => {
      const file = isObject(row) ? row['file'] : null;
      if (typeof file !== 'string') return [];
      const path = this.#hands.absolute(file);
      return [
        { type: 'resource_link', uri: pathToFileURL(path).href, name: basename(path), mimeType: 'application/pdf' },
      ];
    });
    for (const link of links) this.#links.set(link.uri, link);
    return links;
  }

  /** Null for a file that this session did not save. Throws FileFailure. */
  async read(uri: string): Promise<{ uri: string; mimeType: string; blob: string } | null> {
    const link = this.#links.get(uri);
    if (link === undefined) return null;
    const bytes = await this.#hands.readFile(fileURLToPath(uri));
    return { uri, mimeType: 'application/pdf', blob: Buffer.from(bytes).toString('base64') };
  }

  /** As `resources/list` shows them. */
  listed(): readonly { uri: string; name: string; mimeType: string }[] {
    return [...this.#links.values()].map(({ uri, name }) => ({ uri, name, mimeType: 'application/pdf' }));
  }
}

/** Serves the resources and prompts of a session. */
export function serveReading(server: Server, { hands, mask, signal }: SessionOptions, saved: SavedFiles): void {
  server.setRequestHandler('resources/list', () => ({
    resources: [
      ...resources.map(({ uri, name, description, mimeType }) => ({ uri, name, description, mimeType })),
      ...saved.listed(),
    ],
  }));
  server.setRequestHandler('resources/read', async ({ params }, { mcpReq }) => {
    const file = await saved.read(params.uri);
    if (file !== null) return { contents: [file] };
    const found = resources.find(({ uri }) => uri === params.uri);
    if (found === undefined) {
      throw new ProtocolError(ProtocolErrorCode.InvalidParams, `Unknown resource ${params.uri.slice(0, 200)}.`);
    }
    const ran = await hands.run(found.words, AbortSignal.any([signal, mcpReq.signal]));
    if (ran.code !== 0) throw new CommandFailure(1, 'unreadable', `Cannot read ${found.uri}: ${mask.text(ran.stderr)}`);
    return { contents: [{ uri: found.uri, mimeType: found.mimeType, text: mask.text(ran.stdout) }] };
  });
  server.setRequestHandler('prompts/list', () => ({
    prompts: prompts.map(({ name, title, description, arguments: taken }) => {
      return { name, title, description, arguments: [...taken] };
    }),
  }));
  server.setRequestHandler('prompts/get', ({ params }) => {
    const found = prompts.find(({ name }) => name === params.name);
    if (found === undefined) {
      throw new ProtocolError(ProtocolErrorCode.InvalidParams, `Unknown prompt ${params.name.slice(0, 100)}.`);
    }
    const text = found.text(params.arguments ?? {});
    return {
      description: found.description,
      messages: [{ role: 'user' as const, content: { type: 'text' as const, text } }],
    };
  });
}

/** Tasks that a person gives to an agent by name. */

interface AgentPrompt {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly arguments: readonly { readonly name: string; readonly description: string; readonly required: boolean }[];
  /** The text of the task; `given` holds the arguments. */
  readonly text: (given: Readonly<Record<string, string>>) => string;
}

const steps = (intro: string, ...all: readonly string[]): string =>
  [intro, ...all.map((step, at) => `${at + 1}. ${step}`)].join('\n');

const prompts: readonly AgentPrompt[] = [
  {
    name: 'integrate',
    title: 'Add electronic signatures to this app',
    description: 'Plan, build and test an integration against the emulator',
    arguments: [{ name: 'form', description: 'Path of the PDF or Word file to be signed', required: false }],
    text: ({ form }) =>
      steps(
        'Add electronic signatures to the app in this project. Work against the emulator only; send nothing for real.',
        'Read the resources esign://help/agents and esign://help/webhooks.',
        `Look at the form with template_inspect${form === undefined ? '; ask me for its path' : ` (${form})`}. Tell me who signs and what they fill in, and ask where a name is in doubt.`,
        'Create the template, decide its people, and create a draft with example values. Check the values with values_check first.',
        'Write the code that creates and sends an envelope with an idempotency key, and a webhook receiver that verifies the signature over the raw body, ignores repeats, and answers with 2xx at once.',
        'Sign as each recipient with emulator_sign, and advance the clock with emulator_clock_advance to see retries and expiries.',
        'Prove the receiver with webhook_certify, and read emulator_log_requests and emulator_log_deliveries for what was refused and why.',
        'Write tests for all of this, then show me what you built and what is open.',
      ),
  },
  {
    name: 'debug_webhook',
    title: 'Find out why a webhook delivery fails',
    description: 'Look at deliveries, signatures and the receiver, and mend the cause',
    arguments: [{ name: 'symptom', description: 'What happens, in your words', required: false }],
    text: ({ symptom }) =>
      steps(
        `Find out why webhook deliveries fail in this project${symptom === undefined ? '' : `: ${symptom}`}.`,
        'List the deliveries that the app did not accept with event_list (undelivered) and emulator_log_deliveries. Read one with event_show.',
        'If the app refuses the signature, check it with webhook_verify: the secret file that the app uses, the header as it was received, and the body byte for byte. If one of them does not fit, it fails with an error that says which.',
        'Read the receiver. The usual causes: the body is parsed before it is verified, a proxy or a framework changed it, the secret is that of another endpoint, the clock of the machine is off.',
        'Mend the cause, then run webhook_certify against the receiver on this machine until every rule passes.',
        'Send the failed deliveries again with emulator_redeliver (failed), and tell me what the cause was.',
      ),
  },
];
