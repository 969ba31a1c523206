import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { assetPath, builtPath } from '../../../src/core/platform/package-files.js';

describe('files that the build puts beside the program', () => {
  it('are found from the sources as from the bundle', () => {
    const font = readFileSync(assetPath('document/render/fonts/NotoSans-Regular.ttf'));
    expect(font.readUInt32BE(0)).toBe(0x0001_0000);
    expect(readFileSync(builtPath('document-worker.cjs'), 'utf8')).toContain('node:worker_threads');
  });
});
