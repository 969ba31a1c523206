import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { filesUnder } from '../support/project/files-under.js';

/** What reads JSON by itself: what this program wrote, or a text whose depth was checked before. */
const readsJson = [
  'src/core/platform/json.ts',
  /^src\/emulator\//,
  /^src\/(cli\/docs-gen|app)\//,
  /^src\/core\/launcher\//,
  /^src\/domain\/webhook\/(lossless-json|json-forms)\.ts$/,
  'src/core/platform/package-files.ts',
  'src/client/resend.ts',
  'src/cli/completion/values.ts',
  'src/commands/request/show.ts',
  'src/commands/spec/catalogue.ts',
  'src/core/config/key-file.ts',
  'src/contract/overlay/outline.ts',
];

const files = filesUnder('src');
const filesWith = (text: string): readonly string[] =>
  files.filter((path) => readFileSync(path, 'utf8').includes(text));

describe('one limit of depth for every reader', () => {
  it('foreign JSON is read by `parseJson`', () => {
    const allowed = (path: string): boolean =>
      readsJson.some((known) => (typeof known === 'string' ? known === path : known.test(path)));
    expect(filesWith('JSON.parse(').filter((path) => !allowed(path))).toEqual([]);
  });

  it('YAML is read by `parseYaml`', () => {
    expect(filesWith('parseDocument(')).toEqual([]);
    expect(filesWith('new Composer(')).toEqual(['src/core/platform/yaml-document.ts']);
  });
});
