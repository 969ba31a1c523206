import { expect, it } from 'vitest';
import { loadNative, NativePackageMissing } from '../../src/platform/native-package.js';

const refused = (code: string, message: string) => (): never => {
  throw Object.assign(new Error(message), { code });
};

it('loads a package that is there', () => {
  expect(loadNative('libsql')).toBeTypeOf('function');
});

it('names the build that is missing, and passes every other failure on', () => {
  const missing = refused(
    'MODULE_NOT_FOUND',
    "Cannot find module '@libsql/win32-arm64-msvc'\nRequire stack:\n- index.js",
  );
  expect(() => loadNative('libsql', missing)).toThrow(NativePackageMissing);
  expect(() => loadNative('libsql', missing)).toThrow('@libsql/win32-arm64-msvc is not installed');
  expect(() => loadNative('libsql', refused('ERR_DLOPEN_FAILED', 'wrong ELF class'))).toThrow('wrong ELF class');
});
