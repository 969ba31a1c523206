import { describe, expect, it } from 'vitest';
import type { EsignCommand } from '../../src/cli/command.js';
import { globalHeading } from '../../src/cli/global-flags.js';
import { leaves, shellWords, wholeTree } from '../support/tree.js';

const root = await wholeTree();
const examples = [root, ...leaves(root)].flatMap((command) =>
  command.examples.map(({ line, about }) => ({ path: command.path(), line, about })),
);

/** Reads a line with a fresh tree whose commands do nothing, and answers which one it reached. */
async function reached(line: string): Promise<string | undefined> {
  const tree = await wholeTree();
  let path: string | undefined;
  for (const leaf of leaves(tree)) {
    leaf.action(() => {
      path = leaf.path();
    });
  }
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
