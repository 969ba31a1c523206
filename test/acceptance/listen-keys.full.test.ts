import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type BuiltProgram, builtProgram } from '../support/built.js';
import { bin } from '../support/esign.js';
import { openTerminal, type TmuxTerminal } from '../support/program/tmux.js';

let program: BuiltProgram;
let app: Server;
let taken: string[];
let terminal: TmuxTerminal | undefined;
beforeEach(async () => {
  program = builtProgram();
  taken = [];
  app = createServer((request, response) => {
    const { url = '', headers } = request;
    request.resume().on('end', () => {
      taken.push(`${url} ${String(headers['service-signature'] !== undefined)}`);
      response.writeHead(204).end();
    });
  });
  await new Promise<void>((resolve) => app.listen(0, '127.0.0.1', resolve));
  const started = await program.run(['emulator', 'start', '--detach', '--port', '0', '--json']);
  expect(started.code).toBe(0);
});
afterEach(async () => {
  await terminal?.close();
  app.close();
  await program.run(['emulator', 'stop']);
  await program.remove();
});

it('the keys of dev open a timeline over the log of listen, and give it back', async () => {
  const { port } = app.address() as AddressInfo;
  const open = (terminal = await openTerminal({
    columns: 100,
    rows: 30,
    command: [process.execPath, bin, 'listen', '--forward-to', `${port}`],
    env: program.env as Record<string, string>,
    cwd: program.folder,
  }));
  await open.shows('? help, q quit');
  await program.run(['emulator', 'trigger', 'envelope.sent']);
  await open.shows(/envelope\.sent .* 204/);

  await open.press('Up');
  await open.shows('envelope.sent → app 204');
  await open.press('Enter');
  await open.shows('"event": "envelope.sent"');
  await open.press('Escape', 'r');
  await open.shows('esign event replay');
  expect(taken).toEqual(['/ true', '/ true']);
  await open.press('c');
  await open.shows('Copied the delivery as a curl command');

  // What came meanwhile stands in the log.
  await program.run(['emulator', 'trigger', 'envelope.declined']);
  await open.shows('envelope.declined → app 204');
  await open.press('Escape', 'Escape');
  // The timeline has a row of the same words, so what is only in the log comes first.
  await open.shows(/^Ready at/m);
  await open.shows(/envelope\.declined .* 204/);
  await open.press('C-c');
  expect(await open.shows('ended with 130')).toContain('deliveries');
});
