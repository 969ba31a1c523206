import type { Context } from '../../cli/context/context.js';
import { hasScreen } from '../../cli/context/has-screen.js';
import type { ListenOptions } from './options.js';

/** What the log says about the keys of a listener. */
export const keyWords = '↑↓ Enter look at deliveries, r replay, f filter, ? help, q quit';

/** Whether a person is there to press keys: a command after `--` has the keyboard for itself. */
export const isWatched = (context: Context, { words }: ListenOptions): boolean =>
  hasScreen(context) && words.length === 0;
