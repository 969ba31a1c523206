import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { exitCodes } from '../../../src/cli/failure/exit-code.js';
import { ownCodes } from '../../../src/cli/failure/own-codes.js';
import { isErrorCode } from '../../../src/contract/error-codes.js';
import { filesUnder } from '../../support/project/files-under.js';

const table = 'src/cli/failure/own-codes.ts';

it('each code says what it means, and then what to do', () => {
  const wrong = ownCodes().filter(({ meaning, next }) => !/^[A-Z].*\.$/s.test(meaning) || !/^[A-Z].*\.$/s.test(next));
  expect(wrong).toEqual([]);
  const known: readonly number[] = exitCodes.map(({ code }) => code);
  expect(ownCodes().flatMap(({ exits }) => exits.filter((exit) => exit === 0 || !known.includes(exit)))).toEqual([]);
});

it('no code stands twice, is one of the service, or is one that nothing fails with', () => {
  const codes = ownCodes().map(({ code }) => code);
  expect(new Set(codes).size).toBe(codes.length);
  expect(codes.filter(isErrorCode)).toEqual([]);
  const source = filesUnder('src')
    .filter((file) => file !== table)
    .map((file) => readFileSync(file, 'utf8'))
    .join('\n');
  // A name that is put together: `tunnel_` and why it ended, `completion_` and what is wrong with the script.
  const isMade = (code: string): boolean =>
    new RegExp(`\\b${code.replace(/^(tunnel|completion)_/, '')}\\b`).test(source);
  expect(codes.filter((code) => !isMade(code))).toEqual([]);
});
