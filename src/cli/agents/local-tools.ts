import type { AnyInput } from '../../client/request.js';
import type { OperationId } from '../../contract/operations.js';
import { UsageFailure } from '../failure/failure.js';
import { refuseUnknown } from './arguments.js';
import { onlyReads, propertyOf, type Tool, toolName, viewOfJson } from './tools.js';

/** Commands of this machine as tools of an agent; their schemas are those of `esign spec catalogue`. */

type Json = Readonly<Record<string, unknown>>;

/** The parts of the catalogue that tools are made of. */
export interface Commands {
  readonly commands: readonly {
    readonly command: string;
    readonly summary: string;
    readonly description: string;
    /** The operations of the service that it calls. */
    readonly operations: readonly string[];
    readonly arguments: readonly { readonly name: string; readonly required: boolean; readonly variadic: boolean }[];
    readonly input: { readonly properties: Json; readonly required: readonly string[] };
  }[];
}

export interface LocalTool extends Tool {
  readonly local: LocalCommand;
  /** The command line after `esign`. Throws UsageFailure for arguments that it does not take. */
  readonly words: (given: Json) => readonly string[];
}

/** All of these tools, with their flags that write only with `mayAct`. Throws RangeError when the catalogue lacks one. */
export const localTools = (catalogue: Commands, mayAct: boolean): readonly LocalTool[] =>
  localCommands.map((local) =>
    toolOf(mayAct ? { ...local, flags: [...local.flags, ...(local.writing ?? [])] } : local, catalogue),
  );

function toolOf(local: LocalCommand, { commands }: Commands): LocalTool {
  const found = commands.find(({ command }) => command === `esign ${local.command}`);
  if (found === undefined) throw new RangeError(`no command ${local.command}`);
  const name = toolName(local.command);
  const positions = found.arguments;
  const { properties, required } = found.input;
  const taken = [...positions.map((each) => each.name), ...local.flags];
  const isTaken = (key: string): boolean => taken.includes(key);
  const inputs = Object.entries(properties).flatMap(([key, schema]): readonly (readonly [string, Json])[] =>
    isTaken(key) ? [[propertyOf(key), asArgument(schema as Json, local.usual?.[key])]] : [],
  );
  const takesFile = inputs.some(([, schema]) => /\bfiles?\b/i.test(String(schema['description'])));
  return {
    name,
    local,
    description: `${found.description}${takesFile ? ' Files are paths on this machine.' : ''}`,
    inputSchema: {
      type: 'object',
      properties: { ...Object.fromEntries(inputs), ...viewOfJson },
      required: [...required.filter(isTaken), ...(local.needs ?? [])].map(propertyOf),
    },
    annotations: {
      ...(local.acts ? { readOnlyHint: false, destructiveHint: false, idempotentHint: false } : onlyReads),
      openWorldHint: found.operations.length > 0 || local.command === 'webhook certify',
    },
    words: (given) => {
      const off = local.writing?.find((flag) => !taken.includes(flag) && given[propertyOf(flag)] !== undefined);
      if (off !== undefined) {
        throw new UsageFailure(`\`${propertyOf(off)}\` of ${name} writes a file, and only reading is allowed.`, {
          code: 'not_allowed',
          hint: `Leave it out, or start \`esign mcp --allow-writes\`.`,
        });
      }
      refuseUnknown(name, [...taken.map(propertyOf), ...Object.keys(viewOfJson)], given);
      for (const flag of local.needs ?? []) if (isLeftOut(given[propertyOf(flag)])) throw missing(name, flag);
      const flags = local.flags.flatMap((flag) =>
        wordsOf(flag, given[propertyOf(flag)] ?? local.usual?.[flag], properties[flag] as Json),
      );
      const places = positions.flatMap((place) => placed(name, place, given[propertyOf(place.name)]));
      const words = ['--json', '--no-input', ...local.command.split(' '), ...flags, '--', ...places];
      if (Buffer.byteLength(words.join(' ')) <= maxBytes) return words;
      throw new UsageFailure(`The arguments of ${name} are longer than ${maxBytes} bytes.`, { code: 'invalid_value' });
    },
  };
}

/** A system takes no longer command line than this: Windows 32,767 characters. */
const maxBytes = 30_000;

const missing = (tool: string, name: string): UsageFailure =>
  new UsageFailure(`Missing argument \`${propertyOf(name)}\` of ${tool}.`, { code: 'missing_argument' });

/** A tool has no stdin, repeats by a list, and may have a default of its own. */
function asArgument(schema: Json, usual: string | undefined): Json {
  const description = String(schema['description']).replace(
    /; (?:`-` is|- for) stdin\b|; repeatable\b| \(repeatable\)/g,
    '',
  );
  if (usual === undefined) return { ...schema, description };
  return { ...schema, description: description.replace(/\(default: [^)]*\)$/, `(default: ${usual})`) };
}

const isLeftOut = (value: unknown): boolean =>
  value === undefined || value === null || (Array.isArray(value) && value.length === 0);

function wordOf(name: string, value: unknown): string {
  const text = typeof value === 'number' ? String(value) : value;
  if (typeof text !== 'string') throw invalid(name, 'must be a string');
  if (text === '') throw invalid(name, 'must not be empty');
  if (text.includes('\0')) throw invalid(name, 'must not contain the character U+0000');
  return text;
}

const invalid = (name: string, why: string): UsageFailure =>
  new UsageFailure(`\`${propertyOf(name)}\` ${why}.`, { code: 'invalid_value' });

function wordsOf(flag: string, value: unknown, { type }: Json): readonly string[] {
  if (isLeftOut(value)) return [];
  if (typeof value === 'boolean' && [type].flat().includes('boolean')) return value ? [flag] : [];
  if (type === 'boolean') throw invalid(flag, 'must be true or false');
  return (Array.isArray(value) ? value : [value]).map((each) => `${flag}=${wordOf(flag, each)}`);
}

function placed(
  tool: string,
  { name, required, variadic }: Commands['commands'][number]['arguments'][number],
  value: unknown,
): readonly string[] {
  const all = isLeftOut(value) ? [] : Array.isArray(value) && variadic ? value : [value];
  if (required && all.length === 0) throw missing(tool, name);
  return all.map((each) => wordOf(name, each));
}

/** The commands that an agent gets as tools, with the flags that it may use: none shows a secret. */

export interface LocalCommand {
  /** Its words after `esign`. */
  readonly command: string;
  readonly flags: readonly string[];
  /** Whether it changes something: an emulator, a new file, or what is behind an address that the agent names. */
  readonly acts: boolean;
  /** More flags that it has where it may act: those that write a file. */
  readonly writing?: readonly string[];
  /** Flags that the tool requires, though the command does without. */
  readonly needs?: readonly string[];
  /** Values of flags that the agent leaves out. */
  readonly usual?: Readonly<Record<string, string>>;
  /** The write to the service that it makes, which is asked about and allowed as the operation is. */
  readonly write?: (given: Json) => { readonly id: OperationId; readonly input: AnyInput };
}

const reads = (command: string, ...flags: readonly string[]): LocalCommand => ({ command, flags, acts: false });
const acts = (command: string, ...flags: readonly string[]): LocalCommand => ({ command, flags, acts: true });

export const localCommands: readonly LocalCommand[] = [
  reads('template inspect'),
  reads('template diff'),
  { ...reads('template pull'), writing: ['--output'] },
  reads('envelope list', '--status', '--waiting-for', '--search', '--run', '--since', '--limit'),
  // A client gives up on a tool after a minute, unless it is told how to wait.
  {
    ...reads('envelope wait', '--until', '--max-wait', '--past-sealing-failure'),
    usual: { '--max-wait': '50s' },
  },
  reads('values check', '--template', '--recipient'),
  reads('pdf verify', '--ca-file', '--at', '--allow-untrusted'),
  reads('webhook verify', '--secret-file', '--previous-secret-file', '--header', '--body', '--at'),
  reads('explain'),
  reads('envelope check', '--waiting-longer-than'),
  reads('envelope nudge', '--ids', '--run', '--all', '--waiting-longer-than'),
  reads('envelope reconcile', '--id-column', '--status-column', '--map', '--only-listed'),
  reads('request list', '--unsettled', '--since', '--limit'),
  reads('request show'),
  reads('event list', '--event', '--envelope', '--undelivered', '--refused', '--since', '--limit'),
  reads('event show'),
  reads('whoami', '--offline'),
  reads('doctor'),
  reads('emulator status'),
  reads('emulator log requests', '--refused'),
  reads('emulator log deliveries', '--endpoint', '--envelope'),
  reads('emulator log events', '--envelope'),
  reads('emulator inbox list', '--to', '--kind', '--envelope'),
  reads('emulator clock show'),
  reads('emulator fault list'),
  acts('emulator sign', '--value', '--field', '--no-fill'),
  acts('emulator decline', '--reason'),
  acts('emulator delegate', '--to'),
  acts('emulator clock advance', '--to'),
  acts('emulator clock freeze'),
  acts(
    'envelope plan',
    '--template',
    '--rows',
    '--mapping',
    '--id-column',
    '--recipient',
    '--value',
    '--values-file',
    '--title',
    '--expires-in',
    '--send',
    '--allow-problem',
    '--output',
  ),
  acts('envelope download', '--output'),
  acts('envelope evidence', '--output', '--unfinished', '--ca-file'),
  { ...acts('template create', '--name'), write: ({ name }) => ({ id: 'createTemplate', input: { body: { name } } }) },
  {
    ...acts('webhook register', '--url', '--event', '--brand', '--secret-file'),
    // The secret is in the answer, and must not be in a conversation.
    needs: ['--secret-file'],
    write: ({ url, event, brand }) => ({
      id: 'registerWebhook',
      input: { body: { url, events: event, ...(brand === undefined ? {} : { brand_id: brand }) } },
    }),
  },
  acts('emulator scenario load'),
  acts('emulator trigger', '--envelope'),
  acts('emulator redeliver', '--failed', '--endpoint'),
  acts('emulator fault operation', '--code', '--http-status', '--delay', '--reset', '--drop-after-commit', '--count'),
  acts('emulator fault deliveries', '--duplicate', '--reorder', '--drop', '--lose-answer', '--wrong-signature'),
  acts('emulator fault clear'),
  acts('webhook certify', '--secret-file', '--previous-secret-file', '--rule', '--header'),
];
