import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createFiles } from '../../../src/cli/files/files.js';
import { readStructured } from '../../../src/cli/files/structured-file.js';
import { fakeTerminal } from '../../support/program/terminal.js';
import { shared } from '../../support/shared.js';
import { newFolder } from '../../support/folder.js';

const folder = shared(newFolder);

const read = (text: string): Promise<unknown> => {
  writeFileSync(join(folder.path, 'body.yaml'), text);
  return readStructured(createFiles(folder.path, fakeTerminal().streams), 'body.yaml');
};

describe('a request body from a file', () => {
  it('keeps numbers as they were written, except positions and pages', async () => {
    const text = [
      'send: true',
      'external_ref: 007',
      'values: [{ key: rental.amount, value: 8500.00 }, { key: contact.phone, value: 0821234567 }]',
      'fields: [{ page: 2, document: 1, rect: { x: 0.10, y: 0.5, w: 1, h: .25 } }]',
      'date: 2026-12-01',
    ].join('\n');
    expect(await read(text)).toEqual({
      send: true,
      external_ref: '007',
      values: [
        { key: 'rental.amount', value: '8500.00' },
        { key: 'contact.phone', value: '0821234567' },
      ],
      fields: [{ page: 2, document: 1, rect: { x: 0.1, y: 0.5, w: 1, h: 0.25 } }],
      date: '2026-12-01',
    });
  });

  it('reads JSON too', async () => {
    expect(await read('{"title": "Lease", "values": [{"key": "a.b", "value": ["x", "y"]}]}')).toEqual({
      title: 'Lease',
      values: [{ key: 'a.b', value: ['x', 'y'] }],
    });
  });

  it.each([
    ['title: Lease\nrecipients: [\n', 'body.yaml:3:1'],
    ['title: Lease\ntitle: Again\n', 'body.yaml:2:1'],
    ['{"title": "Lease",, }', 'body.yaml:1:'],
  ])('says in which place of %j the mistake is', async (text, place) => {
    await expect(read(text)).rejects.toMatchObject({ side: 'input', message: expect.stringContaining(place) });
  });

  it('does not unfold aliases without end', async () => {
    const bomb = ['a: &a [x, x, x, x, x, x, x, x, x, x]'];
    for (const [from, to] of ['ab', 'bc', 'cd', 'de', 'ef', 'fg']) {
      bomb.push(`${to}: &${to} [${Array.from({ length: 10 }, () => `*${from}`).join(', ')}]`);
    }
    await expect(read(bomb.join('\n'))).rejects.toMatchObject({ message: expect.stringContaining('too many aliases') });
  });
});
