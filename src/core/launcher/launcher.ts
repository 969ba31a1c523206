import { isAscii } from 'node:buffer';
import { readFileSync, statSync } from 'node:fs';
import { dirname, join, sep } from 'node:path';
import { Script } from 'node:vm';
import { type Compiled, type CompiledFile, type CompiledPlace, readCompiled, writeCompiled } from './compile-cache.js';
import { compiledFolders, isTrusted } from './trusted.js';

/** The process that the program starts in. */
export interface Machine {
  readonly words: readonly string[];
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly home: string;
  readonly cwd: string;
  /** Such as `20.19.0`. */
  readonly node: string;
  /** The file of Node itself. */
  readonly binary: string;
  /** What Node was told on its command line. */
  readonly flags: readonly string[];
  /** The number of the user; undefined on a system that has none. */
  readonly uid: number | undefined;
  /** Node's own require, for everything that is not a file of the program. */
  readonly require: (id: string) => unknown;
  readonly onExit: (act: () => void) => void;
}

/** The digest of all files of the program, which the build puts in the place of this text. */
const build = '@build@';

/**
 * Loads a built file of the program and what it needs, from the folder of this one, with what V8 made of them in an
 * earlier run of the same command.
 */
export function launch(entry: string, folder: string, machine: Machine): void {
  const place = compiledPlace(machine);
  const kept = place === undefined ? undefined : openKept(place, folder);
  const fresh = new Map<string, string>();
  if (place !== undefined) machine.onExit(() => keep(place, kept, fresh));
  load(join(folder, entry), { folder, require: machine.require, kept, fresh, loaded: new Map() });
}

/** Where the files of the command that these words name are kept; undefined when nothing is to be kept. */
function compiledPlace({ words, env, home, cwd, uid, node, binary, flags }: Machine): CompiledPlace | undefined {
  // Data among them, such as an id, would make a file for each.
  const command = words.filter((word) => /^[a-z][a-z-]{0,30}$/.test(word)).slice(0, 2);
  if (command.length === 0 || (env['NODE_DISABLE_COMPILE_CACHE'] ?? '') !== '') return undefined;
  const by = compiler(node, binary, [...flags, env['NODE_OPTIONS'] ?? '']);
  if (by === undefined) return undefined;
  const { folder, keyFolder } = compiledFolders(env, home);
  const whose = { uid, cwd, home };
  if (!isTrusted(folder, whose) || !isTrusted(keyFolder, whose)) return undefined;
  return { folder, file: [...command, build, by].join('-'), keyFile: join(keyFolder, 'compiled.key'), uid };
}

/**
 * Which Node compiles: V8 takes what another one made for its own where only the patches of Node differ, and crashes.
 * So the version counts, the very file of Node, and the flags that it was given.
 */
function compiler(node: string, binary: string, flags: readonly string[]): string | undefined {
  const facts = statSync(binary, { throwIfNoEntry: false });
  if (facts === undefined) return undefined;
  const { size, mtimeMs } = facts;
  return [node, size, Math.floor(mtimeMs), shortSum(flags.join(' '))].join('-');
}

/** Tells texts apart where nothing hangs on it: V8 itself refuses what was made under other flags. */
function shortSum(text: string): number {
  let sum = 0;
  for (let at = 0; at < text.length; at += 1) sum = (sum * 31 + text.charCodeAt(at)) >>> 0;
  return sum;
}

type Body = (...given: readonly unknown[]) => void;

/** What an earlier run left, and is run as one script: V8 takes up one faster than twenty. */
interface Kept extends Compiled {
  readonly script: Script;
  readonly bodies: ReadonlyMap<string, Body>;
}

function openKept(place: CompiledPlace, folder: string): Kept | undefined {
  const compiled = readCompiled(place);
  if (compiled === undefined) return undefined;
  const { files, text, code } = compiled;
  const filename = join(folder, `${place.file}.cjs`);
  const script = scriptOf(text, filename, code);
  if (script === undefined) return undefined;
  const bodies = script.runInThisContext() as readonly Body[];
  nameLines(filename, folder, files);
  return { ...compiled, script, bodies: new Map(files.map(({ name }, index) => [name, bodies[index] as Body])) };
}

/** Undefined for a text that is not a program: spoiled where no checksum looks. It is made again from the files. */
function scriptOf(text: string, filename: string, cachedData: Buffer | undefined): Script | undefined {
  try {
    return new Script(text, { filename, cachedData });
  } catch {
    return undefined;
  }
}

/** In the stack of an error, the lines of the one script are those of the files that it was made of. */
function nameLines(filename: string, folder: string, files: readonly CompiledFile[]): void {
  const place = (line: number, column: number): string => {
    const file = files.findLast((each) => each.line <= line) ?? { name: '', line: 1 };
    const [path = ''] = file.name.split(' ');
    return `${join(folder, path)}:${line - file.line + 1}:${line === file.line ? column - opening.length : column}`;
  };
  Error.prepareStackTrace = (error, sites) => {
    const lines = sites.map((site) => {
      const text = `    at ${String(site)}`;
      const [line, column] = [site.getLineNumber(), site.getColumnNumber()];
      if (site.getFileName() !== filename || line === null || column === null) return text;
      return text.replace(`${filename}:${line}:${column}`, () => place(line, column));
    });
    return [String(error), ...lines].join('\n');
  };
}

/** Keeps what a next run of the command will load: first its text, and what V8 makes of it once that has been run. */
function keep(place: CompiledPlace, kept: Kept | undefined, fresh: ReadonlyMap<string, string>): void {
  if (fresh.size > 0) {
    writeCompiled(place, () => ({ ...joined(new Map([...sourcesOf(kept), ...fresh])), code: undefined }));
  } else if (kept !== undefined && (kept.code === undefined || kept.script.cachedDataRejected === true)) {
    writeCompiled(place, () => ({ files: kept.files, text: kept.text, code: kept.script.createCachedData() }));
  }
}

function sourcesOf(kept: Kept | undefined): readonly (readonly [string, string])[] {
  if (kept === undefined) return [];
  const lines = kept.text.split('\n');
  const ends = [...kept.files.slice(1).map(({ line }) => line - 1), lines.length - 1];
  return kept.files.map(({ name, line }, index) => [
    name,
    lines
      .slice(line - 1, ends[index])
      .join('\n')
      .slice(0, -1),
  ]);
}

/** Of a file that was changed meanwhile the last version counts. */
function joined(sources: ReadonlyMap<string, string>): Omit<Compiled, 'code'> {
  const newest = new Map([...sources].map(([name, source]) => [name.split(' ')[0], { name, source }]));
  const files: CompiledFile[] = [];
  let line = 2;
  let text = '[\n';
  for (const { name, source } of newest.values()) {
    files.push({ name, line });
    text += `${source},\n`;
    line += source.split('\n').length;
  }
  return { files, text: `${text}]` };
}

interface Loading {
  readonly folder: string;
  readonly require: Machine['require'];
  readonly kept: Kept | undefined;
  /** The texts that this run had to compile itself, by name. */
  readonly fresh: Map<string, string>;
  readonly loaded: Map<string, { exports: unknown }>;
}

/**
 * Runs a file as Node runs a CommonJS module, once, but without `import()`, which the build writes as a require; a
 * file that loads itself over others finds what there is so far.
 */
function load(path: string, loading: Loading): unknown {
  const known = loading.loaded.get(path);
  if (known !== undefined) return known.exports;
  const module = { exports: {} as unknown };
  loading.loaded.set(path, module);
  // V8 looks at a file's length alone; a file that is changed by hand gets what is written there now.
  const name = `${path.slice(loading.folder.length + 1)} ${statSync(path).mtimeMs}`;
  const body = loading.kept?.bodies.get(name) ?? compile(path, name, loading.fresh);
  const folder = dirname(path);
  const require = (id: string): unknown =>
    id.startsWith('.') ? load(below(folder, id), loading) : loading.require(id);
  body.call(module.exports, module.exports, require, module, path, folder);
  return module.exports;
}

/** What the build names is nearly always `./name` or `./chunks/name`. */
const below = (folder: string, id: string): string =>
  id.startsWith('./') && !id.includes('..') ? `${folder}${sep}${id.slice(2).replace('/', sep)}` : join(folder, id);

function compile(path: string, name: string, fresh: Map<string, string>): Body {
  const source = `${opening}${readFileSync(path, 'utf8')}\n})`;
  // Everything that the build writes is ASCII.
  if (isAscii(Buffer.from(source))) fresh.set(name, source);
  return new Script(source, { filename: path, columnOffset: -opening.length }).runInThisContext() as Body;
}

const opening = '(function (exports, require, module, __filename, __dirname) { ';
