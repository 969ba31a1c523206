import type { CompletedRotation } from '../../../src/store/rotations.js';
import { describe, expect, it } from 'vitest';
import { ServiceFailure, TransportFailure, UnexpectedAnswer } from '../../../src/client/failure.js';
import { Endpoint, type EndpointOptions, hidePath } from '../../../src/listen/endpoint/endpoint.js';
import type { HeldEndpoint } from '../../../src/listen/endpoint/state.js';
import { type ManualClock, manualClock } from '../../support/program/clock.js';
import { deferred } from '../../support/network/deferred.js';
import { refused, scriptedClient, webhookBody } from '../../support/listening/listen-client.js';

const url = 'https://hooks.example.test/esl/aaaaaaaa/token';
const facts = { operation: 'registerWebhook', attempts: 1 };
const lost = () => new TransportFailure('the connection broke', { ...facts, reason: 'reset', outcomeUnknown: true });

interface Rig extends Pick<EndpointOptions, 'endGrace' | 'wantLastingSecret'> {
  readonly held: readonly HeldEndpoint[];
  readonly room: number;
  readonly completed: CompletedRotation;
  readonly clock: ManualClock;
}

function endpoint(answers: Parameters<typeof scriptedClient>[0], { held = [], room = 0, ...more }: Partial<Rig> = {}) {
  const { client, calls } = scriptedClient(answers);
  const notes: string[] = [];
  const holds: (readonly HeldEndpoint[])[] = [];
  const made = new Endpoint(
    {
      client,
      clock: more.clock ?? manualClock({ auto: true }),
      events: ['envelope.sent'],
      brand: null,
      rotations: { completed: () => more.completed, complete: () => undefined },
      endGrace: more.endGrace === true,
      wantLastingSecret: more.wantLastingSecret ?? null,
      makeRoom: () => Promise.resolve(room),
      hold: (endpoints) => {
        holds.push(endpoints);
        return Promise.resolve();
      },
      note: (code) => void notes.push(code),
    },
    held,
  );
  return { made, calls, notes, holds };
}

const registers = { registerWebhook: () => ({ ...webhookBody('w1', url), secret: 's1' }) };
const unavailable = () => Promise.reject(refused(503, 'service_unavailable'));
const kept: HeldEndpoint = { id: 'w0', url, secrets: [{ value: 's0', until: null }] };

describe('registering', () => {
  it('writes down what it is about to do before it does it', async () => {
    const { made, holds } = endpoint(registers);
    expect(await made.open(url)).toBe('registered');
    expect(holds).toEqual([
      [{ id: null, url, secrets: [] }],
      [{ id: 'w1', url, secrets: [{ value: 's1', until: null }] }],
    ]);
  });

  it.each([
    lost(),
    new ServiceFailure('no reason', { ...facts, code: 'internal_error', status: 502, outcomeUnknown: true }),
    new UnexpectedAnswer('no error object', { ...facts, reason: 'status', status: 408, outcomeUnknown: true }),
  ])('finds the endpoint after $message, and asks for a secret of its own', async (failure) => {
    const { made, calls } = endpoint({
      registerWebhook: () => Promise.reject(failure),
      listWebhooks: () => ({ data: [webhookBody('w9', url)] }),
      rotateWebhookSecret: () => ({ ...webhookBody('w9', url), secret: 's9' }),
    });
    await made.open(url);
    expect(calls).toEqual(['registerWebhook', 'listWebhooks', 'rotateWebhookSecret w9']);
    expect(made.held[0]).toMatchObject({ id: 'w9', secrets: [{ value: 's9' }] });
  });

  it('is tried again when it surely did not happen, and never makes a second endpoint', async () => {
    const { made, calls } = endpoint({
      registerWebhook: ({ asked }) =>
        asked === 1 ? Promise.reject(lost()) : { ...webhookBody('w1', url), secret: 's1' },
      listWebhooks: () => ({ data: [] }),
    });
    await made.open(url);
    expect(calls).toEqual(['registerWebhook', 'listWebhooks', 'registerWebhook']);
  });

  it('waits as long as the service asks when it is rate limited', async () => {
    const { made, calls } = endpoint({
      registerWebhook: ({ asked }) =>
        asked < 3 ? Promise.reject(refused(429, 'rate_limited')) : { ...webhookBody('w1', url), secret: 's1' },
    });
    await made.open(url);
    expect(calls).toHaveLength(3);
  });

  const ten = Array.from({ length: 10 }, (_, index) => webhookBody(`w${index}`, `https://a.test/${index}`));

  it('makes room for an eleventh once, from what dead listeners left', async () => {
    const answers = {
      registerWebhook: ({ asked }: { readonly asked: number }) =>
        asked === 1 ? Promise.reject(refused(400, 'invalid_request')) : { ...webhookBody('w1', url), secret: 's1' },
      listWebhooks: () => ({ data: ten }),
    };
    expect(await endpoint(answers, { room: 1 }).made.open(url)).toBe('registered');
  });

  it('names the ten when none of them may go, without their secret paths', async () => {
    const answers = {
      registerWebhook: () => Promise.reject(refused(400, 'invalid_request')),
      listWebhooks: () => ({ data: ten }),
    };
    await expect(endpoint(answers).made.open(url)).rejects.toMatchObject({
      code: 'endpoints_used_up',
      hint: expect.stringMatching(/w3 {2}https:\/\/a\.test\/… {2}last success never/),
    });
    expect(hidePath('https://a.test/secret?x=1')).toBe('https://a.test/…');
  });

  it('says what the service refused when there is room', async () => {
    const answers = {
      registerWebhook: () => Promise.reject(refused(400, 'invalid_request')),
      listWebhooks: () => ({ data: [] }),
    };
    await expect(endpoint(answers).made.open(url)).rejects.toMatchObject({ code: 'invalid_request' });
  });
});

describe('an endpoint that was kept', () => {
  it('is gone on with, secret and all', async () => {
    const { made, calls } = endpoint({ getWebhook: () => webhookBody('w0', url) }, { held: [kept] });
    expect(await made.open(url)).toBe('reused');
    expect(calls).toEqual(['getWebhook w0']);
    expect(made.held).toEqual([kept]);
  });

  it('is revived when it was disabled, and given the events that are asked for now', async () => {
    const { made, calls, notes } = endpoint(
      {
        getWebhook: () => webhookBody('w0', url, { active: false, subscribed_events: ['envelope.voided'] }),
        updateWebhook: ({ body }) => {
          expect(body).toEqual({ active: true, events: ['envelope.sent'] });
          return webhookBody('w0', url);
        },
      },
      { held: [kept] },
    );
    await made.open(url);
    expect(calls).toEqual(['getWebhook w0', 'updateWebhook w0']);
    expect(notes).toEqual(['endpoint_revived']);
  });

  it('is created again when it is gone, or has another URL', async () => {
    const gone = endpoint(
      { getWebhook: () => Promise.reject(refused(404, 'not_found')), ...registers },
      { held: [kept] },
    );
    expect(await gone.made.open(url)).toBe('registered');
    const elsewhere = endpoint(registers, { held: [{ ...kept, url: 'https://other.test/' }] });
    expect(await elsewhere.made.open(url)).toBe('registered');
    expect(elsewhere.calls).toEqual(['registerWebhook']);
  });

  it('finishes a rotation whose answer was lost, with its key and from its time', async () => {
    const keys: unknown[] = [];
    const rotates = (answer: () => unknown) => ({
      getWebhook: () => webhookBody('w0', url),
      rotateWebhookSecret: ({ idempotencyKey }: { readonly idempotencyKey: string | undefined }) => {
        keys.push(idempotencyKey);
        return answer();
      },
    });
    const first = endpoint(
      rotates(() => Promise.reject(lost())),
      { held: [kept] },
    );
    await expect(first.made.rotate()).rejects.toThrow();
    const left = first.holds.at(-1)?.[0];
    expect(left).toMatchObject({ id: 'w0', secrets: kept.secrets, rotation: { key: keys[0] } });
    const second = endpoint(
      rotates(() => ({ ...webhookBody('w0', url), secret: 'new' })),
      { held: [left!] },
    );
    await second.made.open(url);
    // Asked to rotate as well: this was it.
    await second.made.rotate();
    expect(keys).toEqual([keys[0], keys[0]]);
    expect(second.made.held[0]).toEqual({
      ...kept,
      secrets: [
        { value: 'new', until: null },
        { value: 's0', until: '2026-12-02T08:00:00.000Z' },
      ],
    });
  });

  it('forgets a rotation whose key is too old, and one that was refused', async () => {
    const rotation = { key: 'k', at: '2026-11-29T08:00:00.000Z' };
    const old = endpoint({ getWebhook: () => webhookBody('w0', url) }, { held: [{ ...kept, rotation }] });
    await old.made.open(url);
    expect(old.made.held[0]).toEqual(kept);
    const no = endpoint(
      { rotateWebhookSecret: () => Promise.reject(refused(403, 'insufficient_scope')) },
      { held: [kept] },
    );
    await expect(no.made.rotate()).rejects.toThrow();
    expect(no.made.held[0]).toEqual(kept);
    // The key may be held by the rotation that an earlier run began.
    const begun = { ...kept, rotation: { key: 'k', at: '2026-12-01T07:00:00.000Z' } };
    const open = endpoint(
      { rotateWebhookSecret: () => Promise.reject(refused(401, 'unauthenticated')) },
      { held: [begun] },
    );
    await expect(open.made.rotate()).rejects.toThrow();
    expect(open.made.held[0]).toEqual(begun);
  });

  it('is not rotated again within 24 hours of a rotation, unless that is confirmed', async () => {
    const answers = { rotateWebhookSecret: () => ({ ...webhookBody('w0', url), secret: 'new' }) };
    const completed = { key: 'k', at: '2026-12-01T07:00:00.000Z' };
    const refusing = endpoint(answers, { held: [kept], completed });
    await expect(refusing.made.rotate()).rejects.toMatchObject({ code: 'rotation_in_grace' });
    expect(refusing.calls).toEqual([]);
    expect(refusing.made.held[0]).toEqual(kept);
    const confirmed = endpoint(answers, { held: [kept], completed, endGrace: true });
    await confirmed.made.rotate();
    expect(confirmed.made.held[0]?.secrets[0]?.value).toBe('new');
  });

  it('keeps its old secret for a day when it is rotated', async () => {
    const { made } = endpoint(
      { rotateWebhookSecret: () => ({ ...webhookBody('w0', url), secret: 'new' }) },
      { held: [kept] },
    );
    await made.rotate();
    expect(made.held[0]?.secrets).toEqual([
      { value: 'new', until: null },
      { value: 's0', until: '2026-12-02T08:00:00.000Z' },
    ]);
  });
});

describe('an address that changes', () => {
  it('gets its endpoint first, and the old one goes after it; its secret stays for what is on its way', async () => {
    const { made, calls } = endpoint({ ...registers, deleteWebhook: () => undefined }, { held: [kept] });
    await made.move('https://new.example.test/esl/aaaaaaaa/token');
    expect(calls).toEqual(['registerWebhook', 'deleteWebhook w0']);
    expect(made.held.map(({ id, secrets }) => [id, secrets[0]?.value])).toEqual([
      ['w1', 's1'],
      [null, 's0'],
    ]);
  });
});

describe('the end', () => {
  it('removes the endpoint, and takes one that is gone for removed', async () => {
    const gone = endpoint({ deleteWebhook: () => Promise.reject(refused(404, 'not_found')) }, { held: [kept] });
    await gone.made.close();
    expect(gone.made.id).toBeNull();
    const failing = endpoint({ deleteWebhook: unavailable }, { held: [kept] });
    await expect(failing.made.close()).rejects.toMatchObject({ code: 'service_unavailable' });
  });
});

describe('a registration that was interrupted', () => {
  it('is looked for by its address, and removed', async () => {
    const { made, calls } = endpoint(
      { listWebhooks: () => ({ data: [webhookBody('w7', url)] }), deleteWebhook: () => undefined },
      { held: [{ id: null, url, secrets: [] }] },
    );
    await made.close();
    expect(calls).toEqual(['listWebhooks', 'deleteWebhook w7']);
  });

  it('tells that it was gone already, so that events may have been missed', async () => {
    const gone = endpoint({ deleteWebhook: () => Promise.reject(refused(404, 'not_found')) }, { held: [kept] }).made;
    const there = endpoint({ deleteWebhook: () => undefined }, { held: [kept] }).made;
    await Promise.all([gone.close(), there.close()]);
    expect([gone.lapse, there.lapse]).toEqual(['deleted', null]);
  });
});

describe('looking after it', () => {
  it('registers one again that somebody else removed', async () => {
    const answers = { getWebhook: () => Promise.reject(refused(404, 'not_found')), ...registers };
    const { made, notes } = endpoint(answers, { held: [kept] });
    await made.check();
    expect(notes).toEqual(['endpoint_gone']);
    expect([made.id, made.lapse]).toEqual(['w1', 'deleted']);
  });

  /** A service with one endpoint that somebody deletes; the answers that are held come when the test says so. */
  function deletedElsewhere(held: 'getWebhook' | 'registerWebhook' | 'listWebhooks') {
    const there = new Set<string>();
    const [begun, released] = [deferred(), deferred()];
    const hold = async (operation: string, signal?: AbortSignal): Promise<void> => {
      if (operation !== held) return;
      begun.resolve();
      const ended = new Promise((_resolve, reject) => {
        signal?.addEventListener('abort', () => reject(aborted(operation)));
      });
      await Promise.race([released.promise, ended]);
    };
    const { made, calls, notes } = endpoint(
      {
        getWebhook: async ({ signal }) => {
          await hold('getWebhook', signal);
          throw refused(404, 'not_found');
        },
        registerWebhook: async ({ signal, asked }) => {
          if (held === 'listWebhooks' && asked === 1) throw lost();
          await hold('registerWebhook', signal);
          there.add('w1');
          return { ...webhookBody('w1', url), secret: 's1' };
        },
        listWebhooks: async ({ signal }) => {
          if (!made.isClosing) await hold('listWebhooks', signal);
          return { data: [...there].map((id) => webhookBody(id, url)) };
        },
        deleteWebhook: ({ parameters }) => {
          if (!there.delete(parameters?.['webhookId'] ?? '')) throw refused(404, 'not_found');
        },
      },
      { held: [kept] },
    );
    return { made, calls, notes, there, begun: begun.promise, release: released.resolve };
  }
  const aborted = (operation: string) =>
    new TransportFailure('stopped', { ...facts, operation, reason: 'aborted', outcomeUnknown: true });

  it('deletes what a check is just registering again', async () => {
    const { made, calls, there, begun, release } = deletedElsewhere('registerWebhook');
    const checking = made.check();
    await begun;
    const closing = made.close();
    release();
    await Promise.all([checking, closing]);
    expect(calls.at(-1)).toBe('deleteWebhook w0');
    expect(calls).toContain('deleteWebhook w1');
    expect([[...there], made.id]).toEqual([[], null]);
  });

  it('is not taken for done while an abandoned registration may still be on its way', async () => {
    const { made, calls, there, begun, release } = deletedElsewhere('registerWebhook');
    const checking = expect(made.check()).rejects.toThrow();
    await begun;
    const deadline = new AbortController();
    const closing = made.close(deadline.signal);
    deadline.abort();
    await expect(closing).rejects.toThrow('may still be on its way');
    await checking;
    expect(calls.at(-1)).toBe('listWebhooks');
    // The next attempt to clean up finds it by the URL that was recorded.
    release();
    there.add('w1');
    await made.close();
    expect([...there]).toEqual([]);
  });

  it.each(['getWebhook', 'listWebhooks'] as const)(
    'stops a check that waits for %s, and its registering',
    async (held) => {
      const { made, notes, there, begun } = deletedElsewhere(held);
      const checking = expect(made.check()).rejects.toThrow();
      await begun;
      await made.close();
      await checking;
      expect([[...there], made.id]).toEqual([[], null]);
      if (held === 'getWebhook') expect(notes).toEqual([]);
    },
  );

  it('stops a registration that waits to be tried again', async () => {
    const clock = manualClock();
    const answers = {
      registerWebhook: unavailable,
      deleteWebhook: () => undefined,
    };
    const { made, calls } = endpoint(answers, { held: [kept], clock });
    const moving = made.move('https://new.example.test/esl/aaaaaaaa/token');
    moving.catch(() => undefined);
    await clock.nextSleep();
    await made.close().catch(() => undefined);
    await expect(moving).rejects.toThrow('the listener is stopping');
    clock.advance(3_600_000);
    expect(calls.filter((each) => each === 'registerWebhook')).toHaveLength(1);
  });

  it('registers nothing afterwards', async () => {
    const { made, calls } = endpoint({ deleteWebhook: () => undefined }, { held: [kept] });
    await made.close();
    for (const late of [made.check(), made.move(url), made.open(url)]) await expect(late).rejects.toThrow();
    expect(calls).toEqual(['deleteWebhook w0']);
  });
});
