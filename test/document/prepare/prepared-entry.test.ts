import { describe, expect, it } from 'vitest';
import {
  type PreparedEntry,
  readPreparedEntry,
  writePreparedEntry,
} from '../../../src/document/prepare/prepared-entry.js';

const entry: PreparedEntry = {
  type: 'tickbox',
  label: 'Ḽa',
  role: 'Tenant',
  key: 'form.pets',
  option: 'Yes',
  group: { name: 'pets', label: null, min_selected: 0, max_selected: 2 },
};

describe('what a widget says of a field that was drawn', () => {
  it('is read as it was written', () => {
    expect(readPreparedEntry(writePreparedEntry(entry))).toEqual(entry);
    const plain = { type: 'text', label: null, role: null, key: null, option: null, group: null } as const;
    for (const each of [plain, { ...plain, line: true } as const])
      expect(readPreparedEntry(writePreparedEntry(each))).toEqual(each);
  });

  it.each([
    '',
    'x',
    'null',
    '[]',
    '{"v":2,"type":"text"}',
    '{"v":1,"type":"stamp"}',
    '{"v":1,"type":"text","role":5}',
    '{"v":1,"type":"text","role":"a\\u0000b"}',
    `{"v":1,"type":"text","role":"${'a'.repeat(201)}"}`,
    '{"v":1,"type":"text","key":"no key"}',
    '{"v":1,"type":"tickbox","option":"Yes"}',
    '{"v":1,"type":"tickbox","option":"Yes","group":{"name":"g","min_selected":2,"max_selected":1}}',
    '{"v":1,"type":"tickbox","option":"Yes","group":{"name":"g","min_selected":0,"max_selected":1e9}}',
    `{"v":1,"type":"text"${' '.repeat(10_000)}}`,
  ])('is ignored when it is %j', (text) => {
    expect(readPreparedEntry(text)).toBeNull();
  });
});
