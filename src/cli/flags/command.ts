import { Command, type CommandOptions, type ErrorOptions, type HelpContext, Option } from 'commander';
import type { OperationId } from '../../contract/operations.js';
import type { Shape } from '../../contract/shape.js';
import {
  argumentsFor,
  firstOperand,
  presentFlags,
  refuseTwice,
  wordsBeforeCommand,
  wordsBeforeOperand,
} from './arguments.js';
import type { ExitCode } from '../failure/exit-code.js';
import { addGlobalFlags, globalHeading, readGlobalFlags } from './global-flags.js';
import { EsignHelp } from './help.js';
import { type CompletionHint, completesWith } from './completion-hint.js';
import { HelpAsJson, UnknownCommand, UsageFailure } from '../failure/failure.js';
import { usageFailure } from './usage.js';

export interface Example {
  /** The whole line as typed: `esign profile list`. */
  readonly line: string;
  readonly about: string;
}

/**
 * The JSON that a command prints: a shape of its own, or the response of an operation, whose items `list` holds; `more`:
 * with a property that says whether it is cut.
 */
export type Printed = Shape | { readonly of: OperationId; readonly list?: string; readonly more?: true };

/** A form of output that is text in a pipe: with a flag, or null for without any, and with some values of the flags. */
interface PlainForm {
  readonly flag: string | null;
  readonly when: (options: Readonly<Record<string, unknown>>) => boolean;
}

/** One form of the JSON output of a command. */
export interface CommandOutput {
  /** Null: text or bytes, with --json too. */
  readonly printed: Printed | null;
  /** `ndjson`: one object for each line. */
  readonly format: 'json' | 'ndjson';
  /** The flag with which it is printed; null: without any of the flags of the other forms. */
  readonly flag: string | null;
}

/** A command that knows its operations, examples and exit codes, which help and reference use. */
export class EsignCommand extends Command {
  operations: readonly OperationId[] = [];
  /** What it prints with --json; empty: the response of its only operation or of its only write. */
  outputs: readonly CommandOutput[] = [];
  /** Where it prints text in a pipe too, unless --json is given. */
  plainForms: readonly PlainForm[] = [];
  /** Why it prints no JSON of a known shape. */
  noOutput: string | null = null;
  /** Whether confirmations follow from its operations; see `asksOtherwise`. */
  asksByOperations = true;
  examples: readonly Example[] = [];
  exitCodes: readonly ExitCode[] = [];
  /** The default verb. */
  defaultCommand: string | null = null;
  /** What to do instead of unsupported actions, by the word that users try. */
  absent: Readonly<Record<string, string>> = {};
  /** The flags of the short help; null: all except the rare ones. */
  everydayFlags: readonly string[] | null = null;
  rareFlags: readonly string[] = [];
  /** Verbs that only `--help --all` and the manual show, and no completion. */
  hiddenVerbs: readonly string[] = [];
  /** Lines at the end of the help with links to other help. */
  seeAlso: readonly string[] = [];
  /** Whether the help shows everything, as after `--help --all`. */
  fullHelp = false;
  /** The flag that `namesTemplatesAt` was given. */
  templatesFrom: string | null = null;
  /** What to do instead of an argument that the command does not take; null: nothing special. */
  excessHint: (word: string) => string | null = () => null;
  /** Names of flags by other names that work too. */
  flagAliases: Readonly<Record<string, string>> = {};

  constructor(name?: string) {
    super(name);
    this.exitOverride();
    this.enablePositionalOptions();
    addGlobalFlags(this);
    this.addHelpOption(new Option('-h, --help', 'show this help').helpGroup(globalHeading));
  }

  override createCommand(name?: string): EsignCommand {
    return new EsignCommand(name);
  }

  override addCommand(command: Command, options?: CommandOptions): this {
    if (options?.isDefault === true) this.defaultCommand = command.name();
    return super.addCommand(command, options);
  }

  override createHelp(): EsignHelp {
    return Object.assign(new EsignHelp(this.fullHelp), this.configureHelp());
  }

  /** The operations of the service that this command reaches, by id. */
  usesOperations(...operations: readonly OperationId[]): this {
    this.operations = [...this.operations, ...operations];
    return this;
  }

  /** Its confirmations do not follow from its operations: there are none, or the description names them. */
  asksOtherwise(): this {
    this.asksByOperations = false;
    return this;
  }

  /** What it prints with --json; with `flag`, what it prints with that flag. */
  prints(printed: Printed | null, flag: string | null = null): this {
    this.outputs = [...this.outputs, { printed, format: 'json', flag }];
    return this;
  }

  /** In a pipe it prints text, and JSON with --json only: with `flag`, only with that flag; with `when`, only then. */
  plain(flag: string | null = null, when: PlainForm['when'] = () => true): this {
    this.plainForms = [...this.plainForms, { flag, when }];
    return this;
  }

  /** The same for lines of JSON, each of this shape. */
  streams(printed: Printed, flag: string | null = null): this {
    this.outputs = [...this.outputs, { printed, format: 'ndjson', flag }];
    return this;
  }

  /** The form of output that the flags choose; undefined where the command says none. */
  outputInUse(): CommandOutput | undefined {
    return (
      this.outputs.find(({ flag }) => flag !== null && this.isGiven(flag)) ??
      this.outputs.find(({ flag }) => flag === null)
    );
  }

  isGiven(flag: string): boolean {
    return this.getOptionValueSource(this.optionNamed(flag)?.attributeName() ?? '') === 'cli';
  }

  /** With --json it prints nothing of a known shape, for this reason. */
  printsNoJson(reason: string): this {
    this.noOutput = reason;
    return this;
  }

  example(line: string, about: string): this {
    this.examples = [...this.examples, { line, about }];
    return this;
  }

  /** Completions for a flag (`--until`) or an argument (`file`). Throws RangeError for an unknown name. */
  offers(name: string, offer: CompletionHint): this {
    const taker = name.startsWith('-')
      ? this.optionNamed(name)
      : this.registeredArguments.find((argument) => argument.name() === name);
    if (taker === undefined) throw new RangeError(`${this.name()} takes no ${name}`);
    completesWith(taker, offer);
    return this;
  }

  /** The flags in the short help of a command with many flags; the others are only counted. */
  everyday(...flags: readonly string[]): this {
    this.everydayFlags = [...(this.everydayFlags ?? []), ...flags];
    return this;
  }

  /** Flags that the short help leaves out and counts. */
  rarely(...flags: readonly string[]): this {
    this.rareFlags = [...this.rareFlags, ...flags];
    return this;
  }

  /** Adds lines to the end of the help: `Every command: esign help commands`. */
  readOn(...lines: readonly string[]): this {
    this.seeAlso = [...this.seeAlso, ...lines];
    return this;
  }

  /** Other names of flags, which no help shows: `{ '--out': '--output' }`. */
  aliasFlags(flags: Readonly<Record<string, string>>): this {
    this.flagAliases = { ...this.flagAliases, ...flags };
    return this;
  }

  /** The flag with the profile that has the templates which the command line names; else the profile in use has them. */
  namesTemplatesAt(flag: string): this {
    this.templatesFrom = flag;
    return this;
  }

  /** The hint for an argument that the command does not take. */
  hintsAtExcess(hint: (word: string) => string | null): this {
    this.excessHint = hint;
    return this;
  }

  exits(codes: readonly ExitCode[], ...more: readonly ExitCode[]): this {
    this.exitCodes = [...new Set([...codes, ...more])].sort((a, b) => a - b);
    return this;
  }

  /** Adds the verbs of a noun. */
  verbs(...commands: readonly EsignCommand[]): this {
    for (const command of commands) this.addCommand(command);
    return this.helpCommand('help [command]', 'Show the help of a command');
  }

  /** Groups verbs in the help. Throws RangeError for an unknown verb. */
  groups(headings: Readonly<Record<string, readonly string[]>>): this {
    for (const [heading, names] of Object.entries(headings)) {
      for (const name of names) {
        const verb = this.commands.find((child) => child.name() === name);
        // If only one verb is loaded, the others are missing.
        if (verb === undefined && this.commands.length > 1) throw new RangeError(`${this.name()} has no ${name}`);
        verb?.helpGroup(heading);
      }
    }
    return this;
  }

  /** Leaves verbs out of the short help; they work, and `--help --all` and the manual show them. */
  hides(...names: readonly string[]): this {
    this.hiddenVerbs = names;
    return this;
  }

  /** The words from the program's name to this command: `esign template get`. */
  path(): string {
    return this.parent instanceof EsignCommand ? `${this.parent.path()} ${this.name()}` : this.name();
  }

  /** With --json or --jq, the help is this command's part of the catalogue. */
  override outputHelp(context?: HelpContext | ((text: string) => string)): void {
    const { json, jq } = readGlobalFlags(this);
    if (json !== undefined || jq !== undefined) {
      this.#refuseUnknownWord();
      throw new HelpAsJson([
        'spec',
        'catalogue',
        json === undefined || json === true ? '--json=' : `--json=${json.join(',')}`,
        ...(jq === undefined ? [] : [`--jq=${jq}`]),
        '--',
        ...this.path().split(' ').slice(1),
      ]);
    }
    super.outputHelp(context as HelpContext);
  }

  /** Help is a result: stdout and exit 0. For --json, help is not printed. */
  override help(context?: HelpContext | ((text: string) => string)): never {
    if (typeof context === 'object' && context.error === true && readGlobalFlags(this).json !== undefined) {
      throw new UsageFailure(`\`${this.path()}\` needs a command.`, {
        code: 'missing_command',
        hint: `Choose one: ${this.commands.map((child) => child.name()).join(', ')}.`,
      });
    }
    return super.help({ error: false });
  }

  /** Unsupported actions by the word that users try, and what to do instead. */
  unsupported(words: Readonly<Record<string, string>>): this {
    this.absent = words;
    return this;
  }

  override helpInformation(context?: HelpContext): string {
    this.#refuseUnknownWord();
    return super.helpInformation(context);
  }

  /** A word that is not a command gets no help, so that a typing error is noticed. */
  #refuseUnknownWord(): void {
    const [first, second] = this.args;
    const word = first === 'help' ? second : first;
    if (this.isNoun && word !== undefined && !word.startsWith('-') && !this.#hasVerb(word)) {
      throw this.#unknownCommand(word);
    }
  }

  /** Whether it only holds commands; `esign dev` is a command and has one below it. */
  get isNoun(): boolean {
    return this.commands.length > 0 && this.registeredArguments.length === 0;
  }

  #hasVerb(word: string | undefined): boolean {
    return this.commands.some((child) => child.name() === word || child.aliases().includes(word ?? ''));
  }

  #unknownCommand(word: string): UsageFailure {
    const instead = Object.hasOwn(this.absent, word) ? this.absent[word] : undefined;
    return instead === undefined
      ? new UnknownCommand(word, `List the commands with \`${this.path()} --help\`.`)
      : new UsageFailure(`Unknown command "${word}".`, { code: 'unknown_command', hint: instead });
  }

  override error(message: string, options?: ErrorOptions): never {
    const word = options?.code === 'commander.unknownCommand' ? /'(.*)'/.exec(message)?.[1] : undefined;
    throw word === undefined ? usageFailure(this, message) : this.#unknownCommand(word);
  }

  override parseOptions(words: string[]): { operands: string[]; unknown: string[] } {
    const known = presentFlags(this, words);
    const isAbove = this.isNoun || this.#hasVerb(firstOperand(this, known));
    refuseTwice(this, isAbove ? wordsBeforeOperand(this, known) : known);
    return super.parseOptions(isAbove ? wordsBeforeCommand(this, known) : argumentsFor(this, known));
  }

  /** The option of a word, `--flag` or `-f`, also written `--flag=value`. */
  optionNamed(word: string): Option | undefined {
    const name = word.includes('=') ? word.slice(0, word.indexOf('=')) : word;
    return this.options.find((option) => option.long === name || option.short === name);
  }
}

/** The verbs of a noun by name, in help order; each is loaded only when needed. */
export type Verbs = Readonly<Record<string, () => Promise<EsignCommand>>>;

/** The only verb of a command line, or all of them for help and suggestions. */
export function loadVerbs(verbs: Verbs, only: string | undefined): Promise<EsignCommand[]> {
  const named = only !== undefined && Object.hasOwn(verbs, only) ? verbs[only] : undefined;
  return Promise.all((named === undefined ? Object.values(verbs) : [named]).map((load) => load()));
}
