import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { execa } from 'execa';
import { rolldown } from 'rolldown';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openApiWithExamples } from '../../src/contract/openapi-examples.js';
import { agreementPdf } from '../support/agreement.js';
import { startTestEmulator, type TestEmulator } from '../support/emulator.js';
import { times } from '../support/counts.js';
import { linkPackage } from '../support/program/link-package.js';
import type { Job } from './jobs/job.js';

/**
 * Clients that three generators make of the document, and one of plain `fetch` with the types of the built package,
 * compile under `strict` and do the main job on the emulator. The compiler is that of the project, which needs a fifth of
 * the time of TypeScript 5; the full run takes the latter.
 */

const here = join('test', 'judges');
/** Tools of this folder come before those of the project. */
const local = { preferLocal: true, localDir: here };

const generators: Readonly<Record<string, readonly [string, ...string[]]>> = {
  'openapi-fetch': [
    'openapi-typescript',
    'service.json',
    '--output',
    'openapi-fetch-types.ts',
    // What has a default may be left out of a request.
    '--default-non-nullable=false',
  ],
  orval: ['orval', '--config', 'orval.config.cjs'],
  'hey-api': ['openapi-ts', '-i', 'service.json', '-o', 'hey-api-client', '-c', '@hey-api/client-fetch'],
};
const names = [...Object.keys(generators), 'plain-fetch'];

let folder: string;
let emulator: TestEmulator;
let complaints: string;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'esign-judges-'));
  cpSync(join(here, 'jobs'), folder, { recursive: true });
  // The package has nothing beside it but what the clients need.
  linkPackage(folder);
  symlinkSync(join(process.cwd(), 'node_modules', 'openapi-fetch'), join(folder, 'node_modules', 'openapi-fetch'));
  writeFileSync(join(folder, 'service.json'), JSON.stringify(openApiWithExamples()));
  const compilerOptions = {
    target: 'es2022',
    lib: ['es2023', 'dom', 'dom.iterable'],
    module: 'esnext',
    moduleResolution: 'bundler',
    types: [],
    strict: true,
    noEmit: true,
  };
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['*.ts'] }));
  for (const [tool, ...words] of Object.values(generators)) await execa(tool, words, { ...local, cwd: folder });
  const tsc = times(join('node_modules', '.bin', 'tsc'), 'tsc');
  const { all, exitCode } = await execa(tsc, ['-p', folder], { ...local, all: true, reject: false });
  complaints = exitCode === 0 ? '' : all;
  emulator = await startTestEmulator();
});
afterAll(async () => {
  await emulator?.close();
  rmSync(folder, { recursive: true, force: true });
});

it('the clients and what uses them have no type error', () => {
  expect(complaints).toBe('');
});

it('the types of the package are those of the document (npm run reference makes them)', async () => {
  const { all, exitCode } = await execa('node', ['bin/build/service-types.mjs', '--check'], {
    all: true,
    reject: false,
  });
  expect([exitCode, all]).toEqual([0, '']);
});

describe('drives the main job', () => {
  it.each(names)('%s', async (name) => {
    const job = await load(name);
    const { liveKey } = await emulator.organisation();
    const done = await job({ url: emulator.url, key: liveKey, pdf: agreementPdf().toString('base64') });
    expect(done).toMatchObject({ statuses: ['draft', 'sent', 'sent', 'voided'], refused: 'envelope_not_sent' });
    expect(Buffer.from(done.draft).subarray(0, 5).toString()).toBe('%PDF-');
    expect(done.draft.length).toBeGreaterThan(1000);
  });
});

async function load(name: string): Promise<Job> {
  const bundle = await rolldown({
    cwd: folder,
    input: join(folder, `${name}.ts`),
    platform: 'node',
    resolve: { extensionAlias: { '.js': ['.ts', '.js'] } },
  });
  const out = join(folder, 'built');
  mkdirSync(out, { recursive: true });
  await bundle.write({ file: join(out, `${name}.mjs`), format: 'esm' });
  await bundle.close();
  const { run } = (await import(pathToFileURL(join(out, `${name}.mjs`)).href)) as { run: Job };
  return run;
}
