import { describe, expect, it } from 'vitest';
import { curlOf, harOf } from '../../../src/emulator/control/request-text.js';
import type { LoggedRequest } from '../../../src/emulator/http/request-log.js';

const logged = (changes: Partial<LoggedRequest>): LoggedRequest => ({
  sequence: 1,
  at: '2026-11-22T06:00:00.000Z',
  milliseconds: 1,
  operation: null,
  method: 'POST',
  path: '/api/v1/envelopes',
  headers: { 'Content-Type': 'application/json' },
  body: '{}',
  size: 2,
  status: 400,
  key: null,
  fault: null,
  answered: true,
  answer: { headers: {}, body: null, size: 0 },
  refusal: null,
  ...changes,
});
const curl = (changes: Partial<LoggedRequest>): string => curlOf('http://127.0.0.1:4747', logged(changes));

describe('a logged request as a line for a shell', () => {
  it('sends no Content-Type where none was sent', () => {
    expect(curl({})).toContain("-H 'Content-Type: application/json'");
    expect(curl({ headers: {} })).toContain("-H 'Content-Type:'");
    expect(curl({ headers: {}, body: null, size: 0 })).not.toContain('Content-Type');
  });

  it('waits for no body after HEAD', () => {
    expect(curl({ method: 'HEAD', body: null, size: 0 })).toMatch(/ --head (?!.*-X)/);
  });

  it('sends a target that is not a path unchanged, and marks a shortened one', () => {
    const line = curl({ path: 'http://elsewhere.test/api' });
    expect(line).toContain("--request-target 'http://elsewhere.test/api' 'http://127.0.0.1:4747'");
    expect(curl({ path: `/${'x'.repeat(2047)}` })).toMatch(/# and the rest of a path that long, which the log/);
  });

  it('lets nothing out that a terminal acts on', () => {
    const steering = '\u009b31m \u202e \u2066 \u001b[2J';
    expect(curl({ body: steering, path: `/${steering}` })).not.toMatch(/[\p{Cc}\p{Bidi_Control}]/u);
  });
});

describe('a logged request in HAR', () => {
  it('has the address that was asked for', () => {
    const at = (path: string): unknown => harOf('http://127.0.0.1:4747', '1', [logged({ path })]);
    expect(at('/api/v1/x?a=1')).toMatchObject({
      log: { entries: [{ request: { url: 'http://127.0.0.1:4747/api/v1/x?a=1', queryString: [{ name: 'a' }] } }] },
    });
    expect(at('http://elsewhere.test/api')).toMatchObject({
      log: { entries: [{ request: { url: 'http://elsewhere.test/api' } }] },
    });
  });
});
