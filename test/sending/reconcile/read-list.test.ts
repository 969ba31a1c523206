import { describe, expect, it } from 'vitest';
import type { Files } from '../../../src/cli/files/files.js';
import type { ListState } from '../../../src/sending/reconcile/list-states.js';
import { readAppList } from '../../../src/sending/reconcile/read-list.js';

const read = (path: string, text: string, words: readonly (readonly [string, ListState])[] = [], id?: string) => {
  const files = { readText: () => Promise.resolve(text) } as unknown as Files;
  return readAppList(files, path, { id, status: undefined, words: new Map(words) });
};

describe('the list of an app', () => {
  it.each([
    ['list.csv', 'envelope_id,status\nenv_1,Partially Signed\n\nenv_2,signed\n', 2],
    ['list.csv', 'State;ID\npartially-signed;env_1\n\nsigned;env_2\n', 2],
    ['list.ndjson', '{"id":"env_1","status":"partially_signed"}\n\n{"status":"signed","id":"env_2"}\n', 1],
    ['list.json', '[{"id":"env_1","state":"PARTIALLY_SIGNED"},{"id":"env_2","state":"signed"}]', 1],
    ['-', '{"data":[{"id":"env_1","state":"partially_signed"},{"id":"env_2","state":"signed"}]}', 1],
  ])('is read from %s: %j', async (path, text, line) => {
    const { rows, told } = await read(path, text, [['signed', 'completed']]);
    expect(rows.map(({ id, state }) => [id, state])).toEqual([
      ['env_1', 'partially_signed'],
      ['env_2', 'completed'],
    ]);
    expect(rows[0]?.line).toBe(line);
    expect([...told]).toEqual(['partially_signed', 'completed']);
  });

  it.each([
    ['list.csv', 'id,status\n,sent\n', 'list.csv:2:1: the ID is empty'],
    ['list.csv', 'id,status\nenv_1,sent\nENV_1,sent\n', 'list.csv:3:1: ENV_1 is also in line 2'],
    [
      'list.csv',
      'number,status\n1,sent\n',
      'list.csv:1:1: no column is named envelope_id or envelopeid or id: name it with',
    ],
    ['list.csv', 'id,status\ne1,done\ne2,open\n', '`done`, `open` do not name a state of an envelope'],
    [
      'list.csv',
      'id,stage\n',
      'list.csv:1:1: no column is named status or state: name it with --status-column. It has "id", "stage".',
    ],
    ['list.csv', '', 'list.csv:1:1: the file is empty; the first line must be the column names'],
    ['list.ndjson', '\n', 'list.ndjson contains no envelopes'],
    ['list.ndjson', '{"id":"e1","status":"sent"}\n{"id":\n', 'list.ndjson:2:1: this is not a JSON object'],
    ['list.json', '{"id":"e1"}', 'list.json:1:1: the file is not a JSON array of objects'],
  ])('is refused with the place of the mistake: %s %j', async (path, text, message) => {
    await expect(read(path, text)).rejects.toThrow(message);
  });

  it.each([
    ['list.csv', 'id,status\n'],
    ['-', 'envelope_id;state\n'],
    ['list.json', '[]'],
  ])('may have no rows: %s %j', async (path, text) => {
    expect((await read(path, text)).rows).toEqual([]);
  });

  it('names the nearest column where the wanted one does not exist', async () => {
    const list = read('list.csv', 'contract,status\ne1,sent\n', [], 'contrct');
    await expect(list).rejects.toThrow('column `contrct` of --id-column not found. Did you mean "contract"?');
  });
});
