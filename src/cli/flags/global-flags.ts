import { type Command, Option } from 'commander';
import { durationOf } from '../../core/platform/duration.js';
import { UsageFailure } from '../failure/failure.js';
import type { EsignCommand } from './command.js';

/** The flags that every command takes, before or after its name. */
export interface GlobalFlags {
  readonly profile?: string;
  /** The flag that named the profile, where a command has one of its own for it. */
  readonly profileFlag?: string;
  readonly mode?: 'live' | 'test';
  readonly baseUrl?: string;
  readonly apiKeyFile?: string;
  readonly apiKeyStdin?: boolean;
  /** The path of a contract file. */
  readonly contract?: string;
  /** True for all fields, else their names. */
  readonly json?: true | readonly string[];
  readonly jq?: string;
  readonly tsv?: boolean;
  readonly quiet?: boolean;
  readonly yes?: boolean;
  readonly noInput?: boolean;
  readonly debug?: boolean;
  /** Implies `debug`. */
  readonly debugBodies?: boolean;
  readonly color?: 'auto' | 'always' | 'never';
  /** Milliseconds for one attempt of a request. */
  readonly timeout?: number;
  /** Milliseconds for all attempts of a request; 0 for one attempt. */
  readonly retryFor?: number;
  /** The verb is `get`, which prints JSON on a terminal too. */
  readonly get?: boolean;
  /** Of commands with `strictOption`. */
  readonly strict?: boolean;
}

/** For commands whose requests have bounds that esign assumes. Like a global flag, it reaches the client. */
export const strictOption = (): Option =>
  (strict ??= new Option('--strict', 'refuse a request that breaks an assumed limit'));
let strict: Option | undefined;

export const globalHeading = 'Global options:';

/** Adds the global flags under their own heading. All commands share the same objects, because making them takes time. */
export function addGlobalFlags(command: Command): void {
  for (const option of globalFlags()) command.addOption(option);
}

let options: readonly Option[] | undefined;

/** The flags that every command takes, in the order of the help. */
export const globalFlags = (): readonly Option[] =>
  (options ??= globalOptions().map((option) => option.helpGroup(globalHeading)));

/** Whether a word is a global flag whose value is the next word. */
export const takesNextWord = (word: string): boolean =>
  globalFlags().some(({ long, short, required }) => required && (word === long || word === short));

function globalOptions(): Option[] {
  return [
    new Option('--profile <name>', 'use this profile (ESIGN_PROFILE)'),
    new Option('--mode <mode>', 'use the live or the test key of the profile (ESIGN_MODE)').choices(['live', 'test']),
    new Option('--base-url <url>', 'base URL of the service (ESIGN_BASE_URL)'),
    new Option('--api-key-file <file>', 'read the API key from a file'),
    new Option('--api-key-stdin', 'read the API key from stdin'),
    new Option('--contract <file>', 'contract file of the service (ESIGN_CONTRACT)'),
    new Option('--json [fields]', 'print JSON; select fields with --json=a,b').argParser(parseFields),
    new Option('--jq <expression>', 'filter the JSON with a jq expression'),
    new Option('--tsv', 'print a list as tab-separated rows'),
    new Option('-q, --quiet', 'print only IDs, and no notes'),
    new Option('--yes', 'confirm all questions'),
    noInput(),
    new Option('--debug', 'log requests to stderr, without bodies'),
    new Option('--debug-bodies', 'log bodies too, which contain personal data'),
    new Option('--color <when>', 'use color (default: auto)').choices(['auto', 'always', 'never']),
    new Option('--timeout <duration>', 'time limit of one attempt of a request').argParser(parseSeconds),
    new Option('--retry-for <duration>', 'time limit of all attempts (default: 5m; 0: try once)').argParser(parseRetry),
  ];
}

/** Without `negate`, Commander would store it as `input: false`, the name of a flag that takes a file. */
function noInput(): Option {
  const option = new Option('--no-input', 'never ask; a missing value is an error');
  option.negate = false;
  return option;
}

/** A duration into milliseconds, for --timeout; a number alone is in seconds, so that `60` is `60s`. */
export function parseSeconds(text: string): number {
  const time = /^\d+(\.\d+)?$/.test(text) ? Number(text) * 1000 : (durationOf(text) ?? 0);
  if (time > 0 && time <= 86_400_000) return Math.round(time);
  throw new UsageFailure(`Invalid --timeout value "${text}". Specify a duration, up to 86400 seconds.`, {
    code: 'invalid_value',
    hint: 'Example: --timeout 30',
  });
}

/** Longer than any outage that somebody waits for. */
const maxRetryMs = 30 * 86_400_000;

/** A duration into milliseconds, or 0. Not `parseDuration`, whose room costs every start. */
function parseRetry(text: string): number {
  const total = text.trim() === '0' ? 0 : durationOf(text);
  if (total !== undefined && total <= maxRetryMs) return total;
  throw new UsageFailure(`Invalid --retry-for value "${text}". Specify a duration up to 30d, or 0.`, {
    code: 'invalid_value',
    hint: 'Example: --retry-for 10m',
  });
}

function parseFields(text: string): true | readonly string[] {
  if (text === '') return true;
  const fields = text.split(',').map((field) => field.trim());
  if (fields.every((field) => /^[A-Za-z_][\w.]*$/.test(field))) return fields;
  throw new UsageFailure(`Invalid --json value "${text}". Specify field names, separated by commas.`, {
    code: 'invalid_value',
    hint: 'Example: --json=id,status',
  });
}

/** The global flags at any level of a command line. The deepest one wins. */
export function readGlobalFlags(command: Command): GlobalFlags {
  const flags: Record<string, unknown> = {};
  for (let level: Command | null = command; level !== null; level = level.parent) {
    for (const option of level.options) {
      const name = option.attributeName();
      if ((option.helpGroupHeading !== globalHeading && option !== strict) || name in flags) continue;
      if (level.getOptionValueSource(name) === 'cli') flags[name] = level.getOptionValue(name);
    }
  }
  if (flags['debugBodies'] === true) flags['debug'] = true;
  refuseTwoForms(flags);
  return flags as GlobalFlags;
}

function refuseTwoForms(flags: Readonly<Record<string, unknown>>): void {
  if (flags['tsv'] !== true) return;
  const other = Object.entries({ json: '--json', jq: '--jq', quiet: '-q' }).find(([name]) => name in flags);
  if (other === undefined) return;
  throw new UsageFailure(`--tsv and ${other[1]} cannot be used together.`, {
    code: 'conflicting_options',
    hint: 'Rows of chosen fields: --jq ".data[] | [.id, .status] | @tsv"',
  });
}

/** Whether a command line asks for debug output, found before it is parsed. */
export const asksForDebug = (argv: readonly string[]): boolean =>
  argv.some((word) => /^--debug(-bodies)?(=true)?$/i.test(word));

/** The --color of a command line, found before it is parsed. */
export function colourAskedFor(argv: readonly string[]): 'auto' | 'always' | 'never' {
  const at = argv.findIndex((word) => word === '--color' || word.startsWith('--color='));
  const word = argv[at]?.includes('=') === true ? argv[at]?.slice('--color='.length) : argv[at + 1];
  return at !== -1 && (word === 'always' || word === 'never') ? word : 'auto';
}

/** Whether a command line asks for IDs or rows, found before it is parsed. */
const asksForAnotherForm = (argv: readonly string[]): boolean =>
  argv.slice(0, endOfFlags(argv)).some((word) => /^(-q|--quiet(=true)?|--tsv(=true)?)$/i.test(word));

const endOfFlags = (argv: readonly string[]): number => {
  const end = argv.indexOf('--');
  return end === -1 ? argv.length : end;
};

/** Whether a command line asks for JSON, found before it is parsed, so that usage errors are JSON too. */
export const asksForJson = (argv: readonly string[]): boolean =>
  argv.slice(0, endOfFlags(argv)).some((word) => /^--(json|jq)(=|$)/.test(word) && !/^--json=false$/i.test(word));

/** Whether an error is a JSON object: whenever stdout would be JSON. `command`: null before it is known. */
export function failsAsJson(argv: readonly string[], stdoutIsTerminal: boolean, command: EsignCommand | null): boolean {
  if (asksForJson(argv)) return true;
  if (stdoutIsTerminal || asksForText(argv)) return false;
  if (command === null) return !asksForAnotherForm(argv);
  const { quiet, tsv } = readGlobalFlags(command);
  return quiet !== true && tsv !== true && !printsText(command);
}

/** Help and the version. */
const asksForText = (argv: readonly string[]): boolean =>
  argv[0] === 'help' || argv[0] === 'version' || argv.some((word) => /^(--help|-h|--version|-V)$/.test(word));

/** Whether a command prints text or bytes in a pipe. */
function printsText(command: EsignCommand): boolean {
  const options = command.opts<Readonly<Record<string, unknown>>>();
  if (command.noOutput !== null || options['output'] === '-') return true;
  const output = command.outputInUse();
  const isInUse = (flag: string | null): boolean =>
    flag === null ? output === undefined || output.flag === null : command.isGiven(flag);
  return output?.printed === null || command.plainForms.some(({ flag, when }) => isInUse(flag) && when(options));
}
