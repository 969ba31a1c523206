import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { powershellCompletion } from '../../../src/cli/docs-gen/completion-powershell.js';
import { allOf, type CommandNode, readTree } from '../../../src/cli/docs-gen/node.js';
import { wholeTree } from '../../support/program/tree.js';

const root = readTree(await wholeTree());
const script = powershellCompletion(root);

/** The script without its comments and strings, and the strings as PowerShell reads them. */
function taken(text: string): { readonly code: string; readonly strings: readonly string[] } {
  const strings: string[] = [];
  const code = text.replaceAll(/#[^\n]*|'((?:[^']|'')*)'|"((?:[^"`]|`.|"")*)"/g, (whole: string, single?: string) => {
    if (single !== undefined) strings.push(single.replaceAll("''", "'"));
    return whole.startsWith('#') ? '' : 'STRING';
  });
  return { code, strings };
}

describe('the completion script for PowerShell', () => {
  it('is plain ASCII, and every bracket in it is closed in order', () => {
    // oxlint-disable-next-line no-control-regex
    expect(script).toMatch(/^[\t\n\x20-\x7e]*$/);
    const open: string[] = [];
    const pairs: Readonly<Record<string, string>> = { ')': '(', ']': '[', '}': '{' };
    for (const character of taken(script).code) {
      if ('([{'.includes(character)) open.push(character);
      else if (character in pairs) expect(open.pop()).toBe(pairs[character]);
    }
    expect(open).toEqual([]);
    expect(taken(script).code).not.toContain("'");
  });

  it('holds every command with its words, and what its flags take', () => {
    const { strings } = taken(script);
    for (const node of allOf(root)) expect(strings).toContain(node.path);
    expect(strings).toEqual(
      expect.arrayContaining(['live', 'test', 'profiles', 'envelopes', 'templates', '--template']),
    );
  });

  it('takes every name and description of the tree for text alone', () => {
    const hostile = [
      "quo'te",
      '$(touch ran)',
      '`touch ran`',
      'two\nlines',
      'a ’ b ‘ c',
      "'; touch ran; '",
      '"',
      '\u2011\u001b[31m',
    ];
    const leaf = (name: string): CommandNode => ({
      ...root,
      name,
      path: `esign ${name}`,
      summary: name,
      aliases: [],
      commands: [],
      options: [],
    });
    const made = powershellCompletion({ ...root, options: [], commands: hostile.map(leaf) });
    // oxlint-disable-next-line no-control-regex
    expect(made).toMatch(/^[\t\n\x20-\x7e]*$/);
    const { code, strings } = taken(made);
    expect(code).not.toContain('touch');
    expect(strings).toContain("esign quo'te");
    expect(strings).toContain("esign '; touch ran; '");
    expect(strings).toContain('esign two?lines');
    expect(strings).toContain("esign a ' b ' c");
  });
});

const has = (program: string): boolean => spawnSync(program, ['-Version']).error === undefined;
const describeWithPowershell = (name: string, play: () => void): void => {
  if (has('pwsh')) describe(name, play);
};

describeWithPowershell('completion in PowerShell', () => {
  const folder = mkdtempSync(join(tmpdir(), 'esign-pwsh-'));
  afterAll(() => rmSync(folder, { recursive: true }));
  writeFileSync(join(folder, 'esign.ps1x'), script);
  mkdirSync(join(folder, 'bin'));
  const hostile = ['$(touch ran)', "quo'te", 'two words', 'a ’ b'];
  writeFileSync(join(folder, 'answers'), hostile.map((value) => `${value}\tabout\n`).join(''));
  writeFileSync(join(folder, 'bin', 'esign'), `#!/bin/sh\ncat "${join(folder, 'answers')}"\n`);
  chmodSync(join(folder, 'bin', 'esign'), 0o755);
  const offered = (line: string): string[] => {
    const load = `. ([scriptblock]::Create((Get-Content -Raw '${join(folder, 'esign.ps1x')}')))`;
    const complete = `(TabExpansion2 -inputScript '${line}' -cursorColumn ${line.length}).CompletionMatches | ForEach-Object CompletionText`;
    const env = { ...process.env, PATH: `${join(folder, 'bin')}${delimiter}${process.env['PATH'] ?? ''}` };
    const ran = spawnSync('pwsh', ['-NoProfile', '-NonInteractive', '-Command', `${load}; ${complete}`], {
      encoding: 'utf8',
      cwd: folder,
      env,
    });
    expect(ran.stderr).toBe('');
    return ran.stdout.split(/\r?\n/).filter((word) => word !== '');
  };

  it('offers words, flags and choices, past flags and their values', () => {
    expect(offered('esign prof')).toEqual(['profile']);
    expect(offered('esign --profile error profile l')).toEqual(['list']);
    expect(offered('esign --mode ').toSorted()).toEqual(['live', 'test']);
    expect(offered('esign --mode=l')).toEqual(['--mode=live']);
    expect(offered('esign profile add --fo')).toEqual(['--force']);
  });

  it('quotes what this machine knows, and runs nothing of it', () => {
    expect(offered('esign profile use ')).toEqual(["'$(touch ran)'", "'quo''te'", "'two words'", "'a ’’ b'"]);
  });
});
