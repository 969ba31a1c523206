import { describe, expect, it } from 'vitest';
import { newEsign } from '../support/esign.js';
import { type Behaviour, hostileServer, json, raw, text } from '../support/network/hostile-server.js';
import { shared } from '../support/shared.js';

const esign = shared(() => newEsign({ within: true }));

describe('a server that quotes the secrets it was sent', () => {
  const key = 'acme_live_c2VjcmV0LXRoYXQtbXVzdC1ub3QtYmUtc2hvd24';
  const token = 'b25lLXRpbWUtdG9rZW4tb2YtYS1zaWduZXI';
  const secret = 'whsec_d2ViaG9vay1zZWNyZXQtb2YtYW4tZW5kcG9pbnQ';
  const quote = `for Bearer ${key}: see https://sign.example.test/s/${token}?token=${token} and ${secret}`;
  const envelope = '9b2d6c1e-7f3a-4d5b-8c9e-0a1b2c3d4e5f';
  const scope = { 'WWW-Authenticate': `Bearer error="insufficient_scope", scope="${key} ${token}"` };
  const answers: Readonly<Record<string, Behaviour>> = {
    'in the message of a refusal': json(422, { error: { code: 'template_unusable', message: quote } }),
    'in the code of a refusal': json(400, { error: { code: quote, message: quote } }),
    'in the scope that is missing': json(403, { error: { code: 'insufficient_scope', message: quote } }, scope),
    'in a body that is no JSON': text(200, `<html>${quote}</html>`, { 'Content-Type': 'text/html' }),
    'in JSON that breaks off': text(200, `{"id":"${quote}`, { 'Content-Type': 'application/json' }),
    'in a redirect': text(302, '', { Location: `https://other.example.test/${token}?api_key=${key}` }),
    'in what is no HTTP': raw(`HTTP/1.1 200 OK\r\n${quote}\r\n\r\n`),
    'in the reason of a status': raw(`HTTP/1.1 409 ${quote}\r\nContent-Length: 0\r\n\r\n`),
    'in a conflict that names a precondition': json(412, { error: { code: 'template_changed', message: quote } }),
  };

  it.each(Object.entries(answers))('%s: it is masked on every stream and in the journal', async (name, answer) => {
    const server = await hostileServer([answer]);
    const env = { ESIGN_BASE_URL: server.url, ESIGN_API_KEY: key, ESIGN_PROFILE: '' };
    // One answer is had by processes, the others within this one.
    const spawned = name === 'in the message of a refusal';
    try {
      for (const words of [
        ['envelope', 'get', envelope],
        ['envelope', 'void', envelope, '--reason', 'Sold', '--yes'],
        ['envelope', 'signing-url', envelope, envelope, '--print'],
      ]) {
        for (const form of ['--debug-bodies', '--json']) {
          const { code, stdout, stderr } = await esign.run([...words, form, '--retry-for', '5s'], { env, spawned });
          expect([words, code]).not.toEqual([words, 0]);
          expect(stdout).toBe('');
          expect(stderr).not.toBe('');
          for (const hidden of [key, token, secret]) expect([stderr, stderr.includes(hidden)]).toEqual([stderr, false]);
        }
      }
      expect(server.seen.length).toBeGreaterThan(5);
    } finally {
      await server.close();
    }
    const kept = [...esign.files()].filter(([file]) => file.startsWith('state/state.db')).map(([, content]) => content);
    for (const hidden of [key, token, secret]) expect(kept.join('').includes(hidden)).toBe(false);
  });
});
