import { describe, expect, it } from 'vitest';
import { helpTopic } from '../../src/docs-gen/help-topic.js';
import { allOf, readTree } from '../../src/docs-gen/node.js';
import { topics } from '../../src/docs-gen/topics.js';
import { width } from '../../src/terminal/text.js';
import { wholeTree } from '../support/tree.js';

const tree = await wholeTree();
const commands = allOf(readTree(tree)).map(({ path }) => path);

describe.each(topics.map(({ name }) => name))('esign help %s', (name) => {
  const text = helpTopic(name, 80) ?? '';

  it('fits the terminal, but for a line to type', () => {
    for (const columns of [40, 80]) {
      const wide = (helpTopic(name, columns) ?? '').split('\n').filter((line) => width(line) > columns);
      for (const line of wide) expect(line).toMatch(/^ {2}(\S+$|.*(esign|\{\{|[A-Z_]+, ))/);
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

  it('is named in the help of the root', () => {
    expect(tree.helpInformation().replaceAll(/\s+/g, ' ')).toContain(name);
  });
});

it('says every exit code and what it means', () => {
  expect(helpTopic('exit-codes', 80)).toContain('  9 verification_failed\n      A signature, a file, a receiver,');
});

it('knows no other topic', () => {
  for (const name of ['', 'exit', 'template', '__proto__']) expect(helpTopic(name, 80)).toBeNull();
});
