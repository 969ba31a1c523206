import type { Context } from '../cli/context.js';
import type { ListenOptions } from './options.js';

/** What the log says about the keys of a listener. */
export const keyWords = '↑↓ Enter look at deliveries, r replay, f filter, ? help, q quit';

/** Whether a person is there to press keys: a command after `--` has the keyboard for itself. */
export const isWatched = ({ output, prompt }: Context, { words }: ListenOptions): boolean =>
  output.form === 'human' && output.toTerminal && prompt.available && words.length === 0;
