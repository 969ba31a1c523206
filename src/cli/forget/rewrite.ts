import { readFile, rm, stat } from 'node:fs/promises';
import { systemCode } from '../../core/platform/durable-file.js';

/** Deletes a file; returns whether it existed. */
export async function removeFile(path: string, judge: (text: string, changedAt: number) => boolean, apply: boolean) {
  const facts = await stat(path).catch(ignoreMissing);
  if (facts?.isFile() !== true || facts.size > maxFileBytes) return false;
  const text = await readFile(path, 'utf8').catch(ignoreMissing);
  if (text === undefined || !judge(text, facts.mtimeMs)) return false;
  if (apply) await rm(path, { force: true });
  return true;
}

const maxFileBytes = 512 * 1024 * 1024 - 1;

const ignoreMissing = (error: unknown): undefined => {
  if (systemCode(error) !== 'ENOENT') throw error;
  return undefined;
};
