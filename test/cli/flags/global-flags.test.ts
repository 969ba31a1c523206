import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { UsageFailure } from '../../../src/cli/failure/failure.js';
import { asksForDebug, asksForJson, parseSeconds } from '../../../src/cli/flags/global-flags.js';
import { type Machine, newMachine, type RunOptions } from '../../support/program.js';

describe('seconds', () => {
  it('become milliseconds', () => {
    expect(parseSeconds('30')).toBe(30_000);
    expect(parseSeconds('0.5')).toBe(500);
  });

  it.each(['0', '-1', 'x', '1e9', '', '999999'])('refuses %j', (text) => {
    expect(() => parseSeconds(text)).toThrow(UsageFailure);
  });
});

describe('whether a command line asks for JSON', () => {
  it.each([
    [['template', 'list', '--json'], true],
    [['--json=id', 'template', 'list'], true],
    [['template', 'list', '--jq', '.x'], true],
    [['template', 'list'], false],
    [['template', 'list', '--', '--json'], false],
  ])('%j: %s', (argv, expected) => expect(asksForJson(argv)).toBe(expected));
});

describe('whether a command line asks for a trace', () => {
  it.each([
    [['whoami', '--debug'], true],
    [['whoami', '--debug-bodies'], true],
    [['whoami'], false],
  ])('%j: %s', (argv, expected) => expect(asksForDebug(argv)).toBe(expected));
});

describe('error form', () => {
  let machine: Machine;
  beforeAll(() => {
    machine = newMachine();
  });
  afterAll(() => machine.remove());

  /** What is on stderr, as it was written. */
  async function stderrOf(line: string, options: RunOptions = {}): Promise<string> {
    const { terminal, ended } = machine.start(line.split(' '), options);
    expect((await ended).code).not.toBe(0);
    return terminal.stderr();
  }
  const isJson = (text: string): boolean => text.startsWith('{"error":{');

  describe('an error in a pipe', () => {
    it.each([
      'template lst',
      'template get',
      'template list --zzz',
      'profile use nobody',
      'profile token',
      'event show abcd',
      'emulator ca -o ca.pem',
      'webhook check --max-failures x',
      'template list -- -q',
      'template types none --format schema',
      'webhook check --format text',
    ])('is one JSON object for `%s`, whose result would be JSON', async (line) => {
      const text = await stderrOf(line);
      const lines = text.trimEnd().split('\n');
      expect(JSON.parse(lines.at(-1) ?? '')).toMatchObject({
        error: { code: expect.any(String), message: expect.any(String), exit_code: expect.any(Number) },
      });
    });

    it.each([
      'template get x -q',
      'template list --tsv --zzz',
      'profile token --print',
      'event show abcd --raw',
      'emulator ca',
      'template types none',
      'webhook check --format prometheus',
      'emulator ca -o -',
      'webhook sign --secret-file none --body none',
      'template fields 6f1f2f0e-4f0b-4f43-9d8a-1f1f7f2f8a11 --csv',
      'envelope desk',
      'help nonsense',
      'nonsense --help',
    ])('is text for `%s`, whose result would be text', async (line) => {
      const text = await stderrOf(line);
      expect([isJson(text), text]).toEqual([false, expect.stringContaining('Error: ')]);
    });

    it.each(['profile token --print --json', 'emulator ca --json', 'help nonsense --json'])(
      'is JSON for `%s`, which asks for it',
      async (line) => expect(isJson(await stderrOf(line))).toBe(true),
    );
  });

  describe('an error at a terminal', () => {
    it('is text', async () => {
      expect(isJson(await stderrOf('template lst', { terminal: true }))).toBe(false);
    });

    it('is JSON where only stderr is shown there', async () => {
      expect(isJson(await stderrOf('template lst', { terminal: true, piped: true }))).toBe(true);
    });
  });
});
