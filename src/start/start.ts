import { readFileSync, statSync } from 'node:fs';
import { dirname, isAbsolute, join, resolve } from 'node:path';
import { Script } from 'node:vm';
import { cachedDataVersionTag, setFlagsFromString } from 'node:v8';
import { type Compiled, openCompiled } from './compiled.js';

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
  /** The number of the user; undefined on a system that has none. */
  readonly uid: number | undefined;
  /** Node's own require, for everything that is no file of the program. */
  readonly require: (id: string) => unknown;
  readonly onExit: (act: () => void) => void;
}

/** The digest of all files of the program, which the build puts in the place of this text. */
const build = '@build@';

/**
 * Loads a built file of the program and what it needs, from the folder of this one, with what V8 made of them in an
 * earlier run of the same command.
 */
export function start(entry: string, folder: string, machine: Machine): void {
  // Node 20 keeps a process for a tenth of a second while V8 optimises the HTTP parser; it does not pay in one run.
  // Flags come first: what is compiled under others does not fit.
  if (machine.node.startsWith('20.')) setFlagsFromString('--wasm-tiering-budget=1000000000');
  const compiled = compiledFor(machine);
  const scripts = new Map<string, Script>();
  machine.onExit(() =>
    compiled?.keep([...scripts.keys()], (name) => scripts.get(name)?.createCachedData() ?? Buffer.alloc(0)),
  );
  load(join(folder, entry), { folder, require: machine.require, compiled, scripts, loaded: new Map() });
}

/** What is kept of the command that these words name; undefined when nothing is to be kept. */
function compiledFor({ words, env, home, cwd, uid, node, binary }: Machine): Compiled | undefined {
  // Data among them, such as an id, would make a file for each.
  const command = words.filter((word) => /^[a-z][a-z-]{0,30}$/.test(word)).slice(0, 2);
  if (command.length === 0 || (env['NODE_DISABLE_COMPILE_CACHE'] ?? '') !== '') return undefined;
  const by = compiler(node, binary);
  if (by === undefined) return undefined;
  return openCompiled({ folder: cacheFolder(env, home, cwd), file: [...command, build, by].join('-'), uid });
}

/**
 * Which Node compiles: V8 takes what another one made for its own where only the patches of Node differ, and crashes.
 * So the version counts, the very file of Node, and what V8 says of its flags and of the processor.
 */
function compiler(node: string, binary: string): string | undefined {
  const facts = statSync(binary, { throwIfNoEntry: false });
  if (facts === undefined) return undefined;
  const { size, mtimeMs } = facts;
  return [node, size, Math.floor(mtimeMs), cachedDataVersionTag()].join('-');
}

/** ESIGN_CACHE_DIR, else the system's usual place for what can be made again. */
function cacheFolder(env: Machine['env'], home: string, cwd: string): string {
  const named = env['ESIGN_CACHE_DIR'] ?? '';
  if (named !== '') return join(resolve(cwd, named), 'compiled');
  const usual = [env['XDG_CACHE_HOME'], env['LOCALAPPDATA']].find((path) => path !== undefined && isAbsolute(path));
  return join(usual ?? join(home, '.cache'), 'esign', 'compiled');
}

interface Loading {
  readonly folder: string;
  readonly require: Machine['require'];
  readonly compiled: Compiled | undefined;
  readonly scripts: Map<string, Script>;
  readonly loaded: Map<string, { exports: unknown }>;
}

type Body = (...given: readonly unknown[]) => void;

/** Runs a file as Node runs a CommonJS module, once, but without `import()`, which the build writes as a require; a file that loads itself over others finds what there is so far. */
function load(path: string, loading: Loading): unknown {
  const known = loading.loaded.get(path);
  if (known !== undefined) return known.exports;
  const module = { exports: {} as unknown };
  loading.loaded.set(path, module);
  // V8 looks at a file's length alone; whoever changes one by hand gets what is written there now.
  const name = `${path.slice(loading.folder.length + 1)} ${statSync(path).mtimeMs}`;
  const script = new Script(`${opening}${readFileSync(path, 'utf8')}\n})`, {
    filename: path,
    columnOffset: -opening.length,
    cachedData: loading.compiled?.get(name),
  });
  loading.scripts.set(name, script);
  const folder = dirname(path);
  const require = (id: string): unknown => (id.startsWith('.') ? load(join(folder, id), loading) : loading.require(id));
  (script.runInThisContext() as Body).call(module.exports, module.exports, require, module, path, folder);
  return module.exports;
}

const opening = '(function (exports, require, module, __filename, __dirname) { ';
