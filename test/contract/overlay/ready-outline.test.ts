import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { packageRoot } from '../../../src/core/platform/package-files.js';
import { makeOutline } from '../../../src/contract/overlay/outline.js';
import { readyOutline } from '../../../src/contract/overlay/ready-outline.js';

it('is left to the build, which puts the outline of the contract there', () => {
  expect(readyOutline).toBeNull();
  const folder = join(packageRoot(), 'dist', 'chunks');
  const chunks = readdirSync(folder).map((name) => readFileSync(join(folder, name), 'utf8'));
  const escaped = JSON.stringify(makeOutline()).replaceAll('\\', '\\\\');
  // In quotes of one kind or the other.
  const literals = [escaped, escaped.replaceAll('"', '\\"')];
  expect(chunks.filter((text) => literals.some((literal) => text.includes(literal)))).toHaveLength(1);
});
