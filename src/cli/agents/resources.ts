import { ProtocolError, ProtocolErrorCode, type Server } from '@modelcontextprotocol/server';
import { CommandFailure } from '../failure/failure.js';
import { prompts } from './prompts.js';
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
