import { createServer, type Server } from 'node:net';
import { platform } from 'node:os';
import { describe, expect, it } from 'vitest';
import { findTakenPort } from '../../../src/cli/dev/taken-port.js';

const words = ['node', 'my app.mjs'];
const portOf = (server: Server): number => {
  const address = server.address();
  return typeof address === 'object' && address !== null ? address.port : 0;
};
async function listening(): Promise<Server> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return server;
}
const closed = (server: Server) => new Promise((resolve) => server.close(resolve));

describe('a port that another program holds', () => {
  it('is named with its holder, and with a command that uses another one', async () => {
    const server = await listening();
    const port = portOf(server);
    const found = await findTakenPort({ forwardTo: new URL(`http://127.0.0.1:${port}/webhooks`), words });
    const holder = platform() === 'linux' ? `by .+ \\(process ${process.pid}\\)` : 'by another program';
    expect(found?.what).toMatch(
      new RegExp(`^Port ${port} is already in use ${holder}, so the app cannot listen there`),
    );
    const [, variable, flag] =
      /PORT=(\d+) esign dev --forward-to (\d+) -- node 'my app.mjs'$/.exec(found?.next ?? '') ?? [];
    expect([Number(variable), variable]).toEqual([expect.any(Number), flag]);
    expect(Number(variable)).toBeGreaterThan(port);
    const path = new URL(`http://127.0.0.1:${port}/hooks`);
    expect((await findTakenPort({ forwardTo: path, words }))?.next).toMatch(
      /--forward-to http:\/\/127.0.0.1:\d+\/hooks --/,
    );
    await closed(server);
    expect(await findTakenPort({ forwardTo: path, words })).toBeNull();
  });
});
