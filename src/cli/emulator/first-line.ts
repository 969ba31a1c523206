import { type ExitCode, exitCodes } from '../failure/exit-code.js';
import { isObject, parseJson } from '../../core/platform/json.js';
import type { Ready } from './ready.js';

/** The first line of an emulator in the background: that it is ready, or its error. */

/** That line among the complete lines read so far; undefined until it arrives. */
export const readReady = (output: string): Ready | undefined =>
  output.split('\n').slice(0, -1).map(parseJson).find(isReady);

function isReady(value: unknown): value is Ready {
  if (!isObject(value) || value['type'] !== 'ready') return false;
  const texts = ['url', 'live_key', 'test_key', 'profile', 'data'];
  const missed = value['missed_port'];
  if (missed !== undefined && typeof missed !== 'number') return false;
  return texts.every((name) => typeof value[name] === 'string') && typeof value['pid'] === 'number';
}

export interface ToldFailure {
  readonly code: string;
  readonly message: string;
  readonly hint: string | null;
  readonly exitCode: ExitCode;
}

/** Reads the JSON error object that the program writes under --json; null when there is none. */
export function readFailure(text: string): ToldFailure | null {
  const value = parseJson(text.trim().split('\n').at(-1) ?? '');
  const error = isObject(value) ? value['error'] : null;
  if (!isObject(error)) return null;
  const { code, message, hint, exit_code: number } = error;
  const exit = exitCodes.find((row) => row.code === number);
  if (typeof code !== 'string' || typeof message !== 'string' || exit === undefined) return null;
  return { code, message, hint: typeof hint === 'string' ? hint : null, exitCode: exit.code };
}
