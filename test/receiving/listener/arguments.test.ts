import { describe, expect, it } from 'vitest';
import { UsageFailure } from '../../../src/cli/failure/failure.js';
import {
  eventsOf,
  readExpected,
  readPatterns,
  readPort,
  routingOf,
} from '../../../src/receiving/listener/arguments.js';

describe('the words of listen', () => {
  it('name events by lists and patterns, over and over', () => {
    const event = readPatterns('recipient.*', readPatterns('envelope.sent, envelope.seal*', undefined));
    expect(eventsOf({ words: [], event })).toEqual([
      'envelope.sent',
      'envelope.sealed',
      'envelope.sealing_failed',
      'recipient.completed',
    ]);
    expect(eventsOf({ words: [] })).toHaveLength(8);
    expect(() => readPatterns('envelope.signed', undefined)).toThrow(UsageFailure);
  });

  it('expect whole names, and offer the nearest', () => {
    expect(readExpected('envelope.sent,envelope.completed', undefined)).toEqual([
      'envelope.sent',
      'envelope.completed',
    ]);
    expect(() => readExpected('envelope.complete', undefined)).toThrow(
      expect.objectContaining({ hint: 'Did you mean "envelope.completed"?' }),
    );
  });

  it('give --forward-to what no route takes', () => {
    const routes = routingOf({ words: [], route: ['envelope.sent=3001'], forwardTo: '3000' }).routes;
    expect(routes.map(({ pattern, target }) => [pattern, target.port])).toEqual([
      ['envelope.sent', '3001'],
      ['*', '3000'],
    ]);
  });

  it('take a port that there is', () => {
    expect(readPort('0')).toBe(0);
    for (const text of ['65536', '-1', '1.5', '']) expect(() => readPort(text)).toThrow(UsageFailure);
  });
});
