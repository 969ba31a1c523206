import { describe, expect, it } from 'vitest';
import { createColour, wantsColour } from '../../../src/core/terminal/colour.js';

describe('whether to colour', () => {
  it.each([
    ['a terminal', 'auto', {}, true, true],
    ['a pipe', 'auto', {}, false, false],
    ['NO_COLOR', 'auto', { NO_COLOR: '1' }, true, false],
    ['an empty NO_COLOR, which counts as unset', 'auto', { NO_COLOR: '' }, true, true],
    ['CLICOLOR_FORCE in a pipe', 'auto', { CLICOLOR_FORCE: '1' }, false, true],
    ['NO_COLOR beside CLICOLOR_FORCE', 'auto', { NO_COLOR: '1', CLICOLOR_FORCE: '1' }, true, false],
    ['CLICOLOR=0', 'auto', { CLICOLOR: '0' }, true, false],
    ['a dumb terminal', 'auto', { TERM: 'dumb' }, true, false],
    ['--color always, whatever the environment says', 'always', { NO_COLOR: '1' }, false, true],
    ['--color never', 'never', { CLICOLOR_FORCE: '1' }, true, false],
  ] as const)('%s', (_, choice, environment, isTerminal, expected) => {
    expect(wantsColour(choice, environment, isTerminal)).toBe(expected);
  });

  it('writes plain text when colour is off', () => {
    expect(createColour(false).bad('x')).toBe('x');
    expect(createColour(true).bad('x')).toBe('\u001b[31mx\u001b[39m');
  });
});
