import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { exitCodes } from '../../../src/cli/failure/exit-code.js';
import { errorCodes } from '../../../src/contract/error-codes.js';
import { escapeRoff, example, item, manualPages } from '../../../src/cli/docs-gen/man.js';
import { leavesOf, readTree } from '../../../src/cli/docs-gen/node.js';
import { allTopics } from '../../../src/cli/docs-gen/topics.js';
import { wholeTree } from '../../support/program/tree.js';

const root = readTree(await wholeTree());
const topics = allTopics(root);
const pages = manualPages(root, { version: '1.2.3', date: '2026-01-31' });
const folder = mkdtempSync(join(tmpdir(), 'esign-man-'));
afterAll(() => rmSync(folder, { recursive: true }));
for (const [name, page] of pages) writeFileSync(join(folder, name), page);

const plain = (page: string): string =>
  page
    .replaceAll('\\-', '-')
    .replaceAll('\\e', '\\')
    .replaceAll(/\s+(\\c\s+)?/g, ' ');

describe('the manual', () => {
  it('has a page for every command, with its flags, examples and exit codes', () => {
    for (const leaf of leavesOf(root)) {
      const page = plain(pages.get(`${leaf.path.replaceAll(' ', '-')}.1`) ?? '');
      for (const option of leaf.options) if (option.long !== null) expect(page).toContain(option.long);
      for (const code of leaf.exitCodes) expect(page).toContain(`\\fB${code}\\fR`);
    }
  });

  it('has pages for exit codes, environment and error codes that leave none out', () => {
    for (const { code, name } of exitCodes)
      expect(pages.get('esign-exit-codes.7')).toContain(`\\fB${code} ${name}\\fR`);
    for (const code of Object.keys(errorCodes)) expect(pages.get('esign-errors.7')).toContain(`\\fB${code}\\fR`);
    expect(pages.get('esign-environment.7')).toContain('ESIGN_API_KEY');
  });

  it('has pages on output and security, and no page names one that there is not', () => {
    expect([...pages.keys()]).toEqual(expect.arrayContaining(['esign-output.7', 'esign-security.7']));
    for (const [name, page] of pages) {
      const named = [...plain(page).matchAll(/\b(esign[a-z-]*)\((\d)\)/g)].map(([, to, section]) => `${to}.${section}`);
      expect([name, named.filter((to) => !pages.has(to))]).toEqual([name, []]);
    }
  });

  it('speaks in its topics of commands and flags that there are', () => {
    const commands = [...pages.keys()].map((name) => name.replace(/\.\d$/, '').replaceAll('-', ' '));
    const pagesOfHelp = topics.map(({ name }) => name);
    const flags = new Set(leavesOf(root).flatMap(({ options }) => options.map(({ long }) => long)));
    for (const topic of topics) {
      const text = JSON.stringify(topic);
      for (const [flag] of text.matchAll(/--[a-z][a-z-]+/g))
        expect([topic.name, flag, flags.has(flag)]).toEqual([topic.name, flag, true]);
      for (const [, noun = '', verb = ''] of text.matchAll(/`esign ([a-z]+)(?: ([a-z-]+))?`/g)) {
        const known =
          (noun === 'help' && pagesOfHelp.includes(verb)) ||
          commands.includes(`esign ${noun} ${verb}`.replaceAll('-', ' ')) ||
          commands.includes(`esign ${noun}`);
        expect([topic.name, noun, verb, known]).toEqual([topic.name, noun, verb, true]);
      }
    }
  });

  it('does not change from day to day', () => {
    expect([...manualPages(root, { version: '1.2.3', date: '2026-01-31' })]).toEqual([...pages]);
    expect(pages.get('esign.1')).toMatch(/^\.TH "ESIGN" 1 "2026-01-31" "esign 1\.2\.3"/);
  });

  if (spawnSync('mandoc', ['-T', 'lint', '/dev/null']).error === undefined) {
    it('is clean to mandoc', () => {
      const lint = spawnSync('mandoc', ['-T', 'lint', ...[...pages.keys()].map((name) => join(folder, name))], {
        encoding: 'utf8',
      });
      expect(lint.stdout + lint.stderr).toBe('');
      expect(lint.status).toBe(0);
    });
  }
});

describe('roff', () => {
  it('keeps backslashes, dashes and letters beyond ASCII', () => {
    expect(escapeRoff('a\\b --c “d” 👍')).toBe('a\\eb \\-\\-c \\[u201C]d\\[u201D] \\[u1F44D]');
  });

  it('lets no line begin like a macro', () => {
    expect(item('x', ".TH evil\n'br")).toBe(".TP\n\\fBx\\fR\n\\&.TH evil\n\\&'br\n");
  });

  it('breaks a long line to type so that it is one line when read', () => {
    const page = example(`esign x ${'--recipient role=Tenant,name=A '.repeat(5)}`.trim(), 'Do it.');
    expect(page).toContain(' \\c\n');
    for (const line of page.split('\n')) expect(line.length).toBeLessThanOrEqual(80);
  });
});
