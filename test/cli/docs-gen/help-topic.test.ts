import { describe, expect, it } from 'vitest';
import { helpTopic as loadTopic } from '../../../src/cli/docs-gen/help-topic.js';
import { allOf, leavesOf, readTree } from '../../../src/cli/docs-gen/node.js';
import { allTopics } from '../../../src/cli/docs-gen/topics.js';
import { width } from '../../../src/core/terminal/text.js';
import { wholeTree } from '../../support/program/tree.js';

const tree = await wholeTree();
const root = readTree(tree);
const topics = allTopics(root);
const commands = allOf(root).map(({ path }) => path);
const helpTopic = (name: string, columns: number) => loadTopic(name, columns, async () => root);

describe.each(topics.map(({ name }) => name))('esign help %s', async (name) => {
  const text = (await helpTopic(name, 80)) ?? '';

  it('fits the terminal, but for a line to type', async () => {
    for (const columns of [40, 80]) {
      const wide = ((await helpTopic(name, columns)) ?? '').split('\n').filter((line) => width(line) > columns);
      // What a guide types and shows is as it is on a terminal of 80 columns.
      const typed = name.startsWith('guide-') ? /^( {4}| {2}.*esign)/ : /^ {2}(\S+$|.*(esign|\{\{|[A-Z_]+, ))/;
      for (const line of wide) expect(line).toMatch(typed);
    }
    expect(text).not.toMatch(/[ \t]\n|\n\n\n|undefined/);
  });

  it('names only commands and topics that there are', () => {
    const [, also = ''] = text.split('See also:\n');
    for (const line of also.trimEnd().split('\n')) {
      const topic = /^ {2}esign help ([\w-]+)$/.exec(line)?.[1];
      const command = /^ {2}(.*) --help$/.exec(line)?.[1];
      expect(topic === undefined ? commands : topics.map((each) => each.name)).toContain(topic ?? command);
    }
  });

  it('is named in the help of the root, and a guide in that of the guides', async () => {
    const list = name.startsWith('guide-') ? await helpTopic('guides', 80) : tree.helpInformation();
    expect(list).toMatch(new RegExp(`\\b${name}\\b`));
  });
});

it('says every exit code and what it means', async () => {
  expect(await helpTopic('exit-codes', 80)).toContain(
    '  9 verification_failed\n      Verification failed, of a signature, a file,',
  );
});

it('knows no other topic', async () => {
  for (const name of ['', 'exit', 'template', '__proto__']) expect(await helpTopic(name, 80)).toBeNull();
});

it('lists every command with its summary, on one line each where it fits', async () => {
  const text = (await helpTopic('commands', 80)) ?? '';
  const lines = text.split('\n');
  for (const { path, summary } of leavesOf(root)) {
    const line = lines.find((each) => each.startsWith(`  ${path.replace('esign ', '')}  `));
    expect(line).toContain(summary.split(' ').slice(0, 4).join(' '));
  }
  // A few summaries are longer than the room that is left.
  expect(lines.length).toBeLessThan(leavesOf(root).length + 40);
});

it('lists every global option with its meaning', async () => {
  const text = (await helpTopic('global-options', 80)) ?? '';
  for (const { long, about, global } of root.options) {
    if (global && long !== '--help') expect(text.replaceAll(/\s+/g, ' ')).toContain(about);
  }
  expect(text).toMatch(/^ {2}-h, --help {2,}show the help; add --all/m);
});

it('begins the topic about bulk runs with a file to start from', async () => {
  const [, sample = ''] = (await helpTopic('bulk', 80))!.split('\n\n');
  const [head = [], ...rows] = sample.split('\n').map((line) => line.trim().split(','));
  expect(head).toEqual(['Tenant.name', 'Tenant.email', '.rental.amount']);
  expect(rows.map((row) => row.length)).toEqual([3, 3]);
});
