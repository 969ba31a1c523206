import { expect, it } from 'vitest';
import { leavesOf, readTree } from '../../src/cli/docs-gen/node.js';
import { wholeTree } from '../support/program/tree.js';

/** Flags whose values are written in several ways, and what they have in common. */
const several: Readonly<Record<string, string>> = {
  '--field': 'a field of a form, and of a body: named by its ID, placed on a page, or set',
  '--from': 'where something comes from: a file, and the profile that has a template',
  '--header': 'a header: one to add, and of a delivery the value of the one that signs it',
  '--output': 'where to write: a file, a folder, or either',
  '--subject': 'the subject of a field, and of a mail',
  '--template': 'a template: by ID or name, and where no service is asked as a file',
  '--to': 'to whom, where or when',
};

it('a flag takes the same kind of value in every command', async () => {
  const values = new Map<string, Set<string | null>>();
  for (const { options } of leavesOf(readTree(await wholeTree()))) {
    for (const { long, value } of options) {
      if (long !== null) values.set(long, (values.get(long) ?? new Set()).add(value));
    }
  }
  expect(values.size).toBeGreaterThan(200);
  const differing = [...values].filter(([, forms]) => forms.size > 1).map(([long]) => long);
  expect(differing.toSorted()).toEqual(Object.keys(several));
});
