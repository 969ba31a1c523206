import { UsageFailure } from '../failure/failure.js';
import { isObject } from '../../core/platform/json.js';
import { nearest } from '../../core/platform/nearest.js';

type Json = Readonly<Record<string, unknown>>;

interface Output extends Json {
  readonly operation: string | null;
}

/** One command of a catalogue, as far as its parts are told by it. */
interface Entry extends Json {
  readonly command: string;
  readonly aliases: readonly string[];
  readonly exit_codes: readonly number[];
  readonly operations: readonly string[];
  readonly output: Output | null;
  readonly output_with: Readonly<Record<string, Output | null>>;
}

export interface Catalogue extends Json {
  readonly commands: readonly Entry[];
  readonly exit_codes: readonly { readonly code: number }[];
  readonly operations: Readonly<Record<string, Json & { readonly errors: readonly string[] }>>;
  readonly schemas: Readonly<Record<string, Json>>;
  readonly error_codes: Json;
}

/** Whether a file is a catalogue of this program: only its outline is read. */
export const isCatalogue = (value: unknown): value is Catalogue =>
  isObject(value) && Array.isArray(value['commands']) && isObject(value['operations']) && isObject(value['schemas']);

/**
 * The catalogue of one command, or of those of a noun: only the operations, schemas, exit codes and error codes that
 * they name. Throws UsageFailure for unknown words.
 */
export function partOfCatalogue(whole: Catalogue, words: readonly string[]): Catalogue {
  const name = (words[0] === 'esign' ? words : ['esign', ...words]).join(' ');
  const commands = whole.commands.filter(({ command }) => command === name || command.startsWith(`${name} `));
  if (commands.length === 0) throw unknown(whole, name);
  const ids = new Set(commands.flatMap((entry) => [...entry.operations, ...operationsPrinted(entry)]));
  const operations = Object.fromEntries(Object.entries(whole.operations).filter(([id]) => ids.has(id)));
  const exits = new Set(commands.flatMap((entry) => entry.exit_codes));
  const errors = new Set(Object.values(operations).flatMap((operation) => operation.errors));
  return {
    ...whole,
    exit_codes: whole.exit_codes.filter(({ code }) => exits.has(code)),
    commands,
    operations,
    schemas: schemasIn(whole, [commands, operations]),
    error_codes: Object.fromEntries(Object.entries(whole.error_codes).filter(([code]) => errors.has(code))),
  };
}

const operationsPrinted = ({ output, output_with: others }: Entry): readonly string[] =>
  [output, ...Object.values(others)].flatMap((one) => one?.operation ?? []);

/** The schemas that parts of a catalogue refer to, and those that these refer to. */
function schemasIn({ schemas }: Catalogue, parts: unknown): Catalogue['schemas'] {
  const found = new Set<string>();
  const look = (part: unknown): void => {
    for (const [, name = ''] of JSON.stringify(part).matchAll(/"\$ref":"#\/schemas\/([^"]+)"/g)) {
      if (found.has(name)) continue;
      found.add(name);
      look(schemas[name] ?? null);
    }
  };
  look(parts);
  return Object.fromEntries(Object.entries(schemas).filter(([name]) => found.has(name)));
}

function unknown({ commands }: Catalogue, name: string): UsageFailure {
  const words = name.slice('esign '.length);
  const names = commands.map(({ command }) => command.slice('esign '.length));
  const nouns = names.map((each) => each.split(' ').slice(0, -1).join(' ')).filter((each) => each !== '');
  const close = nearest(words, [...new Set([...names, ...nouns])]);
  return new UsageFailure(`Unknown command "${words}".`, {
    code: 'unknown_command',
    hint:
      close === null
        ? "List the commands with `esign spec catalogue --jq '.commands[].command'`."
        : `Did you mean "${close}"?`,
  });
}
