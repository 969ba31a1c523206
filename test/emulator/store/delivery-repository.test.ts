import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { SqlDatabase } from '../../../src/emulator/store/database.js';
import { deliveryRepository } from '../../../src/emulator/store/delivery-repository.js';
import { openStore } from '../../../src/emulator/store/store.js';
import { fresh } from '../../support/shared.js';
import { newFolder } from '../../support/folder.js';

const folder = fresh(newFolder);

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
