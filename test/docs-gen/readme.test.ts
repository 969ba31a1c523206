import { expect, it } from 'vitest';
import { leavesOf, readTree, synopsisOf } from '../../src/docs-gen/node.js';
import { withCommandList } from '../../src/docs-gen/readme.js';
import { wholeTree } from '../support/tree.js';

const root = readTree(await wholeTree());

it('puts the list of commands between its markers and leaves the rest alone', () => {
  const made =
    withCommandList('# Title\n\n<!-- commands -->\nwhat stood before\n<!-- /commands -->\n\nend\n', root) ?? '';
  expect(made).toMatch(/^# Title\n\n<!-- commands -->\n\n### /);
  expect(made).toMatch(/\n\n<!-- \/commands -->\n\nend\n$/);
  expect(made).not.toContain('what stood before');
  // A bar would end the cell of the table.
  const written = (synopsis: string): string => synopsis.replace(' [options]', '').replaceAll('|', '\\|');
  for (const leaf of leavesOf(root)) expect(made).toContain(`\`${written(synopsisOf(leaf))}\``);
  expect(withCommandList(made, root)).toBe(made);
});

it('leaves a README without markers alone', () => {
  expect(withCommandList('# Title\n', root)).toBeNull();
  expect(withCommandList('<!-- /commands --> <!-- commands -->', root)).toBeNull();
});
