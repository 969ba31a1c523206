import type { Context } from './context.js';

/** Whether a full screen with keys can be shown: a person is at a terminal, and it can move its cursor. */
export const hasScreen = ({ output, prompt, machine }: Context): boolean =>
  output.form === 'human' && output.toTerminal && prompt.available && machine.env['TERM'] !== 'dumb';
