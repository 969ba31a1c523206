import { describe, expect, it } from 'vitest';
import { UsageFailure } from '../../../src/cli/failure/failure.js';
import { readHeader } from '../../../src/cli/flags/header.js';
import { newMachine } from '../../support/program.js';

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
    const hint = expect.stringContaining('the HTTP connection sets it') as unknown;
    expect(() => readHeader('Expect: 1', '--header')).toThrow(expect.objectContaining({ hint }));
  });

  const senders = [
    ['listen', '--poll', '--forward-to', '3000'],
    ['webhook', 'certify', 'https://app.example.test/hooks', '--secret-file', '-'],
    ['event', 'send', 'envelope.sent', '--to', 'https://app.example.test/hooks', '--secret-file', '-'],
  ];
  it.each(
    ['Content-Length', 'Expect', 'service-signature'].flatMap((name) => senders.map((words) => ({ name, words }))),
  )('is refused before anything is opened, where no delivery could arrive with it: $name, $words', async (each) => {
    const machine = newMachine();
    const env = {
      ESIGN_BASE_URL: 'http://127.0.0.1:9',
      ESIGN_API_KEY: 'sk_test_abcdefghijklmnop',
    };
    const ran = await machine.run([...each.words, '--header', `${each.name}: 3`, '--json'], {
      env,
      stdin: 'whsec_a',
    });
    expect([ran.code, ran.error()]).toMatchObject([
      2,
      { code: 'invalid_value', message: `--header cannot set ${each.name}.` },
    ]);
    machine.remove();
  });
});
