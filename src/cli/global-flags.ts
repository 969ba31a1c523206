import { type Command, Option } from 'commander';
import { UsageFailure } from './failure.js';

/** The flags that every command takes, before or after its name. */
export interface GlobalFlags {
  readonly profile?: string;
  readonly mode?: 'live' | 'test';
  readonly baseUrl?: string;
  readonly apiKeyFile?: string;
  readonly apiKeyStdin?: boolean;
  /** True for everything, else the names of the fields. */
  readonly json?: true | readonly string[];
  readonly jq?: string;
  readonly quiet?: boolean;
  readonly yes?: boolean;
  readonly noInput?: boolean;
  readonly debug?: boolean;
  /** Implies `debug`. */
  readonly debugBodies?: boolean;
  readonly color?: 'auto' | 'always' | 'never';
  /** Milliseconds. */
  readonly timeout?: number;
}

export const globalHeading = 'Global options:';

/** Adds the global flags, under a heading of their own. Every command has the same ones: making them takes time. */
export function addGlobalFlags(command: Command): void {
  for (const option of globalFlags()) command.addOption(option);
}

let options: readonly Option[] | undefined;

/** The flags that every command takes, in the order of the help. */
export const globalFlags = (): readonly Option[] =>
  (options ??= globalOptions().map((option) => option.helpGroup(globalHeading)));

/** Whether a word is a global flag that the next word is the value of. */
export const takesNextWord = (word: string): boolean =>
  globalFlags().some(({ long, short, required }) => required && (word === long || word === short));

function globalOptions(): Option[] {
  return [
    new Option('--profile <name>', 'the profile to use (ESIGN_PROFILE)'),
    new Option('--mode <mode>', 'which key of the profile to use (ESIGN_MODE)').choices(['live', 'test']),
    new Option('--base-url <url>', 'the base address of the service (ESIGN_BASE_URL)'),
    new Option('--api-key-file <file>', 'read the API key from a file'),
    new Option('--api-key-stdin', 'read the API key from stdin'),
    new Option('--json [fields]', 'write JSON; pick fields with --json=a,b').argParser(parseFields),
    new Option('--jq <expression>', 'filter the JSON with a jq expression'),
    new Option('-q, --quiet', 'write ids only, and no notes'),
    new Option('--yes', 'answer every question with yes'),
    noInput(),
    new Option('--debug', 'trace requests on stderr, without bodies'),
    new Option('--debug-bodies', 'trace bodies too, which hold personal data'),
    new Option('--color <when>', 'colour the output').choices(['auto', 'always', 'never']),
    new Option('--timeout <seconds>', 'give up on a request after this long').argParser(parseSeconds),
  ];
}

/** Commander would read it as "input: false", which is the name of flags that take a file. */
function noInput(): Option {
  const option = new Option('--no-input', 'ask nothing; a missing value is an error');
  option.negate = false;
  return option;
}

/** Whole or decimal seconds into milliseconds, for --timeout; `60s` is the same as `60`. */
export function parseSeconds(text: string): number {
  const seconds = Number(text.replace(/s$/, ''));
  if (/^\d+(\.\d+)?s?$/.test(text) && seconds > 0 && seconds <= 86_400) return Math.round(seconds * 1000);
  throw new UsageFailure(`--timeout takes seconds, and \`${text}\` is no number of them.`, {
    code: 'invalid_value',
    hint: 'For example: --timeout 30',
  });
}

function parseFields(text: string): true | readonly string[] {
  if (text === '') return true;
  const fields = text.split(',').map((field) => field.trim());
  if (fields.every((field) => /^[A-Za-z_][\w.]*$/.test(field))) return fields;
  throw new UsageFailure(`--json takes field names, and \`${text}\` is no list of them.`, {
    code: 'invalid_value',
    hint: 'For example: --json=id,status',
  });
}

/** The global flags as given at any level of a command line; the deepest one wins. */
export function readGlobalFlags(command: Command): GlobalFlags {
  const flags: Record<string, unknown> = {};
  for (let level: Command | null = command; level !== null; level = level.parent) {
    for (const option of level.options) {
      const name = option.attributeName();
      if (option.helpGroupHeading !== globalHeading || name in flags) continue;
      if (level.getOptionValueSource(name) === 'cli') flags[name] = level.getOptionValue(name);
    }
  }
  if (flags['debugBodies'] === true) flags['debug'] = true;
  return flags as GlobalFlags;
}

/** Whether a command line asks for a trace, known before it is read. */
export const asksForDebug = (argv: readonly string[]): boolean =>
  argv.includes('--debug') || argv.includes('--debug-bodies');

/** What a command line says about colour, known before it is read. */
export function colourAskedFor(argv: readonly string[]): 'auto' | 'always' | 'never' {
  const at = argv.findIndex((word) => word === '--color' || word.startsWith('--color='));
  const word = argv[at]?.includes('=') === true ? argv[at]?.slice('--color='.length) : argv[at + 1];
  return at !== -1 && (word === 'always' || word === 'never') ? word : 'auto';
}

/** Whether a command line asks for JSON, known before it is read, so that a usage error comes as JSON too. */
export function asksForJson(argv: readonly string[]): boolean {
  const end = argv.indexOf('--');
  return argv
    .slice(0, end === -1 ? argv.length : end)
    .some((word) => word === '--json' || word.startsWith('--json=') || word === '--jq' || word.startsWith('--jq='));
}
