import { describe, expect, it } from 'vitest';
import { reportAsJson } from '../../../src/listen/receive/report.js';
import { at, delivery } from '../../support/listening/listen-reports.js';

const delivered = { target: 'http://app.test/', state: 'delivered', attempts: 1, status: 204, milliseconds: 12 };

describe('a report, for a program', () => {
  it('names a delivery in the service’s spelling', () => {
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
      app: delivered,
    });
  });

  it('says of a delivery that waits that it does', () => {
    const waits = { ...delivery, state: 'waiting', app: null, attempts: 0 } as const;
    const app = { target: 'http://app.test/', state: 'waiting', attempts: 0, status: null };
    expect(reportAsJson(waits)).toHaveProperty('app', app);
  });

  it('says why the app did not take one: a redirect in words too, since the service counts it as a failure', () => {
    const app = { is: 'answered', status: 500, milliseconds: 3, said: 'no database' } as const;
    expect(reportAsJson({ ...delivery, state: 'failing', app, retryIn: 1_500 })).toMatchObject({
      app: {
        state: 'failing',
        message: 'the app responded with 500',
        said: 'no database',
        retry_in_ms: 1_500,
      },
    });
    const moved = { is: 'answered', status: 308, milliseconds: 3, said: '', location: '/hooks/' } as const;
    expect(reportAsJson({ ...delivery, state: 'failing', app: moved })).toMatchObject({
      app: {
        status: 308,
        message: 'the app responded with 308, a redirect to /hooks/; redirects are not followed and count as failures',
      },
    });
  });

  it('has a type for everything that is not a delivery', () => {
    const refused = { is: 'refused', at, id: 'd', cause: 'too_old', words: 'Old.', hint: 'Check.', bytes: 2 } as const;
    expect(reportAsJson(refused)).toMatchObject({ type: 'refused', verified: false, cause: 'too_old' });
    const events = [{ event: 'envelope.sent', envelopeId: 'e', recipientId: 'r' }];
    expect(reportAsJson({ is: 'missed', at, events, when: 'gone' })).toMatchObject({ type: 'missed' });
    expect(reportAsJson({ is: 'missed', at, events, when: 'late' })).toMatchObject({ type: 'late' });
    const tunnel = { is: 'tunnel', at, state: 'given-up', url: null, words: 'Gone.', hint: '' } as const;
    expect(reportAsJson(tunnel)).toMatchObject({ type: 'tunnel', state: 'given_up' });
  });
});
