// Builds dist/: one CommonJS program in lazy chunks, the emulator for tests, the document worker, the scripts of pages,
// types and assets.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, extname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';

const here = dirname(fileURLToPath(import.meta.url));
const root = join(here, '..', '..');
const src = join(root, 'src');
const dist = join(root, 'dist');
// Built aside and put in place at the end, so that a failed build leaves the last good one.
const built = join(root, `.dist-${process.pid}`);
const entries = {
  start: 'src/core/launcher/launcher.ts',
  main: 'src/main.ts',
  emulator: 'src/emulator/emulator.ts',
  playwright: 'src/emulator/playwright.ts',
  'webhook-explain': 'src/domain/webhook/explain.ts',
  contract: 'src/contract/overlay/entry.ts',
  'document-worker': 'src/document/worker.ts',
  reference: 'bin/build/write-reference.ts',
  reaper: 'src/receiving/listener/reaper.ts',
  'completion-values': 'src/cli/completion/values.ts',
  unpacked: 'src/cli/doctor/unpacked.ts',
};
// Packages with native code stay outside the bundle.
const outside = new Set(['libsql', '@napi-rs/keyring']);
// Modules of Node that undici loads and that none of our connections uses, with what it reads of them.
const unusedByUndici = {
  'node:http2': 'module.exports = { constants: {} };',
  'node:http': 'module.exports = { IncomingMessage: class {}, maxHeaderSize: 16384 };',
  'node:assert': "module.exports = (value, message) => { if (!value) require('node:assert')(value, message); };",
};
const isUnused = (id, importer) => Object.hasOwn(unusedByUndici, id) && importer?.includes('/undici/') === true;
const external = (id, importer) => outside.has(id) || (id.startsWith('node:') && !isUnused(id, importer));
// The licence of a font ships beside it.
const assets = new Set(['.sql', '.ttf', '.txt', '.pdf', '.css']);
// What runs in a browser: each a script of its own.
const browserEntries = {
  'signing-page': 'src/emulator/signing/browser/signing-page.ts',
  dashboard: 'src/emulator/dashboard/browser/dashboard.tsx',
  'host-page': 'src/sending/embed/browser/host-page.ts',
  'template-editor': 'src/authoring/editor/browser/template-editor.tsx',
  'template-prepare': 'src/authoring/prepare/page/browser/template-prepare.tsx',
};

// Loading them takes half as long as Node itself takes to start: `envelope get` on Node 24 is 2.7 of a bare Node, and
// 3.2 with them.
const withoutUnused = {
  name: 'without-unused',
  resolveId: (id, importer) => (isUnused(id, importer) ? `\0unused:${id}` : null),
  load: (id) => (id.startsWith('\0unused:') ? unusedByUndici[id.slice('\0unused:'.length)] : null),
};

// Node 20 keeps a process for a tenth of a second while V8 optimises the parser; it does not pay in one run. The flag is
// V8's own default again at once: under another, what Node and we keep compiled of modules loaded later would not fit.
const parserAsItIs = {
  name: 'parser-as-it-is',
  transform: (code, id) => {
    if (!id.endsWith('/undici/lib/dispatcher/client-h1.js')) return null;
    const made = 'llhttpInstance = lazyllhttp()';
    if (!code.includes(made)) throw new Error('undici makes its HTTP parser in another way now');
    return `${code.replace(made, 'llhttpInstance = unoptimised(lazyllhttp)')}
      function unoptimised(make) {
        if (!process.versions.node.startsWith('20.')) return make();
        const { setFlagsFromString } = require('node:v8');
        setFlagsFromString('--wasm-tiering-budget=1000000000');
        try {
          return make();
        } finally {
          setFlagsFromString('--wasm-tiering-budget=1800000');
        }
      }`;
  },
};

// Node's own zlib packs and unpacks the streams of a PDF in a third of the time of pako (a draft of the next envelope
// takes 1.4 times as long without it), which stays for those that only it gets something out of: such as are cut off.
const nodesZlib = {
  name: 'nodes-zlib',
  resolveId: (id, importer) => (id === 'pako' && importer !== '\0zlib' ? '\0zlib' : null),
  load: (id) =>
    id === '\0zlib'
      ? `import { deflateSync, inflateSync } from 'node:zlib';
        import pako from 'pako';
        const bytes = ({ buffer, byteOffset, length }) => new Uint8Array(buffer, byteOffset, length);
        export const deflate = (data) => bytes(deflateSync(data));
        export function inflate(data) {
          try {
            return bytes(inflateSync(data));
          } catch {
            return pako.inflate(data);
          }
        }
        export default { ...pako, deflate, inflate };`
      : null,
};

// What lines of a contract file are checked against, made of the schemas once.
const outlineReady = {
  name: 'outline-ready',
  load: async (id) =>
    id.endsWith('/src/contract/overlay/ready-outline.ts')
      ? `export const readyOutline = ${JSON.stringify(JSON.stringify(await makeOutline()))};`
      : null,
};

async function makeOutline() {
  const bundle = await rolldown({
    cwd: root,
    input: 'src/contract/overlay/outline.ts',
    platform: 'node',
    resolve: { extensionAlias: { '.js': ['.ts', '.js'] } },
  });
  const { output } = await bundle.generate({ format: 'esm' });
  await bundle.close();
  return (await import(`data:text/javascript,${encodeURIComponent(output[0].code)}`)).makeOutline();
}

// What every command needs, and what every call of the service needs, in one file each: each further file costs its own
// opening. A module that fewer commands need is no part of these.
const groups = [
  [
    'frame',
    /\/src\/(?:program|core\/platform\/(?:version|nearest)|commands\/(?:tree|registry)|cli\/flags\/(?:command|option|global-flags|arguments|help|usage)|cli\/failure\/(?:failure|exit-code)|core\/terminal\/(?:colour|json|output|plain-prompt|progress|prompt|failure|time)|client\/mask)\.ts$|\/node_modules\/(?:chalk|commander)\//,
  ],
  [
    'places',
    /\/src\/core\/(?:platform\/(?:alive|durable-file|json)|config\/(?:failure|origin|places|profiles|project|read-file)|terminal\/text)\.ts$/,
  ],
  [
    'config',
    /\/src\/(?:app\/compose|core\/platform\/agent|cli\/context\/contract|cli\/files\/files|core\/config\/(?:api-key|base-url|journal-limits|settings|write-private))\.ts$/,
  ],
  [
    'contract',
    /\/src\/contract\/(?:operations\/[^/]+|resources\/[^/]+|overlay\/(?:contract|edge|translation)|schema|error-codes|events|guesses|limits|canonical-json|operation|lazy|operations|states|structure)\.ts$|\/node_modules\/valibot\//,
  ],
  [
    'service',
    /\/src\/(?:app\/compose-client|client\/(?!mask|failure)[^/]+|core\/http\/(?:exchange|headers|network|proxy-choice|send|send-failure)|store\/(?:entry|envelope-states|envelopes|key-retention|key-use|known-envelopes|live-processes|migrations|requests|retention|seen-templates|state)|core\/platform\/sqlite)\.ts$/,
  ],
].map(([name, test]) => ({ name, test }));

process.on('exit', () => rmSync(built, { recursive: true, force: true }));
const input = Object.fromEntries(Object.entries(entries).filter(([, file]) => existsSync(join(root, file))));
const bundle = await rolldown({
  cwd: root,
  input,
  external,
  platform: 'node',
  preserveEntrySignatures: 'allow-extension',
  plugins: [withoutUnused, parserAsItIs, nodesZlib, outlineReady],
  // Its main file loads its parts by a `require` of its own, which the bundler cannot see.
  resolve: {
    extensionAlias: { '.js': ['.ts', '.js'] },
    alias: { 'jsonc-parser': join(root, 'node_modules/jsonc-parser/lib/esm/main.js') },
  },
  onwarn(warning, warn) {
    if (warning.code !== 'EVAL') warn(warning);
  },
});
const { output } = await bundle.write({
  dir: built,
  format: 'cjs',
  codeSplitting: { includeDependenciesRecursively: false, groups },
  entryFileNames: '[name].cjs',
  chunkFileNames: 'chunks/[name]-[hash].cjs',
  exports: 'named',
  // What was compiled in an earlier run has lost the way to Node's import().
  dynamicImportInCjs: false,
  // Read at every start; the licences go along in a file of their own.
  comments: false,
  // A fifth less of the program on the disk. Functions and classes keep their names, so that a stack trace can be read.
  minify: { compress: false, mangle: { keepNames: true }, codegen: { removeWhitespace: true } },
});
await bundle.close();
writeAscii(output);
refuseCircles(output);
refuseImports(output);
nameBuild(output);
listModules(output);
recordCommit();
const inBrowsers = [];
for (const [name, file] of Object.entries(browserEntries)) {
  const script = await rolldown({
    cwd: root,
    input: { [name]: file },
    platform: 'browser',
    resolve: { extensionAlias: { '.js': ['.ts', '.tsx', '.js'] } },
  });
  const written = await script.write({ dir: built, format: 'iife', entryFileNames: '[name].js', minify: true });
  await script.close();
  inBrowsers.push(...written.output);
}
// What an app loads: a file each that needs no other, for Node and for where its modules are missing, such as in Workers.
for (const [name, file, platform, formats] of [
  ['webhook', 'src/domain/webhook/verifier.ts', 'node', { cjs: 'cjs', esm: 'mjs' }],
  ['webhook-web', 'src/domain/webhook/web-verifier.ts', 'neutral', { esm: 'mjs' }],
]) {
  const verifier = await rolldown({
    cwd: root,
    input: { [name]: file },
    external: (id) => id.startsWith('node:'),
    platform,
    resolve: { extensionAlias: { '.js': ['.ts', '.js'] } },
  });
  for (const [format, ending] of Object.entries(formats)) {
    await verifier.write({ dir: built, format, entryFileNames: `[name].${ending}`, exports: 'named', minify: true });
  }
  await verifier.close();
}
writeLicences(new Set([...output, ...inBrowsers].flatMap((chunk) => chunk.moduleIds ?? []).flatMap(packageFolder)));

const copyAssets = (folder) => {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) copyAssets(path);
    else if (assets.has(extname(entry.name))) {
      const target = join(built, 'assets', relative(src, path));
      mkdirSync(dirname(target), { recursive: true });
      cpSync(path, target);
    }
  }
};
copyAssets(src);
// Whole apps, with whatever files they have.
cpSync(join(src, 'cli', 'dev', 'templates'), join(built, 'assets', 'cli', 'dev', 'templates'), { recursive: true });
// Their packages hold several builds for other systems beside the one that is bundled.
for (const [asset, target] of [
  ['@embedpdf/pdfium/pdfium.wasm', 'document/engine'],
  ['jq-wasm/jq.wasm', 'core/terminal'],
]) {
  const folder = join(built, 'assets', target);
  mkdirSync(folder, { recursive: true });
  cpSync(createRequire(import.meta.url).resolve(asset), join(folder, basename(asset)));
}

/** Whoever imports the package needs the types that its two entries speak of, and not the ones of everything inside. */
function keepReachableTypes(folder, first) {
  const kept = new Set();
  const keep = (file) => {
    if (kept.has(file)) return;
    kept.add(file);
    for (const [, path] of readFileSync(file, 'utf8').matchAll(/(?:from |import\()['"]([^'"]+)['"]/g)) {
      if (!path.startsWith('.')) throw new Error(`${file}: the public types would need the package ${path}`);
      keep(join(dirname(file), path.replace(/\.js$/, '.d.ts')));
    }
  };
  for (const path of first) keep(join(folder, path));
  for (const entry of readdirSync(folder, { withFileTypes: true, recursive: true })) {
    const file = join(entry.parentPath, entry.name);
    if (entry.isFile() && !kept.has(file)) rmSync(file);
  }
}

// The help of the root in the two widths that nearly every reader has: it is printed without loading the program.
for (const width of [80, 110]) {
  const script = `process.stdout.columns = ${width}; process.argv = ['node', 'esign', '--help']; require('./main.cjs')`;
  const help = spawnSync(process.execPath, ['-e', script], { cwd: built, encoding: 'utf8' });
  if (help.status !== 0 || help.stdout === '') throw new Error(`the help cannot be made: ${help.stderr}`);
  writeFileSync(join(built, `help-${width}.txt`), help.stdout);
}

if (!process.argv.includes('--no-types') && existsSync(join(root, entries.emulator))) {
  const typescript = join(dirname(createRequire(import.meta.url).resolve('typescript/package.json')), 'bin', 'tsc');
  const types = spawnSync(
    process.execPath,
    [typescript, '-p', join(here, 'tsconfig.declarations.json'), '--outDir', join(built, 'types')],
    { stdio: 'inherit' },
  );
  if (types.status !== 0) process.exit(types.status ?? 1);
  // The compiler leaves out what is a declaration already.
  cpSync(join(here, 'types'), join(built, 'types'), { recursive: true });
  keepReachableTypes(join(built, 'types'), [
    'emulator/emulator.d.ts',
    'emulator/playwright.d.ts',
    'domain/webhook/verifier.d.ts',
    'domain/webhook/web-verifier.d.ts',
    'domain/webhook/explain.d.ts',
    'contract/overlay/entry.d.ts',
  ]);
  // The types of a file that is ESM are in one that is ESM too.
  const esm = { webhook: 'verifier', 'webhook-web': 'web-verifier' };
  for (const [name, types] of Object.entries(esm)) {
    writeFileSync(join(built, `${name}.d.mts`), `export * from './types/domain/webhook/${types}.js';\n`);
  }
}

rmSync(dist, { recursive: true, force: true });
renameSync(built, dist);

/** A text that is all ASCII takes half the memory and no decoding. Comments are gone: what is not stands in literals. */
function writeAscii(chunks) {
  for (const chunk of chunks.filter(({ code }) => code !== undefined)) {
    const code = chunk.code.replace(/[^\0-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
    if (code !== chunk.code) writeFileSync(join(built, chunk.fileName), code);
  }
}

/** A file that the start loads has no way to Node's import(): it would fail in its second run only. */
function refuseImports(chunks) {
  for (const { fileName, code = '' } of chunks) {
    const imports = /.{0,60}\bimport\(.{0,60}/.exec(code);
    if (imports !== null) throw new Error(`${fileName} imports at run time: ${imports[0].trim()}`);
  }
}

/** What is kept of compiled files goes by what was compiled: every file of this build. */
function nameBuild(chunks) {
  const digest = createHash('sha256');
  for (const { fileName, code, source } of chunks) digest.update(`${fileName}\n`).update(code ?? source);
  const file = join(built, 'start.cjs');
  const text = readFileSync(file, 'utf8');
  if (!text.includes('@build@')) throw new Error('the start has no place for the digest of the build');
  writeFileSync(file, text.replace('@build@', digest.digest('hex').slice(0, 16)));
}

/** What each file is made of, for tests; it is not published. */
function listModules(chunks) {
  const lists = chunks.map(({ fileName, modules = {} }) => {
    const rendered = Object.keys(modules).filter((id) => modules[id].renderedLength > 0);
    return [fileName, rendered.map((id) => relative(root, id).replaceAll('\\', '/'))];
  });
  writeFileSync(join(built, 'modules.json'), JSON.stringify(Object.fromEntries(lists)));
}

/** The commit that was built, for `esign --version --json`; null outside of a clone. */
function recordCommit() {
  const words = ['describe', '--always', '--abbrev=40', '--exclude=*', '--dirty'];
  const told = existsSync(join(root, '.git')) ? spawnSync('git', words, { cwd: root, encoding: 'utf8' }) : null;
  const commit = told?.status === 0 ? told.stdout.trim() : null;
  writeFileSync(join(built, 'build.json'), `${JSON.stringify({ commit })}\n`);
}

/** A chunk that loads itself over others finds them half made. */
function refuseCircles(chunks) {
  const importsOf = new Map(chunks.map(({ fileName, imports = [] }) => [fileName, imports]));
  const done = new Set();
  const follow = (name, path) => {
    if (path.includes(name)) throw new Error(`chunks load each other: ${[...path, name].join(' > ')}`);
    if (done.has(name)) return;
    for (const next of importsOf.get(name) ?? []) follow(next, [...path, name]);
    done.add(name);
  };
  for (const name of importsOf.keys()) follow(name, []);
}

/** The folder of the package that a bundled module is part of. */
function packageFolder(id) {
  const match = /^(.*\/node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(id);
  return match === null ? [] : [match[1]];
}

/** The licences of what is bundled go along with it. */
function writeLicences(folders) {
  const texts = [...folders].sort().map((folder) => {
    const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
    const file = readdirSync(folder).find((entry) => /^(licen[cs]e|copying)/i.test(entry));
    const text = file === undefined ? '' : `\n${readFileSync(join(folder, file), 'utf8').trim()}\n`;
    return `${name} ${version} (${license})\n${text}`;
  });
  writeFileSync(join(built, 'THIRD-PARTY-LICENCES.txt'), texts.join(`\n${'-'.repeat(80)}\n\n`));
}
