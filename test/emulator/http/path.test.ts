import { describe, expect, it } from 'vitest';
import { createRouter, readTarget } from '../../../src/emulator/http/path.js';

const router = createRouter([
  { method: 'GET', path: '/api/v1/envelopes/{envelopeId}', target: 'get' },
  { method: 'POST', path: '/api/v1/envelopes/{envelopeId}/void', target: 'void' },
  { method: 'GET', path: '/api/v1/envelopes/one-off', target: 'one-off' },
  { method: 'DELETE', path: '/api/v1/envelopes/{envelopeId}', target: 'delete' },
]);

describe('a path', () => {
  it('finds its route and its parameters, percent-decoded once', () => {
    expect(router.match('GET', '/api/v1/envelopes/a%2Fb%2520')).toEqual({
      target: 'get',
      parameters: { envelopeId: 'a/b%20' },
    });
  });

  it('a literal goes before a parameter', () => {
    expect(router.match('GET', '/api/v1/envelopes/one-off')?.target).toBe('one-off');
  });

  it.each([
    '/api/v1/envelopes',
    '/api/v1/envelopes/',
    '/api/v1/envelopes/a/',
    '//api/v1/envelopes/a',
    '/API/v1/envelopes/a',
    '/api/v1/envelopes/%zz',
    '/api/v1/envelopes/a/void',
    '/api/v1/x/../envelopes/a',
    '',
    '*',
  ])('%s is served by nothing', (path) => expect(router.match('GET', path)).toBeNull());

  it('knows the methods that it is served for', () => {
    expect(router.methods('/api/v1/envelopes/a')).toEqual(['GET', 'DELETE']);
    expect(router.methods('/nowhere')).toEqual([]);
  });
});

describe('a request target', () => {
  it.each([
    ['/a/b?c=d&c=e', '/a/b', 'c=d&c=e'],
    ['/a/b', '/a/b', ''],
    ['/a?', '/a', ''],
    ['/a?b=c?d', '/a', 'b=c%3Fd'],
    ['/a#b?c', '/a', ''],
    ['http://127.0.0.1:1/a?b=c', '/a', 'b=c'],
    ['/a//b', '/a//b', ''],
  ])('%s is %s with the query %s', (target, path, query) => {
    const read = readTarget(target);
    expect([read.path, read.query.toString()]).toEqual([path, query]);
  });
});
