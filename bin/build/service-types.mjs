// Types of the service for code that uses plain fetch, made of our OpenAPI document: `--write` writes them, `--check`
// fails when they are stale. The generator is a package of test/judges, which has the older TypeScript that it needs.
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';

const here = dirname(fileURLToPath(import.meta.url));
const root = join(here, '..', '..');
// The compiler finds the folder `types` beside src (`rootDirs`).
const file = join(here, 'types', 'contract', 'service-types.d.ts');
const ofJudges = createRequire(join(root, 'test', 'judges', 'package.json'));

const text = formatted(await typesOf(withoutHeaders(await ourDocument())));
const [mode] = process.argv.slice(2);
if (mode === '--write') writeFileSync(file, text);
else if (readFileSync(file, 'utf8') !== text) {
  process.stderr.write('stale: bin/build/types/contract/service-types.d.ts\n');
  process.exitCode = 1;
}

async function ourDocument() {
  const bundle = await rolldown({
    cwd: root,
    input: 'src/contract/openapi.ts',
    platform: 'node',
    resolve: { extensionAlias: { '.js': ['.ts', '.js'] } },
  });
  const { output } = await bundle.generate({ format: 'esm' });
  await bundle.close();
  const { openApi } = await import(`data:text/javascript,${encodeURIComponent(output[0].code)}`);
  return openApi();
}

/** A Response of fetch has its headers by name: their types would be a third of the file. */
function withoutHeaders({ webhooks: _events, ...document }) {
  const plain = JSON.parse(JSON.stringify(document));
  delete plain.components.headers;
  const responses = Object.values(plain.paths).flatMap((path) =>
    Object.values(path).flatMap((operation) => Object.values(operation.responses)),
  );
  for (const response of [...responses, ...Object.values(plain.components.responses)]) delete response.headers;
  return plain;
}

async function typesOf(document) {
  const { default: generate, astToString } = ofJudges('openapi-typescript');
  // What has a default may be left out of a request.
  const types = astToString(await generate(document, { defaultNonNullable: false, silent: true }));
  const names = Object.keys(document.components.schemas);
  const aliases = names.map((name) => `export type ${name} = components['schemas']['${name}'];`);
  return `/** Made of the OpenAPI document by \`npm run reference\`. */\n\n${types}\n${aliases.join('\n')}\n`;
}

function formatted(source) {
  const oxfmt = join(root, 'node_modules', '.bin', 'oxfmt');
  const made = spawnSync(oxfmt, ['--stdin-filepath', file], { input: source, encoding: 'utf8' });
  if (made.status !== 0) throw new Error(made.stderr);
  return made.stdout;
}
