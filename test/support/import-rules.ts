import { dirname, join, normalize } from 'node:path';
import { packageOwners } from './package-owners.js';

/** A room, a folder in it, or one file; `types` allows type imports alone, `late` a dynamic import alone. */
type Allowed = readonly (string | { readonly types: string } | { readonly late: string })[];

/**
 * Who may import whom, from the ground up: a room imports only rooms above it in this table. Every room may import
 * `platform`, and itself. `src/README.md` shows the same table.
 */
export const mayImport: Readonly<Record<string, Allowed>> = {
  launcher: [],
  contract: [],
  http: [],
  platform: [],
  page: ['http'],

  config: [],
  terminal: [],
  webhook: ['contract'],
  rules: ['contract'],
  store: ['contract'],
  document: ['contract'],
  client: ['contract', 'http'],
  tunnel: ['http'],

  // The context of a command hands out types of the rooms below; failures of all of them are put into words here.
  cli: [
    'contract',
    'config',
    'terminal',
    'http/network',
    { types: 'http' },
    'client/failure',
    { types: 'client' },
    'store/failure',
    'store/entry',
    'store/key-use',
    { types: 'store' },
    { types: 'document' },
  ],
  listen: ['contract', 'client', 'http', 'tunnel', 'webhook', 'store'],
  emulator: ['contract', 'http', 'page', 'webhook', 'document', 'rules'],
  'emulator-client': [
    'contract',
    'http',
    'client',
    'config',
    'cli',
    { types: 'emulator/emulator' },
    { late: 'emulator/control/answers' },
    { types: 'emulator/control/answers' },
  ],

  'names-file': ['contract', 'cli'],
  'last-seen': ['contract', 'store', 'client/failure', { types: 'client' }, 'cli', 'names-file'],
  authorisation: ['contract', 'terminal', 'cli'],
  'sealed-pdf': ['contract', { late: 'document' }, { types: 'document' }, 'cli', 'emulator-client'],
  request: ['contract', 'config', 'terminal', 'client', 'store', 'cli'],
  'webhook-endpoint': [
    'contract',
    'config',
    'terminal',
    'http',
    'client',
    'webhook',
    'store',
    'cli',
    'emulator-client',
    { late: 'listen/attempt' },
    { types: 'listen' },
  ],
  event: ['contract', 'terminal', 'webhook', 'store', 'cli', 'listen', 'webhook-endpoint'],
  template: [
    'contract',
    'terminal',
    'rules',
    'client',
    { late: 'document' },
    { types: 'document' },
    'cli',
    'names-file',
  ],
  wizard: ['contract', 'terminal', 'rules', 'store', 'client', 'cli', 'last-seen', 'template'],
  'template-editor': [
    'contract',
    'http',
    'page',
    'rules',
    'client',
    { types: 'document' },
    'cli',
    'names-file',
    'template',
    'wizard',
  ],
  envelope: [
    'contract',
    'config',
    'terminal',
    'rules',
    'store',
    'client',
    'cli',
    'listen',
    'emulator-client',
    'event',
    'template',
    'wizard',
    'template-editor',
  ],
  bulk: ['contract', 'terminal', 'rules', 'store', { types: 'http' }, 'client', 'cli', 'emulator-client', 'envelope'],
  'docs-gen': ['contract', 'terminal/wrap', 'cli'],
  completion: ['store', 'contract', 'config', 'terminal', 'cli', 'docs-gen'],
  agent: ['cli'],
  mcp: ['contract', 'client/secrets', { types: 'client' }, 'cli'],
  forget: ['contract', 'store', 'listen'],
  doctor: [
    'launcher/trusted',
    'contract',
    'config',
    'terminal',
    'http',
    'client',
    'store',
    'tunnel',
    'cli',
    'listen',
    'emulator-client',
  ],
  timeline: ['terminal', 'cli'],
  desk: ['contract', 'terminal', 'store', 'client', 'cli', 'emulator-client', 'event', 'envelope', 'bulk', 'timeline'],
  'listen-cli': [
    'contract',
    'config',
    'terminal',
    'http',
    'client',
    'webhook',
    'store',
    'tunnel',
    'cli',
    'listen',
    'emulator-client',
    'webhook-endpoint',
    'timeline',
  ],
  embed: [{ types: 'contract' }, 'config', 'http', 'client', 'cli', 'emulator-client', 'envelope'],
  prove: ['contract', 'http', 'client'],
  dev: [{ types: 'contract' }, 'config', 'terminal', 'http', 'cli', 'emulator-client', 'timeline'],
  demo: ['contract', 'config', 'terminal', 'http', 'client', 'webhook', { late: 'store/state' }, 'cli'],

  commands: [
    'contract',
    'config',
    'terminal',
    'http',
    'client',
    'webhook',
    'rules',
    'store',
    'tunnel',
    { late: 'document' },
    { types: 'document' },
    'cli',
    'listen',
    { late: 'emulator/emulator' },
    { types: 'emulator/emulator' },
    // The words that its commands take, without the rest of it.
    'emulator/names',
    'emulator-client',
    'names-file',
    'last-seen',
    'authorisation',
    'sealed-pdf',
    'request',
    'webhook-endpoint',
    'event',
    'template',
    'wizard',
    'envelope',
    'bulk',
    'docs-gen',
    'completion',
    { late: 'agent' },
    { types: 'agent' },
    'agent/clients',
    { late: 'mcp' },
    { types: 'mcp' },
    'forget',
    'doctor',
    'desk',
    'listen-cli',
    'embed',
    'template-editor',
    'prove',
    'dev',
    'demo',
  ],
};

/** Where the program is put together: these import everything, and nothing imports them. */
export const compositionRoot: readonly string[] = ['app', 'program', 'main'];

/** Inside a room: what the files of a folder never import. */
const innerRules: readonly (readonly [folder: string, never: readonly string[], reason: string])[] = [
  [
    'emulator/domain',
    ['store', 'http', 'handlers', 'control', 'signing', 'delivery', 'mail'].map((name) => `emulator/${name}`),
    'the rules of the service know neither SQL nor HTTP',
  ],
  ['emulator/store', ['emulator/http', 'emulator/handlers', 'emulator/control'], 'storage serves, and asks nobody'],
  ['document/engine', ['detect', 'render', 'seal', 'word'].map((name) => `document/${name}`), 'PDFium for all'],
  ['document/word', ['detect', 'render', 'seal'].map((name) => `document/${name}`), 'only prepares files'],
  ['document/detect', ['document/render', 'document/seal'], 'reading draws and signs nothing'],
  ['document/render', ['detect', 'seal', 'word'].map((name) => `document/${name}`), 'drawing reads no forms'],
  ['document/seal', ['detect', 'render', 'word'].map((name) => `document/${name}`), 'signing draws nothing'],
];

/** The files that touch the process, each with the members that it uses. */
const processMembers: Readonly<Record<string, readonly string[]>> = {
  'src/app/print-version.ts': ['versions'],
  'src/app/write-reference.ts': ['argv', 'cwd', 'exitCode', 'stderr', 'stdout'],
  'src/listen-cli/reaper.ts': ['env', 'exit', 'on'],
  'src/platform/process-group.ts': ['kill', 'off', 'on'],
  'src/platform/process-identity.ts': ['env', 'kill', 'pid'],
  'src/platform/process-tree.ts': ['kill', 'off', 'on', 'pid'],
  'src/emulator/control/routes.ts': ['pid'],
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
export const roomOf = (path: string): string => nameOf(path).split('/')[0] ?? '';
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
  const [room, other] = [roomOf(path), roomOf(target)];
  if (compositionRoot.includes(room)) return null;
  if (compositionRoot.includes(other)) return 'it puts the program together';
  if (room !== other) {
    if (other === 'platform' && room !== 'launcher') return null;
    return (mayImport[room] ?? []).some((rule) => allows(rule, target, found)) ? null : `${room} is below ${other}`;
  }
  const inner = innerRules.find(
    ([folder, never]) => within(folder, from) && never.some((forbidden) => within(forbidden, target)),
  );
  if (inner !== undefined) return inner[2];
  const [, noun, verb] = from.split('/');
  const [, otherNoun, otherVerb] = target.split('/');
  const crosses = room === 'commands' && verb !== undefined && otherVerb !== undefined && noun !== otherNoun;
  return crosses ? 'one noun never imports another' : null;
}

function packageProblem(path: string, to: string): string | null {
  const owners = packageOwners[packageOf(to)] ?? [];
  return owners.includes(roomOf(path)) ? null : `the package belongs to ${owners.join(', ') || 'no room'}`;
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
