import { existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { type Machine, newMachine } from '../../support/program.js';

const at = (machine: Machine, file: string): string => readFileSync(join(machine.folder, file), 'utf8');

/** A machine with these profiles. */
function machineWith(...names: readonly string[]): Machine {
  const machine = newMachine();
  const profile = { base_url: 'http://127.0.0.1:1', keys: {} };
  const profiles = Object.fromEntries(names.map((name) => [name, profile]));
  mkdirSync(join(machine.folder, 'config'));
  writeFileSync(join(machine.folder, 'config/profiles.json'), JSON.stringify({ current: null, profiles }));
  return machine;
}

const flagsIn = (machine: Machine): readonly string[] =>
  (JSON.parse(at(machine, '.mcp.json')) as { mcpServers: { esign: { args: string[] } } }).mcpServers.esign.args.slice(
    1,
  );

describe('agent setup', () => {
  it('writes the server and the skill for the agents of the project, and nothing the second time', async () => {
    const machine = newMachine();
    mkdirSync(join(machine.folder, '.cursor'));
    writeFileSync(join(machine.folder, 'CLAUDE.md'), '# mine\n');
    const first = await machine.run(['agent', 'setup', '-q']);
    expect(first.stdout.trim().split('\n')).toEqual([
      '.mcp.json',
      '.cursor/mcp.json',
      '.claude/skills/esign/SKILL.md',
      '.agents/skills/esign/SKILL.md',
    ]);
    expect(JSON.parse(at(machine, '.mcp.json'))).toEqual({
      mcpServers: { esign: { command: 'esign', args: ['mcp'] } },
    });
    const skill = at(machine, '.claude/skills/esign/SKILL.md');
    expect(parse(skill.split('---\n')[1] ?? '')).toMatchObject({
      name: 'esign',
      description: expect.stringContaining('webhooks'),
    });
    expect(skill).toContain('`esign emulator log requests`');
    const again = await machine.run(['agent', 'setup', '-q']);
    expect(again).toMatchObject({ code: 0, stdout: '' });
  });

  it('names the profile and the writes in the entry, and renews an old entry and an old skill', async () => {
    const machine = machineWith('local');
    await machine.run(['agent', 'setup', '--client', 'codex']);
    const skill = join(machine.folder, '.agents/skills/esign/SKILL.md');
    writeFileSync(skill, readFileSync(skill, 'utf8').replace('# esign', '# esign of old'));
    const ran = await machine.run(['agent', 'setup', '--client', 'codex', '--profile', 'local', '--allow-writes']);
    expect(ran.code, ran.stderr).toBe(0);
    expect(at(machine, '.codex/config.toml')).toContain('args = ["mcp","--profile","local","--allow-writes"]');
    expect(readFileSync(skill, 'utf8')).not.toContain('of old');
  });

  it('keeps the flags of an entry when it runs again, until others are given or they are reset', async () => {
    const machine = machineWith('local', 'staging');
    const setup = (...words: readonly string[]) => machine.run(['agent', 'setup', ...words]);
    await setup('--client', 'claude', '--profile', 'local', '--allow-writes');
    const before = at(machine, '.mcp.json');
    expect((await setup('--check', '--tsv')).stdout).toContain(
      '.mcp.json\tMCP server\tClaude Code\tset up\t--profile local --allow-writes\n',
    );
    expect(await setup('-q')).toMatchObject({ code: 0, stdout: '' });
    expect(at(machine, '.mcp.json')).toBe(before);
    await setup('--profile', 'staging', '--mode', 'test');
    expect(flagsIn(machine)).toEqual(['--mode', 'test', '--profile', 'staging', '--allow-writes']);
    await setup('--reset', '--profile', 'staging');
    expect(flagsIn(machine)).toEqual(['--profile', 'staging']);
    await setup('--reset');
    expect(flagsIn(machine)).toEqual([]);
  });

  it('keeps the path of the program while it is there', async () => {
    const machine = newMachine();
    const program = join(machine.folder, 'esign');
    writeFileSync(program, '');
    const entry = { command: program, args: ['mcp', '--allow-writes'], env: { ESIGN_STATE_DIR: '/srv/esign' } };
    writeFileSync(join(machine.folder, '.mcp.json'), JSON.stringify({ mcpServers: { esign: entry } }));
    await machine.run(['agent', 'setup']);
    expect(JSON.parse(at(machine, '.mcp.json'))).toEqual({ mcpServers: { esign: entry } });
    rmSync(program);
    expect((await machine.run(['agent', 'setup', '--check', '--tsv'])).stdout).toContain('\toutdated\t--allow-writes');
    await machine.run(['agent', 'setup']);
    expect(JSON.parse(at(machine, '.mcp.json'))).toEqual({ mcpServers: { esign: { ...entry, command: 'esign' } } });
  });

  it('warns of a profile that does not exist, given now or named by an entry', async () => {
    const machine = machineWith('local');
    const strict = ['agent', 'setup', '--client', 'claude', '--profile', 'lokal', '--fail-empty'];
    expect(await machine.run([...strict, '--json'])).toMatchObject({ code: 4 });
    expect(existsSync(join(machine.folder, '.mcp.json'))).toBe(false);
    const given = await machine.run(['agent', 'setup', '--client', 'claude', '--profile', 'lokal']);
    expect(given).toMatchObject({
      code: 0,
      stderr: expect.stringContaining(
        '.mcp.json names profile "lokal", which does not exist on this machine. Create it, or choose one with --profile: local.',
      ),
    });
    expect((await machine.run(['agent', 'setup', '--profile', 'local'])).stderr).toBe('');
    rmSync(join(machine.folder, 'config/profiles.json'));
    const warning = '.mcp.json names profile "local", which does not exist on this machine. Create it.';
    for (const words of [[], ['--check']]) {
      const ran = await machine.run(['agent', 'setup', ...words]);
      expect(ran).toMatchObject({ code: 0, stderr: expect.stringContaining(warning) });
      expect(flagsIn(machine)).toEqual(['--profile', 'local']);
      const asJson = await machine.run(['agent', 'setup', ...words, '--json']);
      expect(asJson.json()).toMatchObject({ warnings: [warning] });
    }
    expect((await machine.run(['agent', 'setup', '--undo'])).stderr).toBe('');
    expect(existsSync(join(machine.folder, '.mcp.json'))).toBe(false);
  });

  it('writes nothing with --dry-run and shows what it would', async () => {
    const machine = newMachine();
    const ran = await machine.run(['agent', 'setup', '--client', 'vscode', '--dry-run', '--json']);
    expect(ran.json()).toMatchObject({
      dry_run: true,
      data: [
        { file: '.vscode/mcp.json', would: 'write', args: ['mcp'], after: expect.stringContaining('"stdio"') },
        { kind: 'skill', would: 'write' },
      ],
    });
    expect(ran.stdout).not.toContain('"done"');
    expect(existsSync(join(machine.folder, '.vscode'))).toBe(false);
  });

  it('leaves an entry and a skill of somebody else, and says so', async () => {
    const machine = newMachine();
    const theirs = '{"mcpServers":{"esign":{"command":"my-esign"}}}';
    writeFileSync(join(machine.folder, '.mcp.json'), theirs);
    mkdirSync(join(machine.folder, '.claude/skills/esign'), { recursive: true });
    writeFileSync(join(machine.folder, '.claude/skills/esign/SKILL.md'), 'mine');
    for (const words of [['--client', 'claude'], ['--undo']]) {
      const ran = await machine.run(['agent', 'setup', ...words]);
      expect(ran.stderr).toContain('.mcp.json has an entry "esign" of its own, which stays as it is.');
      expect(at(machine, '.mcp.json')).toBe(theirs);
      expect(at(machine, '.claude/skills/esign/SKILL.md')).toBe('mine');
    }
  });

  it('removes what it wrote, and keeps a shared skill while another agent uses it', async () => {
    const machine = newMachine();
    await machine.run(['agent', 'setup', '--client', 'cursor', '--client', 'gemini']);
    await machine.run(['agent', 'setup', '--undo', '--client', 'cursor']);
    expect(existsSync(join(machine.folder, '.cursor/mcp.json'))).toBe(false);
    expect(existsSync(join(machine.folder, '.agents/skills/esign/SKILL.md'))).toBe(true);
    const states = (await machine.run(['agent', 'setup', '--check', '--tsv'])).stdout;
    expect(states).toContain('.cursor/mcp.json\tMCP server\tCursor\tnot set up');
    expect(states).toContain('.gemini/settings.json\tMCP server\tGemini CLI\tset up');
    await machine.run(['agent', 'setup', '--undo']);
    expect(existsSync(join(machine.folder, '.gemini/settings.json'))).toBe(false);
    expect(existsSync(join(machine.folder, '.agents/skills/esign/SKILL.md'))).toBe(false);
  });

  it('writes nothing at all when one of the files is broken', async () => {
    const machine = newMachine();
    mkdirSync(join(machine.folder, '.vscode'));
    writeFileSync(join(machine.folder, '.vscode/mcp.json'), '{\n  "servers": {\n');
    const ran = await machine.run(['agent', 'setup', '--client', 'claude', '--client', 'vscode']);
    expect(ran.code).toBe(2);
    expect(ran.stderr).toContain('.vscode/mcp.json:3: invalid JSON');
    expect(existsSync(join(machine.folder, '.mcp.json'))).toBe(false);
  });

  it('does not follow a link out of the project', async () => {
    const elsewhere = newMachine();
    const machine = newMachine();
    symlinkSync(elsewhere.folder, join(machine.folder, '.cursor'));
    const ran = await machine.run(['agent', 'setup', '--client', 'cursor']);
    expect(ran.code).toBe(2);
    expect(ran.stderr).toContain('leads out of this folder');
    expect(existsSync(join(elsewhere.folder, 'mcp.json'))).toBe(false);
  });

  it('requires a client where the project shows none', async () => {
    const ran = await newMachine().run(['agent', 'setup']);
    expect(ran.code).toBe(2);
    expect(ran.stderr).toContain('--client: claude, codex, cursor, gemini, vscode');
  });
});
