import { Option } from 'commander';
import { parseDuration } from './duration.js';

/** `--max-wait`: how long the command waits at most for something to happen. */
export const maxWaitOption = (text: string): Option =>
  new Option('--max-wait <duration>', text).argParser((value) => parseDuration(value, '--max-wait'));
