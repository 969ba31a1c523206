import { mkdirSync, symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { packageName } from '../../../src/core/platform/version.js';

/** Puts the built package into the `node_modules` of an app. */
export function linkPackage(app: string): void {
  const place = join(app, 'node_modules', packageName);
  mkdirSync(dirname(place), { recursive: true });
  symlinkSync(fileURLToPath(new URL('../../..', import.meta.url)), place);
}
