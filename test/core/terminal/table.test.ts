import { describe, expect, it } from 'vitest';
import { createColour } from '../../../src/core/terminal/colour.js';
import { drawDetails, drawTable, type Table, tabSeparated } from '../../../src/core/terminal/table.js';
import { width } from '../../../src/core/terminal/text.js';

const plain = createColour(false);
const table: Table = {
  columns: ['ID', 'NAME', 'CREATED', 'STATUS'],
  rows: [
    [
      '1',
      'Lease of 14 Church Street, Stellenbosch, with a very long name',
      { instant: '2026-01-31T22:30:00Z' },
      { state: 'sent' },
    ],
    ['2', 'Short', null, { state: 'voided' }],
  ],
  empty: 'There are none.',
};

describe('a table', () => {
  it('has a head, no frame, and no colour when colour is off', () => {
    const text = drawTable(table, plain, 200);
    expect(text.split('\n')[0]).toMatch(/^ID {2,}NAME {2,}.*STATUS$/);
    for (const frame of ['│', '─', '┌', '|', '\u001b']) expect(text).not.toContain(frame);
  });

  it('keeps its columns straight beside emoji and flags', () => {
    const names = ['👨‍👩‍👧', '🇿🇦 Thandi', '❤️ love', '👍🏽', '1️⃣ one', '日本', 'e\u0301ve', 'plain'];
    const text = drawTable(
      { columns: ['NAME', 'NEXT'], rows: names.map((name) => [name, 'END']), empty: '' },
      plain,
      80,
    );
    const [, ...rows] = text.trimEnd().split('\n');
    expect(rows.map((row) => width(row.slice(0, row.indexOf('END'))))).toEqual(names.map(() => 11));
  });

  it('leaves out its spare columns on a narrow terminal, and says so', () => {
    const withSpare = { ...table, spare: ['STATUS', 'CREATED'] };
    expect(drawTable(withSpare, plain, 60)).not.toContain('Hidden');
    expect(drawTable(withSpare, plain, 40).split('\n')).toEqual([
      expect.stringMatching(/^ID {2}NAME +CREATED$/),
      expect.stringMatching(/^1 +Lease of 14 .*… +2026-0\d-\d\d \d\d:\d\d$/),
      expect.stringMatching(/^2 +Short +-$/),
      'Hidden: STATUS. Use a wider terminal.',
      '',
    ]);
    expect(drawTable(withSpare, plain, 25)).toMatch(/^ID {2}NAME\n/);
    expect(tabSeparated(withSpare)).toBe(tabSeparated(table));
  });

  it('fits the terminal by cutting the widest column', () => {
    for (const columns of [60, 80, 100]) {
      const lines = drawTable(table, plain, columns).trimEnd().split('\n');
      for (const line of lines) expect(width(line)).toBeLessThanOrEqual(columns);
      expect(lines[1]).toContain('…');
    }
  });

  it('lets a sentence go on below its beginning, whole at every width', () => {
    const about = 'An envelope that everybody signed, whose sealing failed; it can be tried again with another key';
    const sentences: Table = {
      columns: ['NAME', 'WHAT THERE IS THEN'],
      rows: [
        [{ id: 'sealing-failed' }, { sentence: about }],
        ['plain', { sentence: 'Short' }],
      ],
      empty: '',
    };
    for (const columns of [36, 40, 60, 80]) {
      const text = drawTable(sentences, plain, columns);
      for (const line of text.trimEnd().split('\n')) expect(width(line)).toBeLessThanOrEqual(columns);
      expect(text.replace(/\s+/g, ' ')).not.toContain('…');
      for (const word of about.split(' ')) expect(text).toContain(word);
    }
    expect(drawTable(sentences, plain, 60)).toBe(
      [
        'NAME            WHAT THERE IS THEN',
        'sealing-failed  An envelope that everybody signed, whose',
        '                sealing failed; it can be tried again with',
        '                another key',
        'plain           Short',
        '',
      ].join('\n'),
    );
    expect(tabSeparated(sentences)).toBe(`sealing-failed\t${about}\nplain\tShort\n`);
  });

  it('stays a list on 80 columns: shortens instants first, then ids to a unique prefix, then texts', () => {
    const ids = ['23f7f933-1722-47c6-8328-1ea9e6368ba3', '23f7f933-aaaa-47c6-8328-1ea9e6368ba3'];
    const instant = '2026-01-31T22:30:00Z';
    const mails: Table = {
      columns: ['MAIL', 'ACCEPTED', 'KIND', 'TO', 'NOTE'],
      rows: ids.map((id) => [{ id }, { instant }, 'invitation', 'thandi.mokoena@example.test', null]),
      empty: '',
    };
    expect(drawTable(mails, plain, 80)).toBe(
      [
        'MAIL           ACCEPTED          KIND        TO                           NOTE',
        '23f7f933-1722  2026-02-01 00:30  invitation  thandi.mokoena@example.test  -',
        '23f7f933-aaaa  2026-02-01 00:30  invitation  thandi.mokoena@example.test  -',
        'IDs are shortened. Use -q or a wider terminal for full IDs.',
        '',
      ].join('\n'),
    );
    expect(drawTable(mails, plain, 60).split('\n')[1]).toMatch(/^23f7f933-1722 {2}2026-02-01 00:30 {2}/);
    const wide = drawTable(mails, plain, 140);
    for (const whole of [...ids, '2026-02-01 00:30:00 +02:00']) expect(wide).toContain(whole);
  });

  it('shortens the IDs of people too, to leave room for their names', () => {
    const people: Table = {
      columns: ['PERSON', 'HEADING'],
      rows: [[{ id: '22f02033b1b50e5ae21cfb40d6a21950' }, '1. THE LANDLORD']],
      shortIds: true,
      empty: '',
    };
    expect(drawTable(people, plain, 80)).toBe('PERSON    HEADING\n22f02033  1. THE LANDLORD\n');
  });

  it('shows instants in the zone of the reader with its offset', () => {
    expect(drawTable(table, plain, 200)).toContain('2026-02-01 00:30:00 +02:00');
  });

  it('says so when there are no rows', () => {
    expect(drawTable({ ...table, rows: [] }, plain, 80)).toBe('There are none.\n');
  });

  it('keeps a hostile name on its line', () => {
    const text = drawTable({ columns: ['NAME'], rows: [['a\nb\u001b[2J']], empty: '' }, plain, 80);
    expect(text).toBe('NAME\na\\nb\\u{1b}[2J\n');
  });

  it('colours states when colour is on', () => {
    expect(drawTable(table, createColour(true), 200)).toContain('\u001b[31mvoided');
  });
});

describe('rows in a pipe', () => {
  it('are tab-separated, whole, without a head, with instants in UTC', () => {
    expect(tabSeparated(table)).toBe(
      '1\tLease of 14 Church Street, Stellenbosch, with a very long name\t2026-01-31T22:30:00Z\tsent\n2\tShort\t\tvoided\n',
    );
  });

  it('keep their columns when a value holds a tab or a newline', () => {
    expect(tabSeparated({ columns: ['A', 'B'], rows: [['a\tb\nc', true]], empty: '' })).toBe('a\\tb\\nc\tyes\n');
  });
});

describe('a table on a terminal of 40 columns', () => {
  const id = '23f7f933-1722-47c6-8328-1ea9e6368ba3';
  const within = (drawn: string): void => {
    for (const line of drawn.split('\n')) expect(line.length).toBeLessThanOrEqual(40);
  };

  it('puts an id that has no room beside its name below it, and breaks texts at blanks', () => {
    const resource = 'https://example.test/a/long/path/no-uuid';
    const rows = [[{ id }, 'createTemplate', { id: resource }, 'Lease of 14 Church Street, Stellenbosch']] as const;
    const drawn = drawTable({ columns: ['ID', 'OPERATION', 'RESOURCE', 'NAME'], rows, empty: '' }, plain, 42);
    expect(drawn).toBe(
      [
        id,
        '  OPERATION  createTemplate',
        '  RESOURCE',
        `    ${resource}`,
        '  NAME       Lease of 14 Church Street,',
        '             Stellenbosch',
        '',
      ].join('\n'),
    );
  });

  it('takes a mark and the name behind it as the head of a row', () => {
    const columns = ['', 'NAME', 'BASE ADDRESS'];
    const drawn = drawTable(
      { columns, rows: [['*', 'local', { id: 'http://127.0.0.1:46163/with/a/path' }]], empty: '' },
      plain,
      40,
    );
    expect(drawn).toBe('*  local\n  BASE ADDRESS\n    http://127.0.0.1:46163/with/a/path\n');
  });

  it('never cuts a command in a sentence, and stacks the rows instead', () => {
    const sentence = 'Settle it with `esign request resume --all`, then look.';
    const rows = [['unsettled writes', { sentence }]];
    const drawn = drawTable({ columns: ['CHECK', 'WHAT TO DO'], rows, empty: '' }, plain, 40);
    expect(drawn).toContain('`esign request resume --all`');
    within(drawn);
  });
});

describe('details', () => {
  it('are name-value lines with the values under each other', () => {
    expect(
      drawDetails(
        [
          ['Id', 'x'],
          ['Long name', null],
        ],
        plain,
      ),
    ).toBe('Id         x\nLong name  -\n');
  });

  it('a long value continues below its beginning, and an ID is never broken', () => {
    const id = '6f1f2f0e-4f0b-4f43-9d8a-1f1f7f2f8a11';
    const details = [
      ['Warning', 'two boxes belong to nobody'],
      ['Id', id],
    ] as const;
    const lines = ['Warning  two boxes', '         belong to', '         nobody', 'Id', `  ${id}`, ''];
    expect(drawDetails(details, plain, 20)).toBe(lines.join('\n'));
  });

  it('keeps a hostile name on its line, without its control characters', () => {
    expect(drawDetails([['Invitation of A\u001b[31m\nB', 'sent']], plain)).toBe(
      'Invitation of A\\u{1b}[31m\\nB  sent\n',
    );
  });
});
