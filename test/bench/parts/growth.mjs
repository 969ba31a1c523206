// Time and memory against n: what an operation costs when there is much of something. Only with `--only growth`.
import { mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import { call, keysFor } from '../emulator-setup.mjs';
import { line, median } from '../figures.mjs';
import { endpoints } from '../failing-deliveries.mjs';
import { environmentIn, metered, startEmulator, startHelper } from '../processes.mjs';
import { taggedPdf } from '../tagged-pdf.mjs';

const range = (count) => Array.from({ length: count }, (_, at) => at);
const upload = (tags, at = 0) => ({ filename: `form ${at}.pdf`, file: taggedPdf(tags).toString('base64') });
const signature = (role) => `{{Signature of ${role};role=${role};type=signature}}`;
const tag = (at) => `{{Field ${at};role=Tenant;type=text;key=field.f${at}}}`;
const person = (role, at = 0) => ({ role, name: `Person ${at}`, email: `person${at}@example.test` });
const template = (ready, documents) => call(ready, 'POST', '/api/v1/templates', { name: 'Growth', documents });
const create = (ready, body) => call(ready, 'POST', '/api/v1/envelopes', body);
const read = (ready, { id }) => call(ready, 'GET', `/api/v1/envelopes/${id}`);
const send = (ready, { id }) => call(ready, 'POST', `/api/v1/envelopes/${id}/send`, {});
const withdraw = (ready, { id }) => call(ready, 'POST', `/api/v1/envelopes/${id}/void`, { reason: 'sold' });
const sign = (ready, { id, recipients: [one] }) =>
  call(ready, 'POST', `/_emulator/envelopes/${id}/recipients/${one.id}/sign`, {});

/** Registers so many endpoints, and answers their IDs and the body of an envelope. */
async function subscribed(ready, app, count) {
  const ids = [];
  for (const at of range(count)) {
    const body = { url: `${app.url}?endpoint=${at}`, events: ['envelope.sent'] };
    ids.push((await call(ready, 'POST', '/api/v1/webhooks', body)).id);
  }
  const { id } = await template(ready, [upload([signature('Tenant')])]);
  return { ids, body: { template_id: id, recipients: [person('Tenant')] } };
}

/** Answers when every endpoint has its delivery, and that is recorded. */
async function deliver(ready, made) {
  await send(ready, made);
  await call(ready, 'POST', '/_emulator/clock', { action: 'advance', seconds: 0 });
}

/** Envelopes that are there already, made by batches, each within the minute of a key of its own. */
async function fill(ready, body, count) {
  const rows = range(100).map((at) => ({ recipients: body.recipients, title: `Envelope ${at}` }));
  for (const key of await keysFor(ready, count)) {
    for (let batch = 0; batch < 5 && count > 0; batch += 1) {
      const own = { url: ready.url, live_key: key };
      const some = rows.slice(0, count);
      await call(own, 'POST', '/api/v1/envelopes/batches', { template_id: body.template_id, rows: some, send: false });
      count -= some.length;
    }
  }
}

/**
 * A case: its sizes, and `prepare(ready, n, app)`, which answers the operations to be measured by name. Each operation is
 * given what the one before it answered. With `fixed`, n is of what an operation is not about: its cost may not grow.
 */
const table = [
  {
    name: 'envelopes there already',
    sizes: [0, 10_000, 100_000],
    fixed: true,
    repeats: 40,
    async prepare(ready, n) {
      const { id } = await template(ready, [upload([tag(0), signature('Tenant')])]);
      const body = { template_id: id, recipients: [person('Tenant')] };
      await fill(ready, body, n);
      return {
        create: () => create(ready, body),
        read: async (made) => (await read(ready, made), made),
        send: (made) => send(ready, made),
        void: (made) => withdraw(ready, made),
      };
    },
  },
  {
    name: 'recipients',
    sizes: [5, 15, 50],
    async prepare(ready, n) {
      const roles = range(n).map((at) => `Role ${at}`);
      const { id } = await template(ready, [upload(roles.map(signature))]);
      const body = { template_id: id, recipients: roles.map(person) };
      return {
        create: () => create(ready, body),
        send: (made) => send(ready, made),
        read: async (made) => (await read(ready, made), made),
        void: (made) => withdraw(ready, made),
      };
    },
  },
  {
    name: 'endpoints',
    sizes: [1, 3, 10],
    repeats: 40,
    async prepare(ready, n, app) {
      const { body } = await subscribed(ready, app, n);
      return { create: () => create(ready, body), 'send, deliver': (made) => deliver(ready, made) };
    },
  },
  {
    name: 'delivery fault plans',
    sizes: [0, 10, 100],
    fixed: true,
    repeats: 40,
    async prepare({ url, live_key }, n, app) {
      let one;
      // An organisation has ten endpoints at most. No fault strikes, so that the same work is left.
      for (const at of range(Math.max(1, n / endpoints))) {
        const { live_key: own } = await call({ url, live_key }, 'POST', '/_emulator/organisations', {});
        const organisation = { url, live_key: own };
        const { ids, body } = await subscribed(organisation, app, endpoints);
        one = { organisation, body };
        for (const id of ids.slice(0, n - at * endpoints))
          await call({ url, live_key }, 'POST', '/_emulator/faults/deliveries', { webhook_id: id, drop: 0 });
      }
      const { organisation, body } = one;
      return { create: () => create(organisation, body), 'send, deliver': (made) => deliver(organisation, made) };
    },
  },
  {
    name: 'fields of a template',
    sizes: [50, 500, 5_000],
    async prepare(ready, n) {
      const documents = [upload([...range(n - 1).map(tag), signature('Tenant')])];
      const values = range(n - 1).map((at) => ({ key: `field.f${at}`, value: `Answer ${at}` }));
      return {
        'create template': () => template(ready, documents),
        'read template': async ({ id }) => await call(ready, 'GET', `/api/v1/templates/${id}`),
        'create with a value each': ({ id }) =>
          create(ready, { template_id: id, recipients: [person('Tenant')], values, send: true }),
        sign: (made) => sign(ready, made),
      };
    },
  },
  {
    name: 'documents of a template',
    sizes: [2, 6, 20],
    async prepare(ready, n) {
      const documents = range(n).map((at) => upload([tag(at), signature('Tenant')], at));
      return {
        'create template': () => template(ready, documents),
        create: ({ id }) => create(ready, { template_id: id, recipients: [person('Tenant')], send: true }),
        'list documents': async (made) => (await call(ready, 'GET', `/api/v1/envelopes/${made.id}/documents`), made),
        sign: (made) => sign(ready, made),
      };
    },
  },
];

/** CPU microseconds of each operation, the median of some, and the memory afterwards. */
async function measured({ root, folder, app }, one, n) {
  const environment = environmentIn(folder);
  const { repeats = 5 } = one;
  const emulator = await startEmulator(root, environment, mkdtempSync(join(folder, 'growth-')));
  try {
    const operations = Object.entries(await one.prepare(emulator.ready, n, app));
    const times = new Map(operations.map(([name]) => [name, []]));
    // The first time is not counted.
    for (let round = 0; round <= repeats; round += 1) {
      let made;
      for (const [name, operation] of operations) {
        const { outcome, cpu } = await metered(emulator, () => operation(made));
        made = outcome;
        if (round > 0) times.get(name).push(cpu);
      }
    }
    const { memory } = await emulator.usage();
    return { n, memory_mib: memory / 2 ** 20, cpu_us: new Map([...times].map(([name, all]) => [name, median(all)])) };
  } finally {
    await emulator.stop();
  }
}

/** The power of n by which the cost grew between two sizes; n log n is 1.2 at most over these. */
const power = (few, many, name) => Math.log(many.cpu_us.get(name) / few.cpu_us.get(name)) / Math.log(many.n / few.n);

export async function* measure(context) {
  const app = await startHelper('app.mjs');
  try {
    yield* measureAll({ ...context, app });
  } finally {
    app.stop();
  }
}

async function* measureAll(context) {
  for (const one of table) {
    const rows = [];
    for (const n of one.sizes)
      rows.push(await measured(context, one, one.fixed === true && n > 0 ? context.sized(n) : n));
    const memory = rows.map((row) => `${row.memory_mib.toFixed(0)} MiB`).join(', ');
    yield { text: line(`${one.name}: ${rows.map(({ n }) => n).join(', ')}`, '', memory) };
    for (const name of rows[0].cpu_us.keys()) {
      const cpu = rows.map((row) => row.cpu_us.get(name));
      const [few, many] = rows.slice(-2);
      const grew = power(few, many, name);
      const shown = cpu.map((value) => `${(value / 1000).toFixed(1)} ms`).join(', ');
      const figures = { case: one.name, operation: name, sizes: rows.map(({ n }) => n), cpu_us: cpu, power: grew };
      yield { text: line(`  ${name}`, shown, `n^${grew.toFixed(2)}${one.fixed ? ', should be n^0' : ''}`), ...figures };
    }
  }
}
