import { randomUUID } from 'node:crypto';
import { appendFileSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openDeliveryJournal } from '../../src/journal/deliveries.js';
import {
  entryOf,
  type NewDelivery,
  type RecordedDelivery,
  writeDeliveryEntry,
} from '../../src/journal/deliveries-entry.js';
import { RecordLine } from '../../src/journal/deliveries-line.js';
import { openDeliveryReader } from '../../src/journal/deliveries-read.js';
import { isUndelivered } from '../../src/journal/deliveries-undelivered.js';
import { openListenerJournal } from '../../src/journal/listener-journal.js';
import { randomTokens } from '../../src/listen/state.js';

let folder: string;
let time = Date.parse('2026-12-01T08:00:00Z');
const now = (): number => (time += 1);
const target = 'http://127.0.0.1:3000/';
const other = 'http://127.0.0.1:4000/';
const sizes = { turnAt: 8_000, max: 60_000, refused: 4_000 };
const nobody: ReadonlySet<string> = new Set();

beforeEach(() => {
  folder = join(mkdtempSync(join(tmpdir(), 'esign-undelivered-')), 'deliveries');
});
afterEach(() => rmSync(join(folder, '..'), { recursive: true, force: true }));

const newId = randomTokens(12);

function delivery(overrides: Partial<NewDelivery> = {}): NewDelivery {
  return {
    id: newId(),
    at: new Date(now()).toISOString(),
    listener: 'one',
    host: '127.0.0.1:4747',
    endpoint: null,
    event: 'envelope.sent',
    eventId: randomUUID(),
    envelopeId: randomUUID(),
    recipientId: null,
    createdAt: null,
    retryCount: 0,
    synthetic: false,
    verdict: { ok: true, by: 'current' },
    signature: ['t=1,v1=00'],
    contentType: 'application/json',
    target,
    body: Buffer.from('{"id":"evt"}'),
    ...overrides,
  };
}
const attempted = (to = target) => ({ target: to, attempts: 1, at: new Date(now()).toISOString() });
const delivered = (to = target) => ({ is: 'delivered', ...attempted(to), status: 204, milliseconds: 3 }) as const;
const failed = (to = target) =>
  ({ is: 'failed', ...attempted(to), status: 500, milliseconds: 3, words: 'it answered 500' }) as const;
const sending = (to = target) => ({ is: 'sending', ...attempted(to) }) as const;

async function needed(to?: string): Promise<readonly RecordedDelivery[]> {
  const found: RecordedDelivery[] = [];
  for await (const each of openDeliveryReader(folder).needed(to)) found.push(each);
  return found;
}
const ids = (all: readonly { readonly id: string }[]): readonly string[] => all.map(({ id }) => id);

/** The same from all deliveries, each line parsed. */
async function reference(to?: string): Promise<readonly RecordedDelivery[]> {
  const all = await openDeliveryReader(folder).list();
  const keyOf = ({ id, eventId, forward }: RecordedDelivery): string =>
    `${eventId ?? id} ${to ?? ('target' in forward ? forward.target : '')}`;
  const isTaken = (key: string): boolean =>
    to === undefined && all.some((each) => each.forward.is === 'delivered' && keyOf(each) === key);
  const open = all.filter((each) => isUndelivered(each) && !isTaken(keyOf(each)));
  return open.filter((each) => open.find((first) => keyOf(first) === keyOf(each)) === each).toReversed();
}

describe('the deliveries that apps still need', () => {
  it('are the same as when every line is parsed, with listeners, retries, replays, copies and rejected ones', async () => {
    const listeners = await Promise.all(
      ['one', 'two'].map(async (listener) => {
        const journal = openListenerJournal({ folder, now, listener, sizes });
        await journal.start(nobody);
        return { journal, listener };
      }),
    );
    const all: NewDelivery[] = [];
    for (let index = 0; index < 400; index += 1) {
      const { journal, listener } = listeners[index % 2]!;
      const to = index % 5 === 0 ? other : target;
      // Each seventh event came to the other listener before, and some are for no app.
      const fresh = index % 37 === 0 ? 'é"' : index % 41 === 0 ? 'e' : index % 11 === 0 ? null : randomUUID();
      const eventId = index % 7 === 0 ? (all.at(-3)?.eventId ?? null) : fresh;
      const one = delivery({ listener, eventId, target: index % 13 === 0 ? null : to });
      all.push(one);
      await journal.got(one);
      if (one.target === null) continue;
      if (index % 3 === 0) await journal.again(one.id, 1);
      if (index % 10 !== 0) await journal.forwarded(one.id, sending(to));
      if (index % 10 === 1) await journal.forwarded(one.id, failed(to));
      if (index % 10 === 2) await journal.forwarded(one.id, { ...failed(to), is: 'given-up' });
      if (index % 10 > 3 || index % 40 === 3) await journal.forwarded(one.id, delivered(to));
      if (index % 50 === 49)
        journal.refused(delivery({ verdict: { ok: false, cause: 'mismatch', words: '' }, target: null }));
    }
    const replay = openDeliveryJournal({ folder, now });
    for (const { id, target: to } of all.filter((each, index) => each.target !== null && index % 20 === 1)) {
      await replay.forwarded(id, delivered(to ?? ''));
    }
    await Promise.all([replay.close(), ...listeners.map(({ journal }) => journal.close())]);
    expect((await needed()).length).toBeGreaterThan(70);
    for (const to of [undefined, target, other, 'http://127.0.0.1:5000/']) {
      expect(await needed(to)).toEqual(await reference(to));
    }
  });

  it('do not include one that was delivered before its own line, in files of another order', async () => {
    const [one, two] = [delivery(), delivery()];
    const first = openDeliveryJournal({ folder, now });
    await first.forwarded(one.id, delivered());
    await first.forwarded(two.id, failed());
    const second = openDeliveryJournal({ folder, now });
    await second.got(one);
    await second.got(two);
    expect(await needed()).toMatchObject([{ id: two.id, forward: { is: 'failed' } }]);
    await Promise.all([first.close(), second.close()]);
  });

  it('are not chosen by what a sender or an app wrote', async () => {
    const journal = openDeliveryJournal({ folder, now });
    const one = delivery();
    const taken = writeDeliveryEntry({ kind: 'forward', id: one.id, forward: delivered() });
    const got = writeDeliveryEntry(entryOf(delivery({ target: null })));
    const text = `"}\n${taken}${got}","target":null,"body":"","eventId":"${one.eventId}",`;
    const hostile = { event: text, recipientId: text, signature: [text, text], contentType: text, endpoint: text };
    const all = [one, delivery({ ...hostile, body: Buffer.from(text) }), delivery({ ...hostile, eventId: text })];
    for (const each of all) {
      await journal.got(each);
      await journal.forwarded(each.id, { ...failed(), words: text });
    }
    await journal.got(delivery({ ...hostile, target: null }));
    expect(ids(await needed())).toEqual(ids(all.toReversed()));
    expect(await needed()).toEqual(await reference());
    expect(ids(await openDeliveryReader(folder).find(one.eventId ?? ''))).toEqual([one.id]);
    await journal.close();
  });

  it('include one whose last line a crash cut off at any byte', async () => {
    const one = delivery({ target: 'http://127.0.0.1:3000/?a={{b}}' });
    const line = writeDeliveryEntry({ kind: 'forward', id: one.id, forward: delivered(one.target ?? '') });
    const journal = openDeliveryJournal({ folder, now });
    await journal.got(one);
    await journal.close();
    const path = join(folder, readdirSync(folder)[0]!);
    const before = readFileSync(path);
    const next = writeDeliveryEntry({ kind: 'again', id: one.id, at: one.at, retryCount: 1 });
    const cutAt = async (length: number, rest: string): Promise<number> => {
      writeFileSync(path, Buffer.concat([before, Buffer.from(line.slice(0, length)), Buffer.from(rest)]));
      return (await needed()).length;
    };
    for (let length = 1; length < line.length - 1; length += 1) {
      expect(await cutAt(length, next), line.slice(0, length)).toBe(1);
    }
    expect(await cutAt(line.length - 2, '')).toBe(1);
    // Without its last newline a line says all it has to say.
    for (const rest of ['', next]) expect(await cutAt(line.length - 1, rest)).toBe(0);
  });

  it('are found in lines longer than a read, and in thousands', async () => {
    const journal = openDeliveryJournal({ folder, now, sizes: { turnAt: 2_000_000 } });
    const all = Array.from({ length: 600 }, (_, index) =>
      delivery({ body: Buffer.alloc(index % 400 === 0 ? 700_000 : 1) }),
    );
    await Promise.all(all.map((each) => journal.got(each)));
    await journal.forwarded(all[300]!.id, delivered());
    all.splice(300, 1);
    expect(ids(await needed())).toEqual(ids(all.toReversed()));
    await journal.close();
  });

  it('are read to the end when their segments make room meanwhile', async () => {
    const journal = openListenerJournal({ folder, now, listener: 'one', sizes });
    await journal.start(nobody);
    const all = Array.from({ length: 80 }, () => delivery());
    for (const each of all) await journal.got(each);
    const found: RecordedDelivery[] = [];
    for await (const each of openDeliveryReader(folder).needed()) {
      found.push(each);
      if (found.length === 1) {
        const names = readdirSync(folder).filter((name) => /^\d/.test(name));
        expect(names.length).toBeGreaterThan(1);
        for (const name of names) rmSync(join(folder, name));
      }
    }
    expect(ids(found)).toEqual(ids(all.toReversed()));
    await journal.close();
  });

  it('leave out lines that an older version wrote in another form only if they say so', async () => {
    const journal = openDeliveryJournal({ folder, now });
    const all = [delivery(), delivery(), delivery({ target: null })];
    for (const each of all) await journal.got(each);
    const [one, two] = all as [NewDelivery, NewDelivery];
    await journal.close();
    const path = join(folder, readdirSync(folder)[0]!);
    appendFileSync(path, `{"forward":${JSON.stringify(delivered())}, "id":"${one.id}","kind":"forward"}\n`);
    appendFileSync(path, `{"kind":"forwarx","id":"${two.id}","forward":{"is":"delivered","target":"x"}}\n\n`);
    expect(ids(await needed())).toEqual([two.id]);
  });
});

describe('a line of the journal', () => {
  it('is recognized without parsing it, with the ID of this version or of an older one', () => {
    for (const id of [newId(), randomUUID()]) {
      const entries = [
        { is: 'got', text: writeDeliveryEntry(entryOf(delivery({ id, target: null }))) },
        { is: 'got', text: writeDeliveryEntry(entryOf(delivery({ id, target: null }), 0)) },
        { is: 'forward', text: writeDeliveryEntry({ kind: 'forward', id, forward: delivered() }) },
        { is: 'again', text: writeDeliveryEntry({ kind: 'again', id, at: '', retryCount: 1 }) },
      ];
      for (const { is, text } of entries) {
        // It cannot be parsed.
        const bytes = Buffer.from(text.replace(/,"(host|target|retryCount)":/, ','));
        const line = new RecordLine();
        line.block('a', 0, bytes);
        expect(line.entry(), text).toBe(undefined);
        expect(line.move(1, bytes.length - 1, true), text).toBe(true);
        expect(line).toMatchObject({ kind: is, id, isDelivered: is === 'forward' });
        if (is === 'got') expect(line.isForNobody, text).toBe(true);
      }
    }
  });
});
