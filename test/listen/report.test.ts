import { describe, expect, it } from 'vitest';
import { reportAsJson, reportAsLine, type DeliveryReport } from '../../src/listen/report.js';

const at = '2026-12-01T08:00:00.000Z';
const delivery: DeliveryReport = {
  is: 'delivery',
  at,
  id: 'd1',
  event: 'envelope.sealing_failed',
  eventId: 'ev',
  envelopeId: '9b2d6c1e-7f3a-4d5b-8c9e-0a1b2c3d4e5f',
  recipientId: null,
  createdAt: at,
  retryCount: 2,
  by: 'previous',
  synthetic: false,
  repeat: false,
  target: 'http://app.test/',
  app: { is: 'answered', status: 204, milliseconds: 12, said: '' },
  attempts: 1,
  signedAnew: false,
  retryIn: null,
};
const words = (report: Parameters<typeof reportAsLine>[0]): string =>
  reportAsLine(report)
    .parts.map(({ text }) => text)
    .join('  ')
    .trimEnd();

describe('a delivery', () => {
  it('is one aligned line: event, envelope whole, attempt, secret, status, time', () => {
    expect(words(delivery)).toBe(
      'envelope.sealing_failed  9b2d6c1e-7f3a-4d5b-8c9e-0a1b2c3d4e5f  #3   previous  204             12 ms',
    );
    const sent = words({ ...delivery, event: 'envelope.sent', by: 'current', retryCount: 0 });
    expect(sent.indexOf('204')).toBe(words(delivery).indexOf('204'));
  });

  it('shows what the app said and when it is tried again', () => {
    const app = { is: 'answered', status: 500, milliseconds: 3, said: 'no database' } as const;
    const line = reportAsLine({ ...delivery, app, attempts: 2, signedAnew: true, retryIn: 1_500 });
    expect(line.below).toEqual(['The app answered 500: no database']);
    expect(line.parts.map(({ text }) => text).slice(-3)).toEqual(['try 2', 'signed anew', 'again in 1.5 s']);
    expect(reportAsJson({ ...delivery, app, retryIn: 1_500 })['app']).toMatchObject({
      said: 'no database',
      retry_in_ms: 1_500,
    });
  });

  it.each([
    ['no app', { target: null, app: null }],
    ['repeat', { repeat: true, app: null }],
    ['timeout', { app: { is: 'silent', timedOut: true, sent: true, words: 'x', milliseconds: 1 } }],
    ['no answer', { app: { is: 'silent', timedOut: false, sent: true, words: 'x', milliseconds: 1 } }],
  ] as const)('says %s', (word, more) => expect(words({ ...delivery, ...more })).toContain(word));

  it('is named in the service’s spelling for a program', () => {
    expect(reportAsJson(delivery)).toEqual({
      type: 'delivery',
      at,
      id: 'd1',
      event: 'envelope.sealing_failed',
      event_id: 'ev',
      envelope_id: '9b2d6c1e-7f3a-4d5b-8c9e-0a1b2c3d4e5f',
      recipient_id: null,
      created_at: at,
      retry_count: 2,
      verified: true,
      secret: 'previous',
      repeat: false,
      app: { target: 'http://app.test/', attempts: 1, status: 204, milliseconds: 12 },
    });
  });
});

describe('what is not a delivery', () => {
  it('is said in words, and typed for a program', () => {
    const refused = {
      is: 'refused',
      at,
      id: 'd',
      cause: 'too_old',
      words: 'Too old.',
      hint: 'Check.',
      bytes: 2,
    } as const;
    expect(words(refused)).toBe(`${'refused'.padEnd(23)}  Too old.`);
    expect(reportAsLine(refused).below).toEqual(['Check.']);
    expect(reportAsJson(refused)).toMatchObject({ type: 'refused', verified: false, cause: 'too_old' });
    const events = [{ event: 'envelope.sent', envelopeId: 'e', recipientId: 'r' }];
    expect(reportAsJson({ is: 'missed', at, events, late: false })).toMatchObject({ type: 'missed' });
    expect(reportAsJson({ is: 'missed', at, events, late: true })).toMatchObject({ type: 'late' });
    expect(reportAsLine({ is: 'missed', at, events, late: false }).below[0]).toContain('recipient r');
    const tunnel = { is: 'tunnel', at, state: 'given-up', url: null, words: 'Gone.', hint: '' } as const;
    expect(reportAsJson(tunnel)).toMatchObject({ type: 'tunnel', state: 'given_up' });
  });
});
