/** The ways in which a terminal shows a picture; `halves` are half blocks in colour, which most terminals can draw. */
export const pictureKinds = ['kitty', 'iterm2', 'sixel', 'halves'] as const;
export type PictureKind = (typeof pictureKinds)[number];
export type PictureChoice = PictureKind | 'none';

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * What a terminal says of itself in the environment; a terminal is never asked, since its answer would be read as what
 * the person types. Within tmux and screen only half blocks pass.
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

/** Whether a colour may have any value, or must be one of 256. */
export const isTrueColour = (env: Environment): boolean => /^(truecolor|24bit)$/.test(env['COLORTERM'] ?? '');
