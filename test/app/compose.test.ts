import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type FakeService, json, startFakeService } from '../support/fake-service.js';
import { type Machine, newMachine } from '../support/program.js';

const key = 'abc_test_0123456789abcdefghijklmnop';
let machine: Machine;
let service: FakeService;
beforeAll(async () => {
  machine = newMachine();
  service = await startFakeService();
});
afterAll(async () => {
  await service.close();
  machine.remove();
});

describe('a wait of more than two seconds', () => {
  const list = async (...flags: string[]) => {
    let asked = 0;
    const busy = json(503, { error: { code: 'service_unavailable', message: 'The renderer does not answer.' } });
    service.answer(() => ((asked += 1) < 3 ? busy : json(200, { data: [] })));
    return machine.run(['template', 'list', ...flags], { env: { ESIGN_BASE_URL: service.url, ESIGN_API_KEY: key } });
  };

  it('says on stderr what it waits for, how long, and which attempt comes next', async () => {
    const ran = await list();
    expect([ran.code, ran.stderr]).toEqual([
      0,
      'The renderer does not answer. Waiting 5 s before attempt 2.\n' +
        'The renderer does not answer. Waiting 10 s before attempt 3.\n',
    ]);
  });

  it.each(['--json', '-q'])('is silent under %s', async (flag) => {
    const ran = await list(flag);
    expect([ran.code, ran.stderr]).toEqual([0, '']);
  });
});

describe('for an AI agent at a terminal', () => {
  it('asks nothing and names the way without a question', async () => {
    const machine = newMachine();
    const words = ['login', '--base-url', 'https://api.example.test'];
    const ran = await machine.run(words, { terminal: true, env: { CLAUDECODE: '1' } });
    expect(ran.code).toBe(2);
    expect(ran.stderr).toContain('--api-key-stdin');
  });
});

describe('two forms of output', () => {
  it.each([
    ['--json', '--json'],
    ['--jq=.', '--jq'],
    ['-q', '-q'],
  ])('--tsv and %s are refused', async (flag, named) => {
    const ran = await newMachine().run(['profile', 'list', '--tsv', flag]);
    expect(ran.code).toBe(2);
    expect(ran.stderr).toContain(`--tsv and ${named} cannot be used together.`);
  });
});
