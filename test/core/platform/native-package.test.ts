import { expect, it } from 'vitest';
import { loadNative, NativePackageMissing, NativePackageRefused } from '../../../src/core/platform/native-package.js';

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
  const unfit = refused('ERR_DLOPEN_FAILED', 'librt.so.1: cannot open shared object file: No such file or directory');
  expect(() => loadNative('libsql', unfit)).toThrow(NativePackageRefused);
  expect(() => loadNative('libsql', unfit)).toThrow('librt.so.1: cannot open');
  expect(() => loadNative('libsql', refused('ENOENT', 'something else'))).toThrow('something else');
});
