import { chmodSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { fileStore } from '../../../src/core/config/key-file.js';
import { keychain } from '../../../src/core/config/keychain.js';
import { accountOf, storeKey } from '../../../src/core/config/key-store.js';
import { fresh } from '../../support/shared.js';
import { newFolder } from '../../support/folder.js';

const folder = fresh(newFolder);

describe('the file of keys', () => {
  it('keeps, gives and forgets keys, readable by its owner alone', async () => {
    const store = fileStore(folder.path);
    expect(await store.get('a:live')).toBeNull();
    await store.set('a:live', 'one');
    await store.set('b:test', 'two');
    expect(await store.get('a:live')).toBe('one');
    await store.remove('a:live');
    await store.remove('a:live');
    expect(await store.get('a:live')).toBeNull();
    expect(await store.get('b:test')).toBe('two');
    expect(statSync(join(folder.path, 'keys.json')).mode & 0o777).toBe(0o600);
  });

  it('gets its narrow mode back when something widened it', async () => {
    const store = fileStore(folder.path);
    await store.set('a:live', 'one');
    chmodSync(join(folder.path, 'keys.json'), 0o644);
    await store.get('a:live');
    expect(statSync(join(folder.path, 'keys.json')).mode & 0o777).toBe(0o600);
  });

  it('that is broken is named and left alone', async () => {
    writeFileSync(join(folder.path, 'keys.json'), '{ "a:live": ');
    await expect(fileStore(folder.path).get('a:live')).rejects.toThrow(join(folder.path, 'keys.json'));
    await expect(fileStore(folder.path).set('a:live', 'x')).rejects.toThrow('it is not valid JSON');
    expect(readFileSync(join(folder.path, 'keys.json'), 'utf8')).toBe('{ "a:live": ');
  });

  it('does not give inherited properties for keys', async () => {
    await fileStore(folder.path).set('a:live', 'one');
    expect(await fileStore(folder.path).get('constructor')).toBeNull();
  });
});

describe('where a key goes', () => {
  it('is the file when it is asked for', async () => {
    expect(await storeKey(folder.path, accountOf('p', 'live'), 'one', 'file')).toEqual({
      store: 'file',
      because: null,
    });
  });

  it('is the file, with the reason, where there is no keychain', async () => {
    // No Secret Service answers at this address; on systems with another kind of keychain the key really goes there.
    const before = process.env['DBUS_SESSION_BUS_ADDRESS'];
    process.env['DBUS_SESSION_BUS_ADDRESS'] = 'unix:path=/nonexistent';
    try {
      const account = `esign-own-test-${process.pid}:live`;
      const stored = await storeKey(folder.path, account, 'one', 'keychain');
      if (process.platform === 'linux') {
        expect(stored).toEqual({ store: 'file', because: 'this system has no usable keychain' });
        expect(await fileStore(folder.path).get(account)).toBe('one');
      } else {
        expect(stored.store).toBe('keychain');
        await keychain().remove(account);
      }
    } finally {
      if (before === undefined) delete process.env['DBUS_SESSION_BUS_ADDRESS'];
      else process.env['DBUS_SESSION_BUS_ADDRESS'] = before;
    }
  });
});
