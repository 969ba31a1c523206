import { describe, expect, it } from 'vitest';
import { UsageFailure } from '../../src/cli/failure.js';
import { readHeader } from '../../src/cli/header.js';
import { newMachine } from '../support/program.js';

describe('a header of somebody’s own', () => {
  it('is a name and a value, and nothing that would be two', () => {
    expect(readHeader('X-Tenant:  demo ', '--header')).toEqual(['X-Tenant', 'demo']);
    expect(readHeader('Host: app.test', '--header')).toEqual(['Host', 'app.test']);
    for (const text of ['X-Tenant', 'X Tenant: a', 'X-Tenant: a\r\nB: c', ': a']) {
      expect(() => readHeader(text, '--header')).toThrow(UsageFailure);
    }
  });

  it('does not say again where the body ends', () => {
    for (const name of ['Content-Length', 'transfer-encoding', 'Connection', 'Host']) {
      expect(() => readHeader(`${name}: 1`, '--header', ['host'])).toThrow(`--header cannot set ${name}.`);
    }
  });

  it.each([
    ['listen', '--poll', '--forward-to', '3000'],
    ['webhook', 'certify', 'https://app.example.test/hooks', '--secret-file', '-'],
  ])('is refused by %s before anything is opened, where no delivery could arrive with it', async (...words) => {
    const machine = newMachine();
    const ran = await machine.run([...words, '--header', 'Content-Length: 3', '--json']);
    expect([ran.code, ran.error()]).toMatchObject([
      2,
      { code: 'invalid_value', message: '--header cannot set Content-Length.' },
    ]);
    machine.remove();
  });
});
