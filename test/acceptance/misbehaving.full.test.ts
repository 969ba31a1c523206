import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { manualClock } from '../support/program/clock.js';
import { agreementPdf } from '../support/agreement.js';
import {
  type Behaviour,
  hostileServer,
  json,
  raw,
  refusal,
  reset,
  resetInBody,
  text,
} from '../support/network/hostile-server.js';
import { type Machine, newMachine } from '../support/program.js';
import { shellWords } from '../support/program/tree.js';

/** Every command that calls the service, as its help shows it, with a server that misbehaves and --debug on. */

interface Row {
  readonly command: string;
  readonly operations: readonly string[];
  readonly exit_codes: readonly number[];
  readonly examples: readonly { readonly line: string }[];
}

const { commands } = JSON.parse(readFileSync('completions/commands.json', 'utf8')) as { readonly commands: Row[] };
/** They run until they are stopped, or start another server: their own tests tell how they fail. */
const long = ['esign listen', 'esign embed', 'esign demo', 'esign emulator', 'esign template wizard'];
const rows = commands.filter(
  ({ command, operations }) => operations.length > 0 && !long.some((start) => command.startsWith(start)),
);
const behaviours: Readonly<Record<string, Behaviour>> = {
  'a web page': text(200, '<html>\u001b[31mWelcome</html>', { 'Content-Type': 'text/html' }),
  'JSON of another shape': json(200, [{ id: 7, error: null, data: '\u001b]0;title\u0007' }]),
  'JSON cut off': text(200, '{"id": "3f0c9a52', { 'Content-Type': 'application/json' }),
  'no HTTP': raw('\u0000\u0001 hello\r\n\r\n'),
  'a reset': reset,
  'a reset in the body': resetInBody(200, 1000, '{"id":', { 'Content-Type': 'application/json' }),
  'a redirect': text(302, '', { Location: 'http://127.0.0.1:1/elsewhere' }),
  'a refusal of its own': refusal(418, 'teapot\u001b[31m'),
  'a breakdown without JSON': text(500, 'boom'),
};

/**
 * A sweep over all takes a minute on a busy machine. What is JSON reaches the commands themselves: each of them meets
 * that, and one of the others, which the client refuses for all of them.
 */
const reaches = 'JSON of another shape';
const others = Object.keys(behaviours).filter((name) => name !== reaches);
const all = process.env['ESIGN_FULL'] === '1';
const meets = (name: string, row: number): boolean => all || name === reaches || others[row % others.length] === name;

let machine: Machine;
beforeAll(() => {
  machine = newMachine();
  for (const name of ['lease.pdf', 'agreement.pdf']) writeFileSync(join(machine.folder, name), agreementPdf());
});
afterAll(() => machine.remove());

it.each(Object.entries(behaviours))(
  'tells of %s as one error, with a documented code and clean streams',
  async (name, behaviour) => {
    const server = await hostileServer([behaviour]);
    const wrong: unknown[] = [];
    for (const { command, exit_codes, examples } of rows.filter((_, row) => meets(name, row))) {
      const line = examples[0]?.line ?? command;
      const words = [
        ...shellWords(line).slice(1),
        '--json',
        '--debug-bodies',
        '--yes',
        '--no-input',
        '--timeout',
        '5',
        '--retry-for',
        '5s',
      ];
      const env = { ESIGN_BASE_URL: server.url, ESIGN_API_KEY: 'esk_live_0123456789abcdefghijklmnopqrstuv' };
      const { code, stdout, stderr } = await machine.run(words, {
        env,
        clock: manualClock({ start: Date.now(), auto: true }),
      });
      const errors = stderr.split('\n').filter((each) => each.startsWith('{"error"'));
      const clean = stdout.split('\n').every((each) => each === '' || isJson(each)) || isJson(stdout);
      // oxlint-disable-next-line no-control-regex
      const escapes = /[\u0000-\u0008\u000b-\u001f\u007f]/.test(stdout + stderr);
      const told = code === 0 ? errors.length === 0 : errors.length === 1 && errors.every(isJson);
      if (!exit_codes.includes(code) || !clean || escapes || !told) wrong.push({ line, code, stdout, stderr });
    }
    await server.close();
    expect(wrong).toEqual([]);
    expect(server.seen.length).toBeGreaterThan(all || name === reaches ? 20 : 0);
  },
  240_000,
);

function isJson(given: string): boolean {
  try {
    JSON.parse(given);
    return true;
  } catch {
    return false;
  }
}
