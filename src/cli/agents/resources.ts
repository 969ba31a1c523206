import { ProtocolError, ProtocolErrorCode, type Server } from '@modelcontextprotocol/server';
import { CommandFailure } from '../failure/failure.js';
import type { SessionOptions } from './session.js';

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

/** Serves the resources and prompts of a session. */
export function serveReading(server: Server, { hands, mask, signal }: SessionOptions): void {
  server.setRequestHandler('resources/list', () => ({
    resources: resources.map(({ uri, name, description, mimeType }) => ({ uri, name, description, mimeType })),
  }));
  server.setRequestHandler('resources/read', async ({ params }, { mcpReq }) => {
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
        'Sign as each recipient with emulator_sign, and advance the clock with emulator_clock_advance to see reminders and retries.',
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
        'If the app refuses the signature, check it with webhook_verify: the secret file that the app uses, the header as it was received, and the body byte for byte. Its result says which of them does not fit.',
        'Read the receiver. The usual causes: the body is parsed before it is verified, a proxy or a framework changed it, the secret is that of another endpoint, the clock of the machine is off.',
        'Mend the cause, then run webhook_certify against the receiver on this machine until every rule passes.',
        'Send the failed deliveries again with emulator_redeliver (failed), and tell me what the cause was.',
      ),
  },
];
