import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { request } from 'undici';
import { beforeAll, describe, expect, it } from 'vitest';
import { times } from '../support/counts.js';
import { newEmulatorMachine } from '../support/emulator-machine.js';
import { bin } from '../support/esign.js';
import { said as inWords } from '../support/program/terminal.js';
import { shared } from '../support/shared.js';

const kills = Number(process.env['ESIGN_PUSH_KILLS'] ?? times(4, 100));
const parties = ['tenant', 'landlord'] as const;

const at = shared(newEmulatorMachine);
let id: string;
let people: readonly string[];
/** The file that was pulled, as somebody edited it. */
let edited: string;

beforeAll(async () => {
  id = await at.template();
  people = (await at.ok(['template', 'people', id, '-q'])).stdout.trim().split('\n');
  for (const [index, party] of parties.entries()) await decide(index, party);
  await at.ok(['template', 'pull', id, '-o', 'names.yaml']);
  edited = edit(readFileSync(at.path('names.yaml'), 'utf8'));
});

/** Everybody gets another subject and role, and two fields another key, one of them with the other's new subject. */
function edit(text: string): string {
  const [decided = '', rest = ''] = text.split('\nsubjects:');
  const fields = rest
    .replace('subject: tenant\n    data_key: contact.phone\n', 'subject: landlord_new\n    data_key: contact.mobile\n')
    .replace('    data_key: rental.amount\n', '    data_key: rental.monthly_amount\n');
  expect(fields).toContain('contact.mobile');
  const renamed = decided.replaceAll(/(subject_key|subject_label|role_name): (\w+)/g, '$1: $2_new');
  return `${renamed}\nsubjects:${fields}`;
}

async function decide(index: number, party: string): Promise<void> {
  const names = ['--subject-key', party, '--subject-name', party, '--role-name', party, '--presence', 'required'];
  await at.ok(['template', 'decide', id, people[index]!, '--decision', 'both', ...names]);
}

interface State {
  readonly etag: string;
  readonly fields: readonly {
    readonly id: string;
    readonly subject: string | null;
    readonly data_key: string | null;
  }[];
}

async function template(): Promise<State> {
  const answer = await at.organisation.live<State>(`GET /api/v1/templates/${id}`);
  return { ...answer.body, etag: answer.headers['etag'] as string };
}

/** Brings the template back to the very state of before, by the same means. */
async function takeBack(state: State): Promise<void> {
  let etag: string | undefined = (await template()).etag;
  const change = async (line: string, body: unknown): Promise<void> => {
    const answer = await at.organisation.live(line, body, { 'If-Match': etag ?? '' });
    expect(answer.status).toBe(200);
    etag = answer.headers['etag'] as string;
  };
  for (const [index, party] of parties.entries()) {
    const names = { subject_key: party, subject_label: party, role_name: party, presence: 'required' };
    await change(`PUT /api/v1/templates/${id}/people/${people[index]}`, { decision: 'both', ...names });
  }
  const fields = state.fields.map(({ id: field, subject, data_key }) => ({ id: field, subject, data_key }));
  await change(`PATCH /api/v1/templates/${id}/fields`, { fields });
  expect(etag).toBe(state.etag);
}

/** When a push is killed: at which of its requests, and whether the service has carried that one out by then. */
interface Moment {
  readonly request: number;
  readonly carriedOut: boolean;
  /** Milliseconds more. */
  readonly later: number;
}

interface Run {
  readonly killed: boolean;
  /** What it wrote to stderr that is neither a plan nor a mode: the reason of a failure. */
  readonly said: string;
  readonly requests: number;
}

/** Runs `esign template push` as a shell does, through a server that passes requests on and kills it at a moment. */
async function push(moment?: Moment): Promise<Run> {
  let requests = 0;
  const passing = createServer((asked, answered) => {
    requests += 1;
    const isTheOne = requests === moment?.request;
    void (async () => {
      if (isTheOne && !moment.carriedOut) await kill(moment.later);
      const { method = '', url = '' } = asked;
      const body = Buffer.concat(await asked.toArray());
      const answer = await request(new URL(url, at.emulator.url), {
        method: method as 'GET',
        headers: asked.headers as Record<string, string>,
        body: body.length === 0 ? null : body,
      });
      const content = Buffer.from(await answer.body.arrayBuffer());
      if (isTheOne) await kill(moment.later);
      answered.writeHead(answer.statusCode, answer.headers).end(content);
    })().catch(() => answered.destroy());
  });
  await once(passing.listen(0, '127.0.0.1'), 'listening');
  const child = spawn(process.execPath, [bin, 'template', 'push', 'names.yaml', '--yes'], {
    cwd: at.machine.folder,
    env: {
      PATH: process.env['PATH'],
      HOME: at.machine.folder,
      ...at.machine.env,
      ...at.live(),
      ESIGN_BASE_URL: `http://127.0.0.1:${(passing.address() as AddressInfo).port}`,
    },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let said = '';
  child.stderr.on('data', (part: Buffer) => (said += part.toString('utf8')));
  const ended = once(child, 'close');
  const kill = async (later: number): Promise<never> => {
    await wait(later);
    child.kill('SIGKILL');
    await ended;
    throw new Error('killed');
  };
  const [, signal] = (await ended) as [number | null, string | null];
  passing.closeAllConnections();
  passing.close();
  return { killed: signal === 'SIGKILL', said: /^Error:[^]*/m.exec(inWords([], said))?.[0] ?? '', requests };
}

/** Numbers from 0 to 1, the same in every run: when it is killed still depends on the machine. */
function dice(): () => number {
  let state = 20_260_302;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

describe('template push that is killed', () => {
  it(
    `at ${kills} random moments ends in the same state when it is run again`,
    async () => {
      const start = await template();
      at.write('names.yaml', edited);
      const whole = await push();
      expect(whole.killed).toBe(false);
      const wanted = (await template()).etag;
      expect(wanted).not.toBe(start.etag);

      const roll = dice();
      const left = { untouched: 0, partly: 0, finished: 0 };
      for (let kill = 0; kill < kills; kill += 1) {
        await at.emulator.advance(60_000);
        await takeBack(start);
        at.write('names.yaml', edited);
        const moment = {
          request: 1 + Math.floor(roll() * whole.requests),
          carriedOut: roll() < 0.5,
          later: roll() * 3,
        };
        expect(await push(moment)).toMatchObject({ killed: true, said: '' });
        const { etag } = await template();
        left[etag === start.etag ? 'untouched' : etag === wanted ? 'finished' : 'partly'] += 1;
        await at.ok(['template', 'push', 'names.yaml', '--json']);
        expect((await template()).etag).toBe(wanted);
      }
      if (process.env['ESIGN_PUSH_KILLS'] !== undefined) process.stdout.write(`${JSON.stringify(left)}\n`);
      expect(left.partly).toBeGreaterThan(0);
      expect((await at.ok(['template', 'diff', 'names.yaml'])).code).toBe(0);
    },
    240_000 + kills * 3_000,
  );
});

describe('template copy-names', () => {
  it('carries names over to re-typeset versions of the lease, none of them wrongly, and asks where all words are others', async () => {
    const env = { PATH: process.env['PATH'], HOME: at.machine.folder, ...at.machine.env };
    const { copyNamesFigures } = await import('../bench/copy-names.mjs');
    const figures = await copyNamesFigures(env);
    expect(figures).toHaveLength(5);
    const sum = (of: 'names' | 'found' | 'right' | 'wrong' | 'askedRight' | 'askedWrong'): number =>
      figures.reduce((total, each) => total + each[of], 0);
    expect(sum('names')).toBe(175);
    expect(sum('right') / sum('found')).toBeGreaterThan(0.8);
    expect((sum('right') + sum('askedRight')) / sum('found')).toBeGreaterThan(0.97);
    expect([sum('wrong'), sum('askedWrong')]).toEqual([0, 0]);
    const reworded = figures.find(({ name }) => name.startsWith('other words'));
    expect(reworded?.right).toBeGreaterThanOrEqual(12);
    expect(reworded?.askedRight).toBeGreaterThanOrEqual(15);
  }, 240_000);
});
