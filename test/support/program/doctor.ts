import { afterEach, beforeEach, expect } from 'vitest';
import { type FakeService, json, startFakeService } from '../fake-service.js';
import { type Machine, newMachine, type Ran, type RunOptions } from '../program.js';

/** What `esign doctor --json` found. */
interface Check {
  readonly check: string;
  readonly state: string;
  readonly found: string;
  readonly hint: string | null;
  readonly exit_code: number;
  readonly facts: Readonly<Record<string, unknown>>;
}
export interface Seen {
  readonly code: number;
  readonly checks: readonly Check[];
  /** The one of that name, or an error of the test. */
  of(check: string): Check;
  readonly ran: Ran;
}

export const see = (ran: Ran): Seen => {
  const { data: checks, exit_code: code } = ran.json<{ data: Check[]; exit_code: number }>();
  expect(ran.code).toBe(code);
  return {
    code,
    checks,
    ran,
    of: (name) => {
      const found = checks.find(({ check }) => check === name);
      if (found === undefined) throw new Error(`no check ${name}: ${ran.stdout}`);
      return found;
    },
  };
};

export const doctorKey = 'abc_test_0123456789abcdefghijklmnop';
/** A description that says nothing. */
export const emptyDescription = { openapi: '3.1.0', info: { version: '0.2.0' }, paths: {} };

/** A machine and a service for each test, and `esign doctor --json` between them. */
export interface DoctorDesk {
  readonly machine: Machine;
  /** It describes nothing and answers every list with none, unless a test has it say otherwise. */
  readonly service: FakeService;
  doctor(env?: Readonly<Record<string, string>>, options?: RunOptions & { readonly fix?: boolean }): Promise<Seen>;
}

export function doctorDesk(): DoctorDesk {
  let machine: Machine;
  let service: FakeService;
  beforeEach(async () => {
    machine = newMachine();
    service = await startFakeService();
    service.answer((_, path) =>
      path.endsWith('openapi.json') ? json(200, emptyDescription) : json(200, { data: [] }),
    );
  });
  afterEach(async () => {
    await service.close();
    machine.remove();
  });
  return {
    get machine() {
      return machine;
    },
    get service() {
      return service;
    },
    doctor: async (env = {}, { fix = false, ...options } = {}) => {
      const reach = { ESIGN_BASE_URL: service.url, ESIGN_API_KEY: doctorKey };
      const words = ['doctor', '--json', ...(fix ? ['--fix'] : [])];
      return see(await machine.run(words, { ...options, env: { ...reach, ...env } }));
    },
  };
}
