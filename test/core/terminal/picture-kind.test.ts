import { expect, it } from 'vitest';
import { pictureKindOf } from '../../../src/core/terminal/picture-kind.js';

it.each([
  [{ TERM: 'xterm-kitty' }, true, 'kitty'],
  [{ TERM: 'xterm-ghostty' }, false, 'kitty'],
  [{ TERM: 'xterm-256color', TERM_PROGRAM: 'iTerm.app' }, true, 'iterm2'],
  [{ TERM: 'xterm-256color', LC_TERMINAL: 'iTerm2' }, true, 'iterm2'],
  [{ TERM: 'foot' }, true, 'sixel'],
  [{ TERM: 'xterm-256color' }, true, 'halves'],
  [{ TERM: 'xterm', COLORTERM: 'truecolor' }, true, 'halves'],
  [{ TERM: 'screen-256color', TERM_PROGRAM: 'iTerm.app' }, true, 'halves'],
  [{ TERM: 'xterm-kitty', TMUX: '/tmp/x,1,0' }, true, 'none'],
  [{ TERM: 'xterm-256color' }, false, 'none'],
  [{ TERM: 'linux' }, true, 'none'],
  [{}, true, 'none'],
] as const)('%j with colour %s shows pictures as %s', (env, colour, kind) => {
  expect(pictureKindOf(env, colour)).toBe(kind);
});
