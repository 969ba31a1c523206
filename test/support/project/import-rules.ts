import { dirname, join, normalize } from 'node:path';

/** The one place that imports a package; commander is the shell itself and has several. */
export const packageOwners: Readonly<Record<string, readonly string[]>> = {
  valibot: ['contract'],
  '@valibot/to-json-schema': ['contract'],
  undici: ['core/http'],
  chalk: ['core/terminal'],
  ora: ['core/terminal'],
  'cli-table3': ['core/terminal'],
  'fast-string-width': ['core/terminal'],
  '@inquirer/core': ['core/terminal'],
  '@inquirer/prompts': ['core/terminal'],
  'jq-wasm': ['core/terminal'],
  conf: ['core/config'],
  '@napi-rs/keyring': ['core/config'],
  '@modelcontextprotocol/server': ['cli/agents'],
  'jsonc-parser': ['cli/agents'],
  execa: ['listen/tunnel'],
  libsql: ['core/platform'],
  preact: ['core/page', 'emulator', 'authoring/editor', 'authoring/page', 'authoring/prepare'],
  nodemailer: ['emulator', 'sending/envelope'],
  '@embedpdf/pdfium': ['document'],
  '@libpdf/core': ['document'],
  asn1js: ['document'],
  pkijs: ['document'],
  fflate: ['document'],
  '@xmldom/xmldom': ['document'],
  // Pages are drawn by one and shown by the other.
  pngjs: ['document', 'core/terminal'],
  sixel: ['core/terminal'],
  yaml: ['core/platform/yaml-document', 'cli', 'authoring/names-file', 'authoring/prepare', 'emulator/seed'],
  'csv-parse': ['cli/files'],
  // Places that add flags to commands.
  commander: ['cli', 'receiving', 'authoring', 'sending', 'commands', 'app', 'main', 'program'],
};

/** A place, a folder in it, or one file; `types` allows type imports alone, `late` a dynamic import alone. */
type Allowed = readonly (string | { readonly types: string } | { readonly late: string })[];

/**
 * Who may import whom, from the ground up: a place imports only places above it in this table, and itself. Every place
 * may import `core`. `src/README.md` shows the same table.
 */
export const mayImport: Readonly<Record<string, Allowed>> = {
  core: [],
  contract: [],
  domain: ['contract'],
  document: ['contract'],
  store: ['contract'],
  client: ['contract'],
  emulator: ['contract', 'domain', 'document'],
  listen: ['contract', 'domain', 'store', 'client'],
  cli: [
    'contract',
    'domain',
    'store',
    'client',
    'listen',
    { types: 'document' },
    { types: 'emulator' },
    { late: 'emulator/control/answers' },
  ],
  receiving: ['contract', 'domain', 'store', 'client', 'listen', 'cli'],
  authoring: ['contract', 'domain', 'store', 'client', 'cli', { types: 'document' }, { late: 'document' }],
  sending: [
    'contract',
    'domain',
    'store',
    'client',
    'listen',
    'cli',
    'authoring',
    { types: 'document' },
    { late: 'document' },
  ],
  commands: [
    'contract',
    'domain',
    'store',
    'client',
    'listen',
    'cli',
    'receiving',
    'authoring',
    'sending',
    { types: 'document' },
    { late: 'document' },
    { types: 'emulator' },
    { late: 'emulator/emulator' },
    // The words that its commands take, without the rest of it.
    'emulator/names',
  ],
};

/** Where the program is put together: these import everything, and nothing imports them. */
export const compositionRoot: readonly string[] = ['app', 'program', 'main'];

/** The folders of a place that stand apart: each with those beside it that it imports. */
const besides: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
  core: {
    platform: [],
    launcher: [],
    http: ['platform'],
    config: ['platform'],
    terminal: ['platform'],
    page: ['platform', 'http'],
  },
  domain: { rules: [], webhook: [] },
  document: {
    engine: [],
    word: ['engine'],
    render: ['engine'],
    prepare: ['engine', 'render'],
    detect: ['engine', 'word', 'prepare'],
    seal: [],
  },
  receiving: { endpoint: [], deliveries: ['endpoint'], listener: ['endpoint'] },
  authoring: {
    'names-file': [],
    'last-seen': ['names-file'],
    template: ['names-file'],
    wizard: ['last-seen', 'names-file', 'template'],
    page: ['template'],
    editor: ['names-file', 'page', 'template', 'wizard'],
    prepare: ['page', 'template'],
    clone: ['last-seen', 'names-file', 'template'],
  },
  sending: {
    'sealed-pdf': [],
    request: [],
    envelope: [],
    bulk: ['envelope'],
    reconcile: ['envelope'],
    embed: ['envelope'],
    desk: ['envelope', 'bulk'],
  },
  cli: {
    emulator: frame(),
    timeline: frame(),
    'docs-gen': frame(),
    completion: frame('docs-gen'),
    agents: frame(),
    prove: frame(),
    forget: frame(),
    doctor: frame('emulator'),
    dev: frame('emulator', 'timeline'),
    demo: frame(),
  },
};

/** What every command needs, and what else a folder of `cli` takes. */
function frame(...more: readonly string[]): readonly string[] {
  return ['context', 'failure', 'files', 'flags', 'write', ...more];
}

/** In `emulator`: what the files of a folder never import. */
const innerRules: readonly (readonly [folder: string, never: readonly string[], reason: string])[] = [
  [
    'emulator/domain',
    ['store', 'http', 'handlers', 'control', 'signing', 'delivery', 'mail'].map((name) => `emulator/${name}`),
    'the rules of the service know neither SQL nor HTTP',
  ],
  ['emulator/store', ['emulator/http', 'emulator/handlers', 'emulator/control'], 'storage serves, and asks nobody'],
];

/** The files that touch the process, each with the members that it uses. */
const processMembers: Readonly<Record<string, readonly string[]>> = {
  'src/app/print-version.ts': ['versions'],
  'src/receiving/listener/reaper.ts': ['env', 'exit', 'on'],
  'src/cli/emulator/detached.ts': ['connected', 'send'],
  'src/core/platform/process-group.ts': ['kill', 'off', 'on'],
  'src/core/platform/alive.ts': ['kill'],
  'src/core/platform/process-identity.ts': ['env', 'kill', 'pid'],
  'src/core/platform/process-tree.ts': ['kill', 'off', 'on', 'pid'],
  'src/emulator/control/routes.ts': ['pid'],
  'src/emulator/seed/load-seed.ts': ['env'],
  'src/document/job-queue.ts': ['memoryUsage'],
  'src/document/document-engine.ts': ['env'],
};

export interface Import {
  readonly to: string;
  readonly typeOnly: boolean;
  readonly dynamic: boolean;
}

const withoutComments = (text: string): string =>
  text.replace(/\/\*[\s\S]*?\*\//g, '').replace(/(^|\s)\/\/.*$/gm, '$1');

/** What a source text imports: statements, re-exports, `import()` and `require()`. */
export function importsOf(text: string): readonly Import[] {
  const code = withoutComments(text);
  const found: Import[] = [];
  const statements =
    /^(?:import\s+(?:([^'";]*?)\s+from\s+)?|export\s+((?:type\s+)?(?:\{[^}]*\}|\*(?:\s+as\s+\w+)?))\s+from\s+)'([^']+)'/gm;
  for (const [, imported, passedOn, to] of code.matchAll(statements)) {
    found.push({ to: to ?? '', typeOnly: isTypeOnly(imported ?? passedOn ?? ''), dynamic: false });
  }
  for (const [whole, to] of code.matchAll(/(?:typeof\s+)?\bimport\(\s*'([^']+)'/g)) {
    found.push({ to: to ?? '', typeOnly: whole.startsWith('typeof'), dynamic: true });
  }
  for (const [, to] of code.matchAll(/\brequire\(\s*'([^']+)'/g)) {
    found.push({ to: to ?? '', typeOnly: false, dynamic: true });
  }
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

/** `src/emulator/store/x.ts` → `emulator/store/x`. */
const nameOf = (path: string): string => path.replace(/^src\//, '').replace(/\.(tsx?|js)$/, '');
export const placeOf = (path: string): string => nameOf(path).split('/')[0] ?? '';
const within = (folder: string, name: string): boolean => name === folder || name.startsWith(`${folder}/`);

const packageOf = (to: string): string =>
  to
    .split('/')
    .slice(0, to.startsWith('@') ? 2 : 1)
    .join('/');

function allows(rule: Allowed[number], target: string, { typeOnly, dynamic }: Import): boolean {
  if (typeof rule === 'string') return within(rule, target);
  return 'types' in rule ? typeOnly && within(rule.types, target) : dynamic && within(rule.late, target);
}

/** What is wrong with the imports of one file of `src`, a sentence each; none when all is well. */
export function forbiddenImports(path: string, text: string): readonly string[] {
  return importsOf(text).flatMap((found) => {
    const problem = found.to.startsWith('.')
      ? ownProblem(path, found)
      : found.to.startsWith('node:')
        ? null
        : packageProblem(path, found.to);
    return problem === null ? [] : [`${path} → ${found.to}: ${problem}`];
  });
}

function ownProblem(path: string, found: Import): string | null {
  const from = nameOf(path);
  const target = nameOf(normalize(join(dirname(path), found.to)));
  const [place, other] = [placeOf(path), placeOf(target)];
  if (compositionRoot.includes(place)) return null;
  if (compositionRoot.includes(other)) return 'it puts the program together';
  if (place !== other) {
    if (other === 'core') return null;
    return (mayImport[place] ?? []).some((rule) => allows(rule, target, found)) ? null : `${place} is below ${other}`;
  }
  const inner = innerRules.find(
    ([folder, never]) => within(folder, from) && never.some((forbidden) => within(forbidden, target)),
  );
  if (inner !== undefined) return inner[2];
  const [, noun = '', verb] = from.split('/');
  const [, otherNoun = '', otherVerb] = target.split('/');
  const own = besides[place]?.[noun];
  const strangers = own !== undefined && otherVerb !== undefined && otherNoun !== noun && !own.includes(otherNoun);
  if (strangers) return `${noun} does without ${otherNoun}`;
  const crosses = place === 'commands' && verb !== undefined && otherVerb !== undefined && noun !== otherNoun;
  return crosses ? 'one noun never imports another' : null;
}

function packageProblem(path: string, to: string): string | null {
  const owners = packageOwners[packageOf(to)] ?? [];
  return owners.some((owner) => within(owner, nameOf(path)))
    ? null
    : `the package belongs to ${owners.join(', ') || 'no place'}`;
}

/** The members of `process` that a file of `src` uses and may not; `main.ts` may use all. */
export function forbiddenProcessUse(path: string, text: string): readonly string[] {
  if (path === 'src/main.ts') return [];
  const code = withoutComments(text);
  const allowed = processMembers[path] ?? [];
  const imported = [...code.matchAll(/^import\s+(?:\{([^}]*)\}|\S+)\s+from 'node:process';$/gm)].flatMap(([, names]) =>
    (names ?? 'default').split(',').map((name) => name.trim().split(/\s+as\s+/)[0] ?? ''),
  );
  const bound = bindsItsOwn(code);
  const used = bound
    ? [...code.matchAll(/\bglobalThis\.process\s*\.\s*(\w+)/g)]
    : [...code.matchAll(/\bprocess\s*(?:\?\.|\.|\[\s*['"`]?)\s*(\w+)/g)];
  const members = [...imported, ...used.map(([, member]) => member ?? '')].filter((name) => name !== '');
  return [...new Set(members)].filter((member) => !allowed.includes(member)).map((member) => `${path}: ${member}`);
}

/** A file may bind the name itself, such as to the process that a listener's state belongs to. */
function bindsItsOwn(code: string): boolean {
  return /\bprocess\b[^\n;()]*\}\s*=|\bconst process\b|[({,]\s*process\s*[,:)}]|\breadonly process\??:/.test(code);
}
