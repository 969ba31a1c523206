import { describe, expect, it } from 'vitest';
import { ListenFailure } from '../../../src/listen/failure.js';
import { isWanted, readPattern, readRoute, readTarget, targetOf } from '../../../src/listen/forward/routes.js';

describe('the address of an app', () => {
  it.each([
    ['3000', 'http://127.0.0.1:3000/'],
    [':3000', 'http://127.0.0.1:3000/'],
    ['3000/hooks?a=1', 'http://127.0.0.1:3000/hooks?a=1'],
    ['127.0.0.1:3000/hooks', 'http://127.0.0.1:3000/hooks'],
    ['localhost:3000', 'http://localhost:3000/'],
    ['https://app.test/hooks?a=1#part', 'https://app.test/hooks?a=1'],
  ])('%s is read as %s', (text, href) => expect(readTarget(text).href).toBe(href));

  // A host of digits alone would be the address 0.0.11.184.
  it.each(['', 'ftp://app.test/', 'http://user:word@app.test/', 'http://', 'http://3000/', '70000', '123456'])(
    '%s is refused',
    (text) => {
      expect(() => readTarget(text)).toThrow(ListenFailure);
    },
  );
});

describe('routes', () => {
  const routes = [
    readRoute('envelope.sealing_failed=http://127.0.0.1:1/'),
    readRoute('envelope.*=http://127.0.0.1:2/'),
    readRoute('recipient.completed=http://127.0.0.1:3/'),
  ];
  const to = (event: string | undefined, events: readonly string[] = []) => targetOf({ routes, events }, event)?.port;

  it('give an event to the first that fits and to no other', () => {
    expect(to('envelope.sealing_failed')).toBe('1');
    expect(to('envelope.sent')).toBe('2');
    expect(to('recipient.completed')).toBe('3');
  });

  it('give nowhere what fits none, or what is not listened for', () => {
    expect(to('recipient.invented')).toBeUndefined();
    expect(to('envelope.sent', ['recipient.*'])).toBeUndefined();
  });

  it('give what has no name only where everything goes', () => {
    expect(to(undefined)).toBeUndefined();
    expect(targetOf({ routes: [readRoute('*=3000')], events: [] }, undefined)?.port).toBe('3000');
  });

  it.each(['envelope.signed', 'envelope.**x', '.*', 'envelope.sent|x', ''])('know no event %s', (text) => {
    expect(() => readPattern(text)).toThrow(/^Unknown event "/);
  });

  it('need a pattern and an address', () => {
    expect(() => readRoute('=http://127.0.0.1:1/')).toThrow(ListenFailure);
    expect(() => readRoute('envelope.sent')).toThrow(ListenFailure);
  });

  it('take a dot for a dot', () => {
    expect(isWanted(['envelope.*'], 'envelopexsent')).toBe(false);
    expect(isWanted(['*.completed'], 'recipient.completed')).toBe(true);
  });
});
