/** How a terminal shows a picture; `halves` are coloured half blocks, which most terminals support. */
export const pictureKinds = ['kitty', 'iterm2', 'sixel', 'halves'] as const;
export type PictureKind = (typeof pictureKinds)[number];
export type PictureChoice = PictureKind | 'none';

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * The environment variables of terminals; a terminal is never queried, because its reply would be read as input. Inside
 * tmux and screen only half blocks work.
 */
export function pictureKindOf(env: Environment, colour: boolean): PictureChoice {
  const term = env['TERM'] ?? '';
  const program = env['TERM_PROGRAM'] ?? '';
  const inside = (env['TMUX'] ?? '') !== '' || /^(screen|tmux)/.test(term);
  if (!inside) {
    if (/kitty|ghostty/.test(term) || (env['KITTY_WINDOW_ID'] ?? '') !== '' || program === 'ghostty') return 'kitty';
    if (['iTerm.app', 'WezTerm', 'mintty'].includes(program) || env['LC_TERMINAL'] === 'iTerm2') return 'iterm2';
    if (/^(foot|mlterm|contour|yaft)/.test(term) || /sixel/.test(term)) return 'sixel';
  }
  return colour && (/256color|direct/.test(term) || isTrueColour(env)) ? 'halves' : 'none';
}

/** Whether the terminal has true colour, or 256 colours. */
export const isTrueColour = (env: Environment): boolean => /^(truecolor|24bit)$/.test(env['COLORTERM'] ?? '');
