import { expect } from 'vitest';
import type { Ran } from './program.js';

/** What `esign doctor --json` found. */
export interface Check {
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
  const { checks, exit_code: code } = ran.json<{ checks: Check[]; exit_code: number }>();
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
