import { describe, expect, it } from 'vitest';
import { withBaseOf } from '../../../src/authoring/names-file/base.js';

const file = (name: string, base: string): string =>
  [
    '# mine',
    'version: 1',
    'fields:',
    '  - id: a # kept',
    `    data_key: ${name}`,
    '',
    '# What the service held.',
    'base:',
    `  etag: ${base}`,
    '  fields:',
    `    a: { data_key: ${base} }`,
    '',
  ].join('\n');

describe('putting a base right', () => {
  it('takes the base of the other text, and leaves every other line as it is', () => {
    expect(withBaseOf(file('new', 'edited'), file('other', 'true'))).toBe(file('new', 'true'));
  });

  it('keeps what is below the base', () => {
    const below = '# the end\nname: Lease\n';
    expect(withBaseOf(file('new', 'edited') + below, file('other', 'true'))).toBe(file('new', 'true') + below);
  });

  it('leaves a text without a base alone', () => {
    expect(withBaseOf('version: 1\n', file('other', 'true'))).toBe('version: 1\n');
  });
});
