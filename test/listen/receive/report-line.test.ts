import { describe, expect, it } from 'vitest';
import { headLine, indent, reportAsLine } from '../../../src/listen/receive/report-line.js';
import { at, delivery } from '../../support/listening/listen-reports.js';

const text = (report: Parameters<typeof reportAsLine>[0], columns?: number): string => {
  const { parts, words } = reportAsLine(report, columns);
  return [...parts.map((part) => part.text), words].join('  ').trimEnd();
};
const failed = { is: 'answered', status: 500, milliseconds: 30_000, said: 'no database' } as const;

describe('a delivery’s line', () => {
  it('is aligned: event, envelope whole, attempt, secret, status, time', () => {
    expect(text(delivery)).toBe(
      'envelope.sealing_failed  9b2d6c1e-7f3a-4d5b-8c9e-0a1b2c3d4e5f  #3   previous  204           12 ms',
    );
    const sent = text({ ...delivery, event: 'envelope.sent', by: 'current', retryCount: 0 });
    expect(sent.indexOf('204')).toBe(text(delivery).indexOf('204'));
    expect(headLine(undefined).indexOf('APP')).toBe(text(delivery).indexOf('204') + indent);
  });

  it.each([
    [80, 'envelope.sealing_failed  9b2d6c1e  #3   previous  204           12 ms'],
    [72, 'envelope.sealing_failed  9b2d6c1e  #3   previous  204'],
    [60, 'envelope.sealing_failed  9b2d6c1e  #3   204'],
    [56, 'envelope.sealing_failed  9b2d6c1e  204'],
  ])('fits %i columns, by short ids and fewer columns', (columns, words) => {
    expect(text(delivery, columns)).toBe(words);
    expect(headLine(columns).length).toBeLessThanOrEqual(columns);
    const worst = { ...delivery, app: failed, attempts: 11, signedAgain: true, retryIn: 60_000 };
    expect(indent + text(worst, columns).length).toBeLessThanOrEqual(columns);
  });

  it('shows the response of the app and the next retry, below when space is short', () => {
    const again = { ...delivery, app: failed, attempts: 2, signedAgain: true, retryIn: 1_500 };
    expect(text(again)).toMatch(/500 +30000 ms {2}try 2, signed again, retry in 1\.5 s$/);
    expect(reportAsLine(again).below).toEqual(['The app responded with 500: no database']);
    const narrow = reportAsLine({ ...again, cause: 'it fails' }, 80).below;
    expect(narrow).toEqual([
      'The app responded with 500: no database (try 2, signed again, retry in 1.5 s)',
      'As found before: it fails.',
    ]);
  });

  it('says of a redirect that it counts as a failure', () => {
    const app = { is: 'answered', status: 301, milliseconds: 1, said: '', location: '/hooks/' } as const;
    expect(reportAsLine({ ...delivery, app }).below).toEqual([
      'The app responded with 301, a redirect to /hooks/; redirects are not followed and count as failures.',
    ]);
  });

  it.each([
    ['no app', { target: null, state: null, app: null }],
    ['repeat', { repeat: true, state: null, app: null }],
    ['waiting', { state: 'waiting', app: null }],
    ['failing', { state: 'failing', app: { is: 'silent', timedOut: false, sent: false, words: 'x', milliseconds: 1 } }],
    ['timeout', { app: { is: 'silent', timedOut: true, sent: true, words: 'x', milliseconds: 1 } }],
    ['no reply', { app: { is: 'silent', timedOut: false, sent: true, words: 'x', milliseconds: 1 } }],
  ] as const)('says %s', (word, more) => expect(text({ ...delivery, ...more })).toContain(word));
});

describe('what is not a delivery', () => {
  it('is reported in a sentence, with what to do or which events below it', () => {
    const refused = { is: 'refused', at, id: 'd', cause: 'too_old', words: 'Old.', hint: 'Check.', bytes: 2 } as const;
    expect(text(refused)).toBe(`${'refused'.padEnd(23)}  Old.`);
    expect(reportAsLine(refused).below).toEqual(['Check.']);
    const events = [{ event: 'envelope.sent', envelopeId: 'e', recipientId: 'r' }];
    const missed = reportAsLine({ is: 'missed', at, events, when: 'gone' });
    expect(missed.below[0]).toContain('recipient r');
    expect(missed.words).toBe('One event occurred and did not arrive.');
  });
});
