import { readdirSync, readFileSync } from 'node:fs';
import { builtinModules } from 'node:module';
import { dirname, join, normalize } from 'node:path';
import { describe, expect, it } from 'vitest';

interface Import {
  readonly from: string;
  readonly to: string;
  readonly typeOnly: boolean;
  readonly dynamic: boolean;
}

type Allowed = readonly (string | { readonly types: string } | { readonly late: string })[];

/** Who may import whom: a folder, or one file of it; `types` for types alone, `late` for a dynamic import alone. */
const mayImport: Readonly<Record<string, Allowed>> = {
  /** What runs before the program: it loads the rest, and is one file by itself. */
  start: [],
  contract: [],
  http: [],
  webhook: ['contract'],
  terminal: [],
  config: ['contract'],
  client: ['contract', 'http'],
  journal: ['contract'],
  tunnel: ['http'],
  listen: ['contract', 'client', 'http', 'tunnel', 'webhook', 'journal'],
  /** Reads, draws, seals and verifies documents; the emulator plays the service with it, commands use it offline. */
  document: ['contract', 'asset'],
  /** The rules of values and recipients against a template, that the emulator and the offline check share. */
  form: ['contract'],
  emulator: ['contract', 'http', 'webhook', 'document', 'form', 'asset', 'version'],
  // The types of the journal and of documents too: a command's context hands them out.
  cli: [
    'contract',
    'client/failure',
    { types: 'client' },
    { types: 'document' },
    { types: 'journal' },
    'config',
    'terminal',
    'version',
  ],
  /** The names of a template as a file, its comparison with the service, and names taken over from another one. */
  'template-file': ['contract', 'cli'],
  /** What a person at this machine last saw of a template, and writes to a template on top of it. */
  'last-seen': ['contract', 'client/failure', { types: 'client' }, 'cli', 'template-file'],
  /** Many envelopes of one file: keys, pace, results, shards and plans. */
  bulk: ['contract', 'client', 'journal', 'cli', 'form', { types: 'http' }],
  // It tells a template that somebody else changed from other refusals, and says what changed.
  // How many lines a list would take decides how much of it is shown.
  wizard: [
    'contract',
    'cli',
    'client/changes',
    'client/failure',
    'form',
    'last-seen',
    'terminal/text',
    'terminal/wrap',
    { types: 'terminal' },
  ],
  reference: ['cli/exit-code', 'cli/offer', { types: 'cli' }, 'contract', 'version'],
  /** The operations as tools of an agent. */
  mcp: ['contract', 'client/secrets', { types: 'client' }, 'cli/explain', 'cli/failure', 'cli/nearest', 'version'],
  /** What this machine keeps about an envelope or a person, removed from the records of all these rooms. */
  forget: ['contract', 'journal', 'bulk', 'listen', 'cli/failure'],
  commands: [
    // Doctor looks at where compiled code is kept.
    'start/trusted',
    'contract',
    'http',
    'webhook',
    'terminal',
    'config',
    'client',
    'journal',
    'tunnel',
    'listen',
    'form',
    'bulk',
    'forget',
    'cli',
    'template-file',
    'last-seen',
    'wizard',
    { late: 'mcp' },
    { types: 'mcp' },
    'reference',
    'version',
    'asset',
    { late: 'document' },
    { types: 'document' },
    { late: 'emulator/emulator' },
    { types: 'emulator/emulator' },
    // The names that its commands take, without the rest of it.
    'emulator/names',
  ],
};

/** The one folder that imports a package; commander is the shell itself and has several. */
const packageOwners: Readonly<Record<string, readonly string[]>> = {
  valibot: ['contract'],
  '@valibot/to-json-schema': ['contract'],
  undici: ['http'],
  chalk: ['terminal'],
  ora: ['terminal'],
  'cli-table3': ['terminal'],
  'fast-string-width': ['terminal'],
  '@inquirer/prompts': ['terminal'],
  'jq-web': ['terminal'],
  conf: ['config'],
  '@napi-rs/keyring': ['config'],
  '@modelcontextprotocol/server': ['mcp'],
  execa: ['tunnel'],
  libsql: ['emulator'],
  nodemailer: ['emulator'],
  '@embedpdf/pdfium': ['document'],
  '@libpdf/core': ['document'],
  asn1js: ['document'],
  pkijs: ['document'],
  fflate: ['document'],
  '@xmldom/xmldom': ['document'],
  // Pages are drawn by one and shown by the other.
  pngjs: ['document', 'terminal'],
  sixel: ['terminal'],
  yaml: ['cli', 'template-file'],
  'csv-parse': ['cli'],
  commander: ['cli', 'last-seen', 'commands', 'reference', 'main', 'program', 'fail'],
};

const files = readdirSync('src', { withFileTypes: true, recursive: true })
  .filter((entry) => entry.isFile() && entry.name.endsWith('.ts') && !entry.name.endsWith('.d.ts'))
  .map((entry) => join(entry.parentPath, entry.name))
  .toSorted();

const withoutComments = (text: string): string =>
  text.replace(/\/\*[\s\S]*?\*\//g, '').replace(/(^|\s)\/\/.*$/gm, '$1');
const code = new Map(files.map((path) => [path, withoutComments(readFileSync(path, 'utf8'))]));

function importsOf(from: string): readonly Import[] {
  const text = code.get(from) ?? '';
  const found: Import[] = [];
  const statements =
    /^(?:import\s+(?:([^'";]*?)\s+from\s+)?|export\s+((?:type\s+)?(?:\{[^}]*\}|\*(?:\s+as\s+\w+)?))\s+from\s+)'([^']+)'/gm;
  for (const [, imported, passedOn, to] of text.matchAll(statements)) {
    const typeOnly = isTypeOnly(imported ?? passedOn ?? '');
    found.push({ from, to: to ?? '', typeOnly, dynamic: false });
  }
  for (const [whole, to] of text.matchAll(/(?:typeof\s+)?\bimport\(\s*'([^']+)'/g)) {
    found.push({ from, to: to ?? '', typeOnly: whole.startsWith('typeof'), dynamic: true });
  }
  for (const [, to] of text.matchAll(/\brequire\(\s*'([^']+)'/g))
    found.push({ from, to: to ?? '', typeOnly: false, dynamic: true });
  return found;
}

/** `type { A }` and `{ type A, type B }`, but not `{ type A, b }`. */
function isTypeOnly(clause: string): boolean {
  if (/^type\b/.test(clause)) return true;
  const names = /^\{([^}]*)\}$/
    .exec(clause.trim())?.[1]
    ?.split(',')
    .filter((name) => name.trim() !== '');
  return names !== undefined && names.length > 0 && names.every((name) => /^\s*type\s/.test(name));
}

const imports = files.flatMap(importsOf);
/** `src/emulator/store/x.ts` → `emulator/store/x`; a file of `src` itself is named after itself. */
const nameOf = (path: string): string => path.replace(/^src\//, '').replace(/\.(ts|js)$/, '');
const folderOf = (path: string): string => nameOf(path).split('/')[0] ?? '';
const packageOf = (to: string): string =>
  to
    .split('/')
    .slice(0, to.startsWith('@') ? 2 : 1)
    .join('/');
/** Where the program is put together: they may import everything, and nobody imports them. */
const compositionRoot = ['main', 'program', 'compose', 'fail', 'open-client', 'reference/write'];
/** Importable from above: a fact, not a part. */
const facts = ['asset', 'version'];
/** What JSON and the disk are to every folder: they know nothing of the service or of the program. */
const ground = ['json', 'disk'];
const isRoot = (path: string): boolean => compositionRoot.includes(nameOf(path));

function allows(rule: Allowed[number], target: string, { typeOnly, dynamic }: Import): boolean {
  if (typeof rule === 'string') return target === rule || target.startsWith(`${rule}/`);
  const wanted = 'types' in rule ? rule.types : rule.late;
  if (target !== wanted && !target.startsWith(`${wanted}/`)) return false;
  return 'types' in rule ? typeOnly : dynamic;
}

describe('who may import whom', () => {
  it('every folder under src is listed here: a new one is a decision', () => {
    const known = [...Object.keys(mayImport), ...compositionRoot, ...facts, ...ground];
    expect([...new Set(files.map(folderOf))].filter((folder) => !known.includes(folder))).toEqual([]);
  });

  it.each(Object.keys(mayImport))('%s imports only what stands below it', (folder) => {
    const wrong = imports
      .filter(({ from, to }) => folderOf(from) === folder && !isRoot(from) && to.startsWith('.'))
      .map((found) => ({ found, target: nameOf(normalize(join(dirname(found.from), found.to))) }))
      .filter(({ target }) => target.split('/')[0] !== folder && !ground.includes(target))
      .filter(({ found, target }) => !(mayImport[folder] ?? []).some((rule) => allows(rule, target, found)))
      .map(({ found, target }) => `${found.from} → ${target}`);
    expect(wrong).toEqual([]);
  });

  it('nobody imports the files that put the program together, but themselves', () => {
    const wrong = imports
      .filter(({ from, to }) => to.startsWith('.') && !isRoot(from))
      .filter(({ from, to }) => isRoot(normalize(join(dirname(from), to))))
      .map(({ from, to }) => `${from} → ${to}`);
    expect(wrong).toEqual([]);
  });
});

describe('packages', () => {
  const outside = imports.filter(({ to }) => !to.startsWith('.') && !to.startsWith('node:'));

  it('a built-in module is named with node:', () => {
    expect(outside.filter(({ to }) => builtinModules.includes(to)).map(({ from, to }) => `${from} → ${to}`)).toEqual(
      [],
    );
  });

  it('each npm package is imported by its one owner', () => {
    const wrong = outside
      .filter(({ from, to }) => !(packageOwners[packageOf(to)] ?? []).includes(folderOf(from)))
      .map(({ from, to }) => `${from} → ${to}`);
    expect(wrong).toEqual([]);
  });

  // Those that are bundled may stand among the development dependencies.
  it('each is one that the package names', () => {
    const manifest = JSON.parse(readFileSync('package.json', 'utf8')) as Record<
      string,
      Record<string, string> | undefined
    >;
    const declared = Object.keys({
      ...manifest['dependencies'],
      ...manifest['optionalDependencies'],
      ...manifest['devDependencies'],
    });
    expect([...new Set(outside.map(({ to }) => packageOf(to)))].filter((name) => !declared.includes(name))).toEqual([]);
  });
});

describe('the process', () => {
  /** Programs of their own, and the emulator, which a test starts without main.ts. Each reads or ends just one thing. */
  const exceptions: Readonly<Record<string, RegExp>> = {
    'src/main.ts': /./,
    'src/reference/write.ts': /./,
    'src/commands/listen/reaper.ts': /process\.(env|on|exit)\b/,
    'src/journal/process-mark.ts': /^import { kill, pid } from 'node:process';$/,
    'src/emulator/control/routes.ts': /^import { pid } from 'node:process';$/,
    'src/document/job-queue.ts': /process\.memoryUsage\(\)/,
    'src/document/document-engine.ts': /process\.env\['PATH'\]/,
    'src/document/word/convert-word.ts': /process\.kill\(-pid, 'SIGKILL'\);/,
    'src/tunnel/process-group.ts': /process\.(kill|on|off)\(/,
    'src/tunnel/process-tree.ts': /process\.((kill|on|off)\(|pid;)/,
  };

  it('only main.ts touches it: its arguments, its environment, its streams and its end', () => {
    /** A file may call something else by that name, such as the process that a listener's state belongs to. */
    const bindsItsOwn = (text: string): boolean =>
      /\bprocess\b[^\n;()]*\}\s*=|\bconst process\b|\bprocess\??:/.test(text);
    const touching = files.flatMap((path) =>
      (code.get(path) ?? '')
        .split('\n')
        .filter(
          (line, _index, lines) =>
            !bindsItsOwn(lines.join('\n')) &&
            /\bprocess\s*[.[]|from 'node:process'/.test(line) &&
            !(exceptions[path]?.test(line) ?? false),
        )
        .map((line) => `${path}: ${line.trim()}`),
    );
    expect(touching).toEqual([]);
  });
});

describe('the tests', () => {
  it('the conformance tests and their support import neither the contract nor the client', () => {
    const kinds = ['test/conformance', 'test/support'];
    const wrong = kinds
      .flatMap((folder) => readdirSync(folder).map((name) => join(folder, name)))
      .filter(
        (path) =>
          path.endsWith('.ts') &&
          (path.startsWith('test/conformance') ||
            /\/(http|emulator|agreement|deliveries|shapes|form-pdf)\.ts$/.test(path)),
      )
      .filter((path) => /from '[^']*src\/(?!emulator\/emulator\.js)/.test(readFileSync(path, 'utf8')));
    expect(wrong).toEqual([]);
  });
});
