import { ProtocolError, ProtocolErrorCode, type Server } from '@modelcontextprotocol/server';
import { CommandFailure } from '../failure/failure.js';
import { prompts } from './prompts.js';
import { resources } from './resources.js';
import type { SessionOptions } from './session.js';

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
