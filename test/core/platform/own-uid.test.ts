import { statSync } from 'node:fs';
import { platform } from 'node:os';
import { expect, it } from 'vitest';
import { ownUid } from '../../../src/core/platform/own-uid.js';

it('knows the number of a user that has no name', async () => {
  const nameless = (): never => {
    throw new Error('ENOENT: no such user');
  };
  expect(await ownUid()).toBe(process.getuid?.() ?? -1);
  expect(await ownUid(nameless)).toBe(platform() === 'linux' ? statSync('/proc/self').uid : -1);
});
