import { describe, expect, it } from 'vitest';
import { nouns } from '../src/commands/registry.js';
import { newMachine } from './support/program.js';
import { shared } from './support/shared.js';

const machine = shared(newMachine);

function expectInOrder(text: string, parts: readonly string[]): void {
  const places = parts.map((part) => text.indexOf(part));
  expect(places).not.toContain(-1);
  expect(places).toEqual([...places].sort((a, b) => a - b));
}

describe('help', () => {
  it('is a result: stdout and exit 0, asked for or not', async () => {
    for (const argv of [[], ['--help'], ['-h'], ['help'], ['profile'], ['profile', '--help'], ['help', 'profile']]) {
      const ran = await machine.run(argv);
      expect(ran).toMatchObject({ code: 0, stderr: '' });
      expect(ran.stdout).toContain('Usage: esign');
    }
  });

  it('is not what a program gets that asks for JSON of a group without a command', async () => {
    for (const argv of [['profile', '--json'], ['--json', 'profile'], ['--json']]) {
      const ran = await machine.run(argv);
      expect([ran.code, ran.stdout]).toEqual([2, '']);
      expect(ran.error()).toMatchObject({ code: 'missing_command', hint: expect.stringMatching(/^Choose one: /) });
    }
    expect((await machine.run(['profile', '--json', '--help'])).code).toBe(0);
  });

  it('has its fixed parts in their order', async () => {
    const { stdout } = await machine.run(['profile', 'add', '--help']);
    expectInOrder(stdout, [
      'Usage: esign profile add NAME [options]',
      'Arguments:',
      'Options:',
      'Examples:',
      'Global options',
      'Exit codes',
    ]);
    expect(stdout).not.toContain('--debug-bodies');
  });

  it('shows everything with --all, in whatever way it is asked for', async () => {
    for (const argv of [
      ['profile', 'add', '--help', '--all'],
      ['profile', 'add', '--all', '-h'],
      ['help', '--all', 'profile', 'add'],
      ['help', 'profile', 'add', '--all'],
      ['profile', 'help', 'add', '--all'],
    ]) {
      const { code, stdout } = await machine.run(argv);
      expect([argv, code]).toEqual([argv, 0]);
      expectInOrder(stdout, ['Usage:', 'Arguments:', 'Options:', 'Global options:', '--debug-bodies', 'Examples:']);
      expect(stdout).toMatch(/\nExit codes:\n {2}0 +Success\.\n/);
    }
    expect((await machine.run(['--help', '--all'])).stdout).toContain('--debug-bodies');
    // Without a question for help it is a flag like any other.
    expect((await machine.run(['profile', 'list', '--all'])).code).toBe(2);
  });

  it('lists every noun although none is loaded, those for every day first', async () => {
    const { stdout } = await machine.run([]);
    expectInOrder(stdout, ['Common commands:', '  template ', '  login ', 'More commands:', '  api ', '  explain ']);
    for (const { name, summary, hidden } of nouns) {
      expect(summary).toMatch(/^[A-Z][a-z]+,? .{1,55}[^.]$/);
      if (hidden === true) continue;
      expect(stdout).toMatch(new RegExp(`^ {2}${name} +${summary}$`, 'm'));
    }
  });

  it('has topics on the global options and on all commands', async () => {
    expect((await machine.run(['help', 'global-options'])).stdout).toContain('--debug-bodies');
    expect((await machine.run(['help', 'commands'])).stdout).toMatch(/^ {2}envelope void +\S/m);
  });
});

describe('the version', () => {
  it('is that of the package', async () => {
    const { version } = await import('../package.json');
    for (const flag of ['--version', '-V', 'version']) expect((await machine.run([flag])).stdout).toBe(`${version}\n`);
  });

  it('as JSON comes with the commit of the build, Node and the system', async () => {
    const { version } = await import('../package.json');
    const told = (await machine.run(['version', '--json'])).json<{ readonly commit: string | null }>();
    const system = { node: process.versions.node, platform: `${process.platform}-${process.arch}` };
    expect(told).toEqual({ version, commit: told.commit, ...system });
    expect(told.commit ?? '0'.repeat(40)).toMatch(/^[0-9a-f]{40}(-dirty)?$/);
    for (const argv of [
      ['-V', '--jq', '.node'],
      ['--json', '--version', '--jq', '.node'],
    ]) {
      expect((await machine.run(argv)).stdout).toBe(`${system.node}\n`);
    }
    expect((await machine.run(['--version', '--json=commit,x'])).code).not.toBe(0);
  });
});

describe('a wrong command line', () => {
  it.each([
    [
      ['envelope', 'forward'],
      'unknown_command',
      'Unknown command "forward".',
      'List the commands with `esign envelope --help`.',
    ],
    [['envelope', 'snd'], 'unknown_command', 'Unknown command "snd".', 'Did you mean `esign envelope send`?'],
    [
      ['envelope', 'remind', 'x'],
      'unknown_command',
      'Unknown command "remind".',
      'The service sends no reminders. Write mail drafts with `esign envelope nudge ID`.',
    ],
    [
      ['envelope', 'extend', '--help'],
      'unknown_command',
      'Unknown command "extend".',
      'A deadline cannot be moved. Instead, replace it with `esign envelope correct ID --void` and --expires-in.',
    ],
    [['profile', 'lst'], 'unknown_command', 'Unknown command "lst".', 'Did you mean `esign profile list`?'],
    [
      ['help', 'prfile'],
      'unknown_command',
      'Unknown command or help topic "prfile".',
      'Did you mean `esign help profile`?',
    ],
    [
      ['help', 'exit-code'],
      'unknown_command',
      'Unknown command or help topic "exit-code".',
      'Did you mean `esign help exit-codes`?',
    ],
    [
      ['help', 'exit', 'codes'],
      'unknown_command',
      'Unknown command or help topic "exit codes".',
      'Did you mean `esign help exit-codes`?',
    ],
    [
      ['help', 'erors'],
      'unknown_command',
      'Unknown command or help topic "erors".',
      'Did you mean `esign help errors`?',
    ],
    [
      ['help', 'nonsense-of-mine'],
      'unknown_command',
      'Unknown command or help topic "nonsense-of-mine".',
      'List the commands with `esign help commands`. The topics are commands, global-options, output,',
    ],
    [['help', 'profile', 'lst'], 'unknown_command', 'Unknown command "lst".', 'Did you mean `esign profile list`?'],
    [['profile', 'lst', '--help'], 'unknown_command', 'Unknown command "lst".', 'Did you mean `esign profile list`?'],
    [['prfile'], 'unknown_command', 'Unknown command "prfile".', 'Did you mean `esign profile`?'],
    [['profile', 'list', '--jsn'], 'unknown_option', 'Unknown option --jsn.', 'Did you mean --json?'],
    [['zzzzzz'], 'unknown_command', 'Unknown command "zzzzzz".', 'List the commands with `esign --help`.'],
    [
      ['profile', 'list', '--zzzzzz'],
      'unknown_option',
      'Unknown option --zzzzzz.',
      'List the flags with `esign profile list --help --all`.',
    ],
    [['--profle', 'x'], 'unknown_option', 'Unknown option --profle.', 'Did you mean --profile?'],
    [
      ['profile', 'add', '--signatur-header', 'x'],
      'unknown_option',
      'Unknown option --signatur-header.',
      'Did you mean --signature-header?',
    ],
    [
      ['dev', 'init'],
      'missing_argument',
      'Missing argument FRAMEWORK (framework of the app, or language of the receiver: express, fastify, next, node, fastapi, flask, csharp, go, java, php, ruby).',
      'Example: esign dev init express my-app',
    ],
    [
      ['profile', 'use'],
      'missing_argument',
      'Missing argument NAME (name of the profile).',
      'Example: esign profile use local',
    ],
    [
      ['profile', 'use', 'a', 'b'],
      'too_many_arguments',
      'Too many arguments: expected 1, got 2.',
      'Example: esign profile use local',
    ],
    [
      ['completion', 'install', 'elvish'],
      'invalid_value',
      'Invalid SHELL value "elvish".',
      'Use one of: bash, zsh, fish, powershell.',
    ],
    [['profile', 'list', '--mode', 'prod'], 'invalid_value', 'Invalid --mode value "prod".', 'Use one of: live, test.'],
    [['profile', 'list', '--color', 'nver'], 'invalid_value', 'Invalid --color value "nver".', 'Did you mean "never"?'],
    [['templates', 'list'], 'unknown_command', 'Unknown command "templates".', 'Did you mean `esign template list`?'],
    [['trigger'], 'unknown_command', 'Unknown command "trigger".', 'Did you mean `esign emulator trigger`?'],
    [['auth', 'login'], 'unknown_command', 'Unknown command "auth".', 'Did you mean `esign login`?'],
    [
      ['--timeout', '5', 'send', 'x'],
      'unknown_command',
      'Unknown command "send".',
      'Did you mean `esign envelope send` or `esign event send`?',
    ],
    [['pr', 'list'], 'unknown_command', 'Unknown command "pr".', 'List the commands with `esign --help`.'],
    [
      ['help', 'trigger'],
      'unknown_command',
      'Unknown command or help topic "trigger".',
      'Did you mean `esign help emulator trigger`?',
    ],
  ] as const)('%j says what is wrong and what to type', async (argv, code, message, hint) => {
    const ran = await machine.run([...argv, '--json']);
    expect(ran).toMatchObject({ code: 2, stdout: '' });
    expect(ran.error().code).toBe(code);
    expect(ran.error().message).toMatch(message);
    expect(ran.error().hint).toMatch(hint);
    const text = await machine.run(argv);
    expect(text).toMatchObject({ code: 2, stdout: '' });
    expect(text.stderr).toMatch(/^Error: .+\n {2}\S/);
  });

  it('names the flag whose value is missing, with an example, and never takes another flag for the value', async () => {
    for (const argv of [
      ['profile', 'add', 'x', '--base-url'],
      ['profile', 'add', 'x', '--base-url', '--force'],
      ['profile', 'add', 'x', '--base-url', '--json'],
    ]) {
      const ran = await machine.run(argv);
      expect(ran.code).toBe(2);
      expect(ran.stderr).toContain('--base-url');
      expect(ran.stderr).toContain('esign profile add staging --base-url https://staging.example.com');
    }
  });

  it('shows a sample of a global flag whose value is missing, where no example has it', async () => {
    expect((await machine.run(['error', '--base-url'])).stderr).toContain(
      'Example: --base-url https://api.example.com',
    );
    expect((await machine.run(['error', '--timeout', '--json'])).stderr).toContain('--timeout 30');
  });

  it('takes a value that looks like a flag with an equals sign', async () => {
    const ran = await machine.run(['profile', 'add', 'x', '--base-url=--json']);
    expect(ran.stderr).toContain('--base-url is not a valid URL');
  });
});

describe('global flags', () => {
  it('work before the noun, between the words and after them', async () => {
    for (const argv of [
      ['--json', 'profile', 'list'],
      ['profile', '--json', 'list'],
      ['profile', 'list', '--json'],
      ['--json=name', 'profile', 'list'],
    ]) {
      expect((await machine.run(argv, { terminal: true })).stdout.replaceAll(/\s/g, '')).toBe('{"data":[]}');
    }
  });

  it('with a value before the noun do not hide the noun', async () => {
    const ran = await machine.run(['--timeout', '5', '--color', 'never', 'profile', 'list'], { terminal: true });
    expect(ran.stdout).toContain('There are no profiles yet.');
  });

  it('are refused with their own words when their value is wrong', async () => {
    expect((await machine.run(['profile', 'list', '--timeout', 'soon'])).stderr).toContain(
      'Invalid --timeout value "soon".',
    );
    expect((await machine.run(['profile', 'list', '--json=a b'])).stderr).toContain('Invalid --json value');
  });

  it('colour a failure as they say', async () => {
    expect((await machine.run(['nonsense', '-q', '--color', 'always'])).stderr).toContain('\u001b[31mError:');
    expect(
      (await machine.run(['nonsense', '--color=never'], { terminal: true, env: { NO_COLOR: '' } })).stderr,
    ).toMatch(/^Error:/);
    expect((await machine.run(['nonsense'], { terminal: true, env: { NO_COLOR: '' } })).stderr).toContain(
      '\u001b[31mError:',
    );
  });

  it('let the deeper one win', async () => {
    const ran = await machine.run(['--json=code', 'error', 'not_found', '--json=status']);
    expect(ran.json()).toEqual({ status: 404 });
  });
});

describe('--json and the word after it', () => {
  it('takes field names when no argument remains to be filled', async () => {
    expect((await machine.run(['error', 'not_found', '--json', 'code,status'])).json()).toEqual({
      code: 'not_found',
      status: 404,
    });
    expect((await machine.run(['error', 'not_found', '--json', 'code'])).json()).toEqual({ code: 'not_found' });
  });

  it('leaves the word alone when it is an argument', async () => {
    expect((await machine.run(['error', '--json', 'not_found'])).json()).toMatchObject({
      code: 'not_found',
      status: 404,
    });
  });

  it('takes a list with a comma at any place', async () => {
    expect((await machine.run(['error', '--json', 'code,status', 'not_found'])).json()).toEqual({
      code: 'not_found',
      status: 404,
    });
  });

  it('says which fields there are when one is unknown', async () => {
    const ran = await machine.run(['error', 'not_found', '--json=cod']);
    expect(ran.code).toBe(2);
    expect(ran.error()).toMatchObject({ code: 'unknown_field', fields: expect.arrayContaining(['code', 'status']) });
  });
});
