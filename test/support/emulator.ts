import { Agent } from 'node:http';
import { expect } from 'vitest';
import { startWithSharedEngine } from './documents/document-engine.js';
import { bearer, http, type Answer } from './http.js';
import type { Mail, Refused } from './shapes.js';

export const second = 1000;
export const minute = 60 * second;
export const hour = 60 * minute;
export const day = 24 * hour;

/** A request as a line of HTTP, `POST /api/v1/envelopes`, with its body and further headers; the key is added. */
export type Call = <T = Refused>(
  line: string,
  body?: unknown,
  headers?: Readonly<Record<string, string | readonly string[]>>,
) => Promise<Answer<T>>;

/** An organisation of a test's own, so that no test sees what another one did. */
export interface TestOrganisation {
  readonly id: string;
  readonly brandId: string;
  readonly liveKey: string;
  readonly testKey: string;
  readonly live: Call;
  readonly test: Call;
}

export interface TestEmulator {
  readonly url: string;
  /** The host under which records know it. */
  readonly host: string;
  /** The secret of its start. */
  readonly token: string;
  now(): number;
  /** Moves the clock on by milliseconds and answers once everything that fell due has settled. */
  advance(milliseconds: number): Promise<void>;
  /** Lets work that is already due come to rest, without moving the time that limits are counted in by much. */
  settle(): Promise<void>;
  organisation(options?: Readonly<Record<string, unknown>>): Promise<TestOrganisation>;
  /** Makes a key with chosen powers and answers how to call with it. */
  key(
    organisation: TestOrganisation,
    options?: Readonly<Record<string, unknown>>,
  ): Promise<{ readonly id: string; readonly key: string; readonly call: Call }>;
  call(key: string): Call;
  control<T = unknown>(line: string, body?: unknown): Promise<T>;
  mails(query?: string): Promise<readonly Mail[]>;
  close(): Promise<void>;
}

export type StartOptions = Parameters<typeof startWithSharedEngine>[0];

/** A running emulator as seen from outside. */
type EmulatorDoors = Pick<TestEmulator, 'call' | 'control' | 'organisation'>;

/** The service and the own routes of the emulator at an address, whose start had this token. */
export function emulatorAt(url: string, token: string, agent?: Agent): EmulatorDoors {
  const kept = agent === undefined ? {} : { agent };
  const call =
    (key: string): Call =>
    (line, body, headers = {}) => {
      const [method = '', target = ''] = line.split(' ');
      return http(url, method, target, { body, headers: { Authorization: `Bearer ${key}`, ...headers }, ...kept });
    };
  const control = async <T>(line: string, body?: unknown): Promise<T> => {
    const [method = '', target = ''] = line.split(' ');
    const answer = await http<T>(url, method, target, { headers: bearer(token), body, ...kept });
    if (answer.status >= 300) throw new Error(`${line} answered ${answer.status}: ${answer.bytes.toString('utf8')}`);
    return answer.body;
  };
  return {
    call,
    control,
    async organisation(settings = {}) {
      const made = await control<{ id: string; live_key: string; test_key: string; default_brand_id: string }>(
        'POST /_emulator/organisations',
        settings,
      );
      const { id, live_key: liveKey, test_key: testKey, default_brand_id: brandId } = made;
      return { id, brandId, liveKey, testKey, live: call(liveKey), test: call(testKey) };
    },
  };
}

/**
 * Starts the whole service for one test file. Its clock stands still unless a test moves it. `real` is the time of the
 * machine, where that matters.
 */
export async function startTestEmulator(options: StartOptions = {}, real?: () => number): Promise<TestEmulator> {
  const emulator = await startWithSharedEngine({ frozen: true, now: '2026-03-02T08:00:00.000Z', ...options }, real);
  // A connection costs as much as a read. Idle ones end here long before the service ends them.
  const agent = new Agent({ keepAlive: true, timeout: second });
  const { call, control, organisation } = emulatorAt(emulator.url, emulator.token, agent);
  const { identity } = await control<{ identity: string }>(`GET /_emulator/proof?nonce=${'0a'.repeat(16)}`);
  const advance = async (milliseconds: number): Promise<void> => {
    await control('POST /_emulator/clock', { action: 'advance', seconds: milliseconds / second });
  };
  return {
    url: emulator.url,
    host: new URL(identity).host,
    token: emulator.token,
    now: () => emulator.service.clock.now(),
    advance,
    settle: () => advance(second),
    organisation,
    async key(organisation, settings = {}) {
      const made = await control<{ id: string; key: string }>('POST /_emulator/keys', {
        mode: 'live',
        organisation_id: organisation.id,
        ...settings,
      });
      return { id: made.id, key: made.key, call: call(made.key) };
    },
    call,
    control,
    mails: async (query = '') => (await control<{ data: readonly Mail[] }>(`GET /_emulator/inbox${query}`)).data,
    close: async () => {
      await emulator.close();
      agent.destroy();
    },
  };
}

let keys = 0;
/** A header with an Idempotency-Key that no other request has. */
export const once = (): { readonly 'Idempotency-Key': string } => ({ 'Idempotency-Key': `once-${(keys += 1)}` });

/** Says that an answer is exactly the Error shape: this status, this code, a message, and nothing else. */
export function expectRefusal(answer: Answer, status: number, code: string, message?: RegExp | string): void {
  expect({ status: answer.status, body: answer.body }).toEqual({
    status,
    body: { error: { code, message: expect.any(String) } },
  });
  expect(answer.headers['content-type']).toMatch(/^application\/json/);
  const text = (answer.body as Refused).error.message;
  expect(text.trim()).not.toBe('');
  if (message !== undefined) expect(text).toMatch(message);
}
