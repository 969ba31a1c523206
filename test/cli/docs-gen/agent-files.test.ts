import { existsSync } from 'node:fs';
import { expect, it } from 'vitest';
import { agentFiles } from '../../../src/cli/docs-gen/agent-files.js';
import { readTree } from '../../../src/cli/docs-gen/node.js';
import { wholeTree } from '../../support/program/tree.js';

const files = agentFiles(readTree(await wholeTree()));

it('llms.txt names every page of the manual, and no file that is missing', () => {
  const text = files.get('llms.txt') ?? '';
  expect(text).toMatch(/^# esign\n\n> \S/);
  const links = [...text.matchAll(/\]\(([^)]+)\)/g)].map(([, path]) => path ?? '');
  expect(links.length).toBeGreaterThan(100);
  expect(links.filter((path) => !existsSync(path))).toEqual([]);
});

it('the skill of the package bears no mark of `agent setup`, which would remove it', () => {
  const skill = files.get('skills/esign/SKILL.md') ?? '';
  expect(skill).toMatch(/^---\nname: esign\ndescription: .+\n---\n\n# esign\n/);
  expect(skill).not.toContain('agent setup --undo');
});
