import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { EsignCommand } from '../../src/cli/flags/command.js';
import { globalHeading } from '../../src/cli/flags/global-flags.js';
import { leaves, shellWords, wholeTree } from '../support/program/tree.js';

const root = await wholeTree();
const examples = [root, ...leaves(root)].flatMap((command) =>
  command.examples.map(({ line, about }) => ({ path: command.path(), line, about })),
);

/** A tree whose commands do nothing but tell which of them it was. */
const tree = await wholeTree();
let path: string | undefined;
for (const leaf of leaves(tree)) leaf.action(() => void (path = leaf.path()));

/** Reads a line, and answers which command it reached. */
async function reached(line: string): Promise<string | undefined> {
  path = undefined;
  const [program, ...words] = shellWords(line);
  expect(program).toBe('esign');
  await tree.parseAsync(words, { from: 'user' });
  return path;
}

describe('every example of the help', () => {
  it.each(examples)('$line', async ({ path, line, about }) => {
    const found = await reached(line);
    // The examples of the program itself show commands of it.
    if (path === 'esign') expect(found).toMatch(/^esign /);
    else expect(found).toBe(path);
    expect(about).toMatch(/^[A-Z].*[.…]$/);
  });
});

/** The lines of the README's shell blocks that run `esign`, comments cut off and variables filled in. */
function readmeLines(): string[] {
  const readme = readFileSync(new URL('../../README.md', import.meta.url), 'utf8');
  const blocks = [...readme.matchAll(/^```sh\n([\s\S]*?)^```/gm)].map((block) => block[1] ?? '');
  return blocks
    .flatMap((block) => block.replaceAll(/\\\n\s*/g, '').split('\n'))
    .map((line) => line.replace(/\s+#\s.*$/, '').replace(/^npm ci && node bin\/esign\.js/, 'esign'))
    .filter((line) => /(^|\()esign |^[A-Z_]+=\S+ .*esign /.test(line))
    .map((line) => line.replaceAll(/\$(person)\b/g, personId).replaceAll(/\$\w+/g, uuid));
}

const uuid = '9b2d6c1e-7f3a-4d5b-8c9e-0a1b2c3d4e5f';
const personId = '0f0e0d0c0b0a09080706050403020100';

describe('every command of the README', () => {
  it('has something to try', () => expect(readmeLines().length).toBeGreaterThan(15));

  it.each(readmeLines())('%s', async (line) => {
    expect(await reached(line)).toMatch(/^esign /);
  });
});

describe('every command', () => {
  it.each(leaves(root).map((command): [string, EsignCommand] => [command.path(), command]))(
    '%s has a summary, a description, an example and exit codes',
    (_, command) => {
      expect(command.summary() || command.description()).not.toBe('');
      expect(command.description()).toMatch(/\.$/);
      expect(command.examples.length).toBeGreaterThan(0);
      expect(command.exitCodes).toContain(0);
      expect(command.exitCodes).toContain(2);
    },
  );

  it.each(leaves(root).map((command): [string, EsignCommand] => [command.path(), command]))(
    '%s names no flag of its own like a global one, or like another of its own',
    (_, command) => {
      const flags = command.options.flatMap(({ long, short }) => [long, short]).filter((name) => name !== undefined);
      expect(flags.filter((flag, index) => flags.indexOf(flag) !== index)).toEqual([]);
      const isGlobal = (heading: string | undefined): boolean => heading === globalHeading;
      const global = command.options
        .filter(({ helpGroupHeading }) => isGlobal(helpGroupHeading))
        .map((option) => option.attributeName());
      const own = command.options
        .filter(({ helpGroupHeading }) => !isGlobal(helpGroupHeading))
        .map((option) => option.attributeName());
      expect(own.filter((name) => global.includes(name))).toEqual([]);
    },
  );
});
