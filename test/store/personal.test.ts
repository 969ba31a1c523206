import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, it } from 'vitest';
import { forget } from '../../src/cli/forget/forget.js';
import type { Criterion } from '../../src/cli/forget/subject.js';
import type { Sqlite, SqlValue } from '../../src/core/platform/sqlite.js';
import { personalTables } from '../../src/store/personal.js';
import { openRequestJournal } from '../../src/store/requests.js';
import { openState, type State } from '../../src/store/state.js';
import { fresh } from '../support/shared.js';
import { newFolder } from '../support/folder.js';

/** Written by hand: what each table holds that is of nobody. A column that is neither here nor described fails. */
const ofNobody: Readonly<Record<string, string>> = {
  requests:
    'place id host operation method fingerprint key chosen twin credential profile if_match service_at uptime pid mark open body_dropped',
  envelopes: 'place host',
  envelope_states: 'place host account',
  templates: 'place host',
  clocks: 'host ahead kept_at',
  deliveries:
    'place id listener holder host endpoint event event_id created_at retry_count synthetic verified cause words signature content_type size kept target state attempts tried_at status milliseconds why sender repeats',
  delivery_bodies: 'place',
  events: 'place at listener holder id verified event envelope arrival taken',
  delivery_processes: 'number mark listener held_by',
  delivery_claims: 'delivery target process at',
  marks: 'name value',
  rotations: 'host webhook completed key at credential kept_at',
  reported_events: 'place listener over',
  seen_templates: 'place base_url template_id etag',
  runs: 'id key generation name file host mode template_id settings expires_at begun_at',
  run_parts: 'run part parts rows started_at',
  run_seen: 'run identified_by identity people count',
  run_rows:
    'place run slot again_of number line identified_by identity people content key request service_at status ended_at untold',
  run_locks: 'key generation part parts pid mark host renewed_at',
  wizard_notes: 'place base_url template_id kind',
};

const folder = fresh(newFolder);
let state: State;
beforeEach(() => {
  state = openState(folder.path);
});

interface Column {
  readonly name: string;
  readonly type: string;
}
const columnsOf = (sql: Sqlite, table: string): Column[] =>
  sql.all('SELECT name, type FROM pragma_table_info(?)', table);
const begin = (): void => state.write((sql) => void sql.run("INSERT INTO marks (name, value) VALUES ('x', 'x')"));

it('describes every column of every table', () => {
  begin();
  const found = state.read((sql) => {
    const tables = sql.all<{ name: string }>(
      "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'",
    );
    return tables.map(({ name }) => [name, columnsOf(sql, name).map((column) => column.name)] as const);
  }, []);
  const described = found.map(([table]) => {
    const of = personalTables.find((each) => each.table === table);
    const personal =
      of === undefined ? [] : [of.envelope, of.age, ...of.texts].filter((name) => typeof name === 'string');
    return [table, [...personal, ...(ofNobody[table] ?? '').split(' ')].toSorted()];
  });
  expect(described).toEqual(found.map(([table, columns]) => [table, columns.toSorted()]));
  expect(personalTables.map(({ table }) => table).filter((table) => ofNobody[table] === undefined)).toEqual([]);
});

const email = 'marker@example.test';
const envelope = 'abcdef01-2345-4678-9abc-def012345678';

/** A row of each table of the description, with the address in every text and the envelope where one is. */
function fill(): void {
  begin();
  state.write((sql) => {
    sql.run(
      "INSERT INTO runs (id, key, generation, name, host, mode, template_id, settings, begun_at) VALUES (1, 'k', 1, 'n', 'h', 'test', 't', '{}', 1)",
    );
    for (const { table, envelope: id, texts } of personalTables) {
      const fixed: Readonly<Record<string, SqlValue>> = {
        place: 1,
        open: 0,
        key: table === 'run_rows' ? 'k' : null,
        run: 1,
        status: table === 'run_rows' ? 'created' : 1,
        ...Object.fromEntries(
          texts.map((name) => [name, JSON.stringify({ at: '2026-01-01T00:00:00Z', email, envelope })]),
        ),
        ...(id === undefined ? {} : { [id]: envelope }),
      };
      const columns = columnsOf(sql, table);
      const cells = columns.map(({ name, type }): SqlValue => {
        const cell = fixed[name];
        if (type === 'BLOB') return typeof cell === 'string' ? Buffer.from(cell) : null;
        return cell === undefined ? (type === 'TEXT' ? 'x' : 1) : cell;
      });
      const names = columns.map(({ name }) => name).join(', ');
      sql.run(`INSERT INTO ${table} (${names}) VALUES (${columns.map(() => '?').join(', ')})`, ...cells);
    }
  });
}

it.each<Criterion>([
  { by: 'person', email },
  { by: 'envelope', id: envelope },
  { by: 'age', before: Date.parse('2026-06-01') },
])('of what is forgotten by $by, nothing is left in any file of the state folder', async (criterion) => {
  fill();
  const files = (): string =>
    readdirSync(folder.path)
      .map((name) => readFileSync(join(folder.path, name), 'latin1'))
      .join('');
  const left = (): string[] => [email, envelope].filter((each) => files().includes(each));
  state.flush();
  expect(left()).toEqual([email, envelope]);
  const now = Date.parse('2026-12-01');
  const journal = openRequestJournal({ state, now: () => now });
  await forget({ stateDir: folder.path, state, journal, criterion, now, apply: true });
  const rows = personalTables.flatMap(({ table }) =>
    state.read((sql) => sql.all(`SELECT * FROM ${table}`), []).map((row) => ({ table, text: JSON.stringify(row) })),
  );
  const gone = criterion.by === 'age' ? rows.filter(({ table }) => table !== 'templates') : rows;
  expect(gone.filter(({ text }) => text.includes(email) || text.includes(envelope))).toEqual([]);
  expect(rows.map(({ table }) => table)).toEqual(['run_rows', ...(criterion.by === 'age' ? ['templates'] : [])]);
  if (criterion.by !== 'age') expect(left()).toEqual([]);
});
