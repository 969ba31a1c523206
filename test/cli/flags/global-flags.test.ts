import { describe, expect, it } from 'vitest';
import { UsageFailure } from '../../../src/cli/failure/failure.js';
import { asksForDebug, asksForJson, parseSeconds } from '../../../src/cli/flags/global-flags.js';

describe('seconds', () => {
  it('become milliseconds', () => {
    expect(parseSeconds('30')).toBe(30_000);
    expect(parseSeconds('0.5')).toBe(500);
  });

  it.each(['0', '-1', 'x', '1e9', '', '999999'])('refuses %j', (text) => {
    expect(() => parseSeconds(text)).toThrow(UsageFailure);
  });
});

describe('whether a command line asks for JSON', () => {
  it.each([
    [['template', 'list', '--json'], true],
    [['--json=id', 'template', 'list'], true],
    [['template', 'list', '--jq', '.x'], true],
    [['template', 'list'], false],
    [['template', 'list', '--', '--json'], false],
  ])('%j: %s', (argv, expected) => expect(asksForJson(argv)).toBe(expected));
});

describe('whether a command line asks for a trace', () => {
  it.each([
    [['whoami', '--debug'], true],
    [['whoami', '--debug-bodies'], true],
    [['whoami'], false],
  ])('%j: %s', (argv, expected) => expect(asksForDebug(argv)).toBe(expected));
});
