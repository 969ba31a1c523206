import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { LibsqlDatabase, type SqlDatabase } from '../../../src/emulator/store/database.js';
import { deliveryRepository } from '../../../src/emulator/store/delivery-repository.js';
import { openStore } from '../../../src/emulator/store/store.js';
import { fresh } from '../../support/shared.js';
import { newFolder } from '../../support/folder.js';

const scripts = 'src/emulator/store/migrations';
const folder = fresh(newFolder);

it('the attempts of a data file from before there was a log are in the log, in the order of their time', () => {
  const path = join(folder.path, 'emulator.db');
  const old = new LibsqlDatabase(path);
  old.script('PRAGMA application_id = 1702061934; CREATE TABLE migrations (name TEXT PRIMARY KEY) STRICT;');
  const before = readdirSync(scripts).filter((name) => name < '0005' && name.endsWith('.sql'));
  for (const name of before.toSorted()) {
    old.script(readFileSync(join(scripts, name), 'utf8'));
    old.run('INSERT INTO migrations (name) VALUES (?)', name);
  }
  old.script(`
    INSERT INTO events (id, organisation_id, name, created_at, envelope_id) VALUES ('e', 'o', 'envelope.sent', 1, 'v');
    INSERT INTO deliveries (id, event_id, webhook_id, status) VALUES ('d', 'e', 'w', 'delivered');
    INSERT INTO delivery_attempts (delivery_id, number, at, status, error, milliseconds)
      VALUES ('d', 1, 10, NULL, 'timeout', 10000), ('d', 2, 20, 204, NULL, 3);
  `);
  old.close();

  const store = openStore(path);
  const deliveries = deliveryRepository(store.sql);
  const log = deliveries.log({ after: 0, max: 10, webhook_id: null, envelope_id: null });
  expect(log).toMatchObject([
    { sequence: 1, number: 1, copy: 0, at: 10, status: null, error: 'timeout', faults: [], event: 'envelope.sent' },
    { sequence: 2, number: 2, copy: 0, at: 20, status: 204, milliseconds: 3, webhook_id: 'w', envelope_id: 'v' },
  ]);
  expect(deliveries.attempting('d')?.attempts).toBe(2);
  store.close();
});

it('finds what became of one envelope without reading the deliveries of others', () => {
  const store = openStore(join(folder.path, 'emulator.db'));
  const first: (string | undefined)[] = [];
  const sql: SqlDatabase = {
    get: (text, ...values) => store.sql.get(text, ...values),
    run: (text, ...values) => store.sql.run(text, ...values),
    remembered: (name, read) => store.sql.remembered(name, read),
    derived: (from, make) => store.sql.derived(from, make),
    all: (text, ...values) => {
      first.push(store.sql.get<{ detail: string }>(`EXPLAIN QUERY PLAN ${text}`, ...values)?.detail);
      return store.sql.all(text, ...values);
    },
  };
  const deliveries = deliveryRepository(sql);
  deliveries.log({ after: 0, max: 10, webhook_id: null, envelope_id: 'v' });
  deliveries.list({ envelope_id: 'v' });
  const plan = 'SEARCH e USING INDEX events_of_envelope (envelope_id=?)';
  expect(first).toEqual([plan, plan]);
  store.close();
});
