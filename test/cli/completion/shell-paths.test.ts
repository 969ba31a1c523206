import { expect, it } from 'vitest';
import { shellPathsOf } from '../../../src/cli/completion/shell-paths.js';

it('takes the first folder of a list of those that bash-completion looks in', () => {
  const script = (folder: string): string =>
    shellPathsOf('bash', { env: { BASH_COMPLETION_USER_DIR: folder }, home: '/home/ann' }).script;
  expect(script('/one:/two')).toBe('/one/completions/esign');
  expect(script('/one')).toBe('/one/completions/esign');
  expect(script('two:/one')).toBe('/home/ann/.local/share/bash-completion/completions/esign');
});
