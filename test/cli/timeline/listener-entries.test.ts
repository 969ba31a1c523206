import { describe, expect, it } from 'vitest';
import { listenerEntry } from '../../../src/cli/timeline/listener-entries.js';

const delivery = (app: object | null, more: object = {}) =>
  listenerEntry(
    { type: 'delivery', id: 'd1', event: 'envelope.sent', event_id: 'e1', envelope_id: 'v1', app, ...more },
    0,
  );

describe('a delivery', () => {
  it('is good when the app took it', () => {
    expect(delivery({ status: 204, attempts: 1 })).toMatchObject({
      tone: 'good',
      what: 'envelope.sent → app 204',
      why: [],
      envelopeId: 'v1',
      deliveryId: 'd1',
    });
  });

  it('says what the app said with a refusal', () => {
    expect(delivery({ status: 401, attempts: 2, said: 'bad signature' })).toMatchObject({
      what: 'envelope.sent → app 401, attempt 2',
      why: ['The app said: bad signature'],
    });
    expect(delivery({ status: 500 })?.why).toEqual([]);
    const said = '<!DOCTYPE html>\n<title>Error</title>\n<pre>no such &quot;column&quot;<br> &nbsp;at take</pre>';
    expect(delivery({ status: 500, said })?.why).toEqual(['The app said: Error no such "column" at take']);
  });

  it('says how long the app took, and which attempt it was', () => {
    const first = delivery({ status: 204, milliseconds: 12.4, attempts: 1 });
    expect([first?.what, first?.isRetry]).toEqual(['envelope.sent → app 204 in 12 ms', false]);
    const third = delivery({ status: 500, milliseconds: 1_540, attempts: 3 });
    expect(third?.short).toBe('envelope.sent → 500 in 1.5 s #3');
    expect([third?.what, third?.isRetry]).toEqual(['envelope.sent → app 500 in 1.5 s, attempt 3', true]);
  });

  it('names what happened without an answer', () => {
    expect(delivery({ status: null, milliseconds: 9, message: 'no connection' })).toMatchObject({
      tone: 'bad',
      what: 'envelope.sent → no connection',
    });
    expect(delivery({ status: null }, { repeat: true })?.what).toBe('envelope.sent → a repeat');
    expect(delivery({ status: null, state: 'waiting' })?.what).toBe('envelope.sent → waiting');
    expect(delivery(null)?.what).toBe('envelope.sent → recorded');
  });
});

it('reads the other lines, and leaves out what says nothing new', () => {
  expect(listenerEntry({ type: 'refused', id: 'r', cause: 'mismatch', message: 'No.', hint: '' }, 0)).toMatchObject({
    tone: 'bad',
    what: 'refused, mismatch',
    why: ['No.'],
  });
  expect(listenerEntry({ type: 'app', reachable: false, message: 'It is down. Deliveries wait.' }, 0)).toMatchObject({
    kind: 'hook',
    tone: 'warn',
    what: 'It is down.',
    why: ['Deliveries wait.'],
  });
  expect(listenerEntry({ type: 'warning', message: 'Rotated.' }, 0)?.kind).toBe('esign');
  const message = 'The app rejects 3.5 things. It is late: check its log. Run `esign event list`.';
  expect(listenerEntry({ type: 'warning', code: 'app_mistake', message }, 0)).toMatchObject({
    kind: 'hook',
    what: 'The app rejects 3.5 things.',
    why: ['It is late: check its log. Run `esign event list`.'],
  });
  expect(listenerEntry({ type: 'done' }, 0)).toBeNull();
  expect(listenerEntry({ type: 7 }, 0)).toBeNull();
});
