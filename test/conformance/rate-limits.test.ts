import { describe, expect, it } from 'vitest';
import { agreementPdf, createTemplate, landlord, tenant, upload } from '../support/agreement.js';
import { expectRefusal, minute, once, second, startTestEmulator, type Call } from '../support/emulator.js';
import type { Answer } from '../support/http.js';
import { shared } from '../support/shared.js';

const emulator = shared(startTestEmulator);

const limit = (answer: Answer): number => Number(answer.headers['ratelimit-limit']);
const remaining = (answer: Answer): number => Number(answer.headers['ratelimit-remaining']);
const reset = (answer: Answer): number => Number(answer.headers['ratelimit-reset']);
const read = (call: Call): Promise<Answer> => call('GET /api/v1/webhooks');
const startOfMinute = async (): Promise<void> => {
  await emulator.advance(minute - (emulator.now() % minute));
};
const spend = async (call: Call, requests: number): Promise<void> => {
  for (let sent = 0; sent < requests; sent += 20) {
    const burst = Array.from({ length: Math.min(20, requests - sent) }, () => read(call));
    for (const answer of await Promise.all(burst)) expect(answer.status).toBe(200);
  }
};

describe('the request rate', () => {
  it('every authenticated success carries RateLimit-Limit, RateLimit-Remaining and RateLimit-Reset [rate.headers, conventions.rate-headers]', async () => {
    const { live } = await emulator.organisation();
    const answer = await read(live);
    expect(answer.headers).toMatchObject({
      'ratelimit-limit': expect.stringMatching(/^\d+$/),
      'ratelimit-remaining': expect.stringMatching(/^\d+$/),
      'ratelimit-reset': expect.stringMatching(/^\d+$/),
    });
    expect(answer.headers).not.toHaveProperty('retry-after');
  });

  it('is 600 a minute on a paid plan, for a live key and a test key alike [rate.values]', async () => {
    const { live, test } = await emulator.organisation({ plan: 'paid' });
    expect([limit(await read(live)), limit(await read(test))]).toEqual([600, 600]);
  });

  it('is 60 a minute on the free plan, for a live key and a test key alike [rate.values]', async () => {
    const { live, test } = await emulator.organisation({ plan: 'free' });
    expect([limit(await read(live)), limit(await read(test))]).toEqual([60, 60]);
  });

  it('is counted per key [rate.per-key]', async () => {
    const { live, test } = await emulator.organisation();
    await read(live);
    await read(live);
    expect(remaining(await read(live))).toBe(597);
    expect(remaining(await read(test))).toBe(599);
  });

  it('RateLimit-Reset counts down to the end of a fixed window and is at most 60 seconds [rate.reset]', async () => {
    const { live } = await emulator.organisation();
    await startOfMinute();
    expect(reset(await read(live))).toBe(60);
    await emulator.advance(20 * second);
    expect(reset(await read(live))).toBe(40);
    await emulator.advance(39 * second);
    expect(reset(await read(live))).toBe(1);
    await emulator.advance(second);
    const next = await read(live);
    expect([reset(next), remaining(next)]).toEqual([60, 599]);
  });

  it('a spent minute is rate_limited with Retry-After of at most 60 [rate.retry-after, retry-after.429]', async () => {
    const { live } = await emulator.organisation({ plan: 'free' });
    await startOfMinute();
    await emulator.advance(15 * second);
    await spend(live, 60);
    const answer = await read(live);
    expectRefusal(answer, 429, 'rate_limited');
    expect(Number(answer.headers['retry-after'])).toBe(45);
    expect(reset(answer)).toBe(45);
  });

  it('Remaining is 0 on a refused request and on every further request of that minute [rate.remaining-zero]', async () => {
    const { live } = await emulator.organisation({ plan: 'free' });
    await startOfMinute();
    await spend(live, 59);
    expect(remaining(await read(live))).toBe(0);
    for (let index = 0; index < 3; index += 1) {
      const answer = await read(live);
      expectRefusal(answer, 429, 'rate_limited');
      expect(remaining(answer)).toBe(0);
      expect(limit(answer)).toBe(60);
    }
    await emulator.advance(minute);
    expect((await read(live)).status).toBe(200);
  });

  it('a request that is refused for another reason counts [rate.refused-counts]', async () => {
    const { live } = await emulator.organisation();
    const before = remaining(await read(live));
    expectRefusal(await live('GET /api/v1/webhooks/no-uuid'), 404, 'not_found');
    expectRefusal(await live('POST /api/v1/webhooks', '{'), 400, 'invalid_request');
    expectRefusal(await live('POST /api/v1/envelopes', {}), 400, 'idempotency_key_required');
    expect(remaining(await read(live))).toBe(before - 4);
  });

  it('an error of an authenticated request carries the headers too [rate.headers]', async () => {
    const { live } = await emulator.organisation();
    const answer = await live('GET /api/v1/webhooks/no-uuid');
    expect([limit(answer), remaining(answer)]).toEqual([600, 599]);
  });

  it("up to two windows' worth can burst across a minute boundary [rate.burst]", async () => {
    const { live } = await emulator.organisation({ plan: 'free' });
    await startOfMinute();
    await emulator.advance(59 * second);
    await spend(live, 60);
    expect((await read(live)).status).toBe(429);
    await emulator.advance(second);
    await spend(live, 60);
    expect((await read(live)).status).toBe(429);
  });

  it('600 requests of a paid key pass in a minute and the next is refused [rate.values]', async () => {
    const { live } = await emulator.organisation();
    await startOfMinute();
    await spend(live, 600);
    expectRefusal(await read(live), 429, 'rate_limited');
  });
});

describe('a batch is charged one request a row', () => {
  const row = { recipients: [tenant, landlord] };

  it('takes exactly its number of rows from the minute [batch.charge, endpoints.batch-charge]', async () => {
    const { live } = await emulator.organisation();
    const template = await createTemplate(live);
    await startOfMinute();
    const before = remaining(await read(live));
    const answer = await live(
      'POST /api/v1/envelopes/batches',
      { template_id: template.id, rows: [row, row, row] },
      once(),
    );
    expect(answer.status).toBe(200);
    expect(remaining(answer)).toBe(before - 3);
  });

  it('is refused whole when its rows exceed the remaining minute, and Remaining is 0 from then on [batch.charge-whole, endpoints.batch-charge]', async () => {
    const { live } = await emulator.organisation();
    const template = await createTemplate(live);
    await startOfMinute();
    await spend(live, 590);
    const batch = { template_id: template.id, rows: Array.from({ length: 11 }, () => row) };
    const refused = await live('POST /api/v1/envelopes/batches', batch, once());
    expectRefusal(refused, 429, 'rate_limited');
    expect(remaining(refused)).toBe(0);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    expect(Number(refused.headers['retry-after'])).toBeLessThanOrEqual(60);
    expectRefusal(await read(live), 429, 'rate_limited');
  });

  it('nothing of a batch that was refused whole exists afterwards [batch.charge-whole]', async () => {
    const organisation = await emulator.organisation();
    const template = await createTemplate(organisation.live);
    await startOfMinute();
    await spend(organisation.live, 598);
    const batch = { template_id: template.id, send: true, rows: [row, row, row] };
    expectRefusal(await organisation.live('POST /api/v1/envelopes/batches', batch, once()), 429, 'rate_limited');
    await emulator.settle();
    const mails = await emulator.mails('?to=thandi@example.test');
    expect(mails.filter((mail) => mail.subject.includes('Lease'))).toEqual([]);
  });
});

describe('the draft ceilings [rate.draft-ceilings, rate.draft-values]', () => {
  const sentEnvelope = async (live: Call): Promise<string> => {
    const body = { title: 'Notice', documents: [upload(agreementPdf())], recipients: [tenant, landlord], send: true };
    const answer = await live<{ id: string }>('POST /api/v1/envelopes/one-off', body, once());
    expect(answer.status).toBe(201);
    return answer.body.id;
  };

  it('one is per envelope: the message says so, Retry-After is that of the ceiling, another envelope still renders', async () => {
    const { live } = await emulator.organisation();
    await startOfMinute();
    const first = await sentEnvelope(live);
    const other = await sentEnvelope(live);
    let refused: Answer | undefined;
    for (let call = 0; call < 10 && refused === undefined; call += 1) {
      const answer = await live(`GET /api/v1/envelopes/${first}/documents/1/draft`);
      if (answer.status !== 200) refused = answer;
    }
    expectRefusal(refused!, 429, 'rate_limited', /envelope/);
    expect(Number(refused!.headers['retry-after'])).toBeGreaterThan(0);
    expect(Number(refused!.headers['retry-after'])).toBeLessThanOrEqual(60);
    expect((await live(`GET /api/v1/envelopes/${other}/documents/1/draft`)).status).toBe(200);
  });

  it("the RateLimit headers of a draft describe only the key's own allowance [rate.draft-headers]", async () => {
    const { live } = await emulator.organisation();
    await startOfMinute();
    const envelope = await sentEnvelope(live);
    const before = remaining(await read(live));
    let answer = await live(`GET /api/v1/envelopes/${envelope}/documents/1/draft`);
    expect([limit(answer), remaining(answer)]).toEqual([600, before - 1]);
    for (let call = 0; call < 9; call += 1) answer = await live(`GET /api/v1/envelopes/${envelope}/documents/1/draft`);
    expect(answer.status).toBe(429);
    expect([limit(answer), remaining(answer)]).toEqual([600, before - 10]);
  });

  it('a failed draft render is still charged to the ceiling [rate.draft-failed-charged]', async () => {
    const { live } = await emulator.organisation();
    await startOfMinute();
    const envelope = await sentEnvelope(live);
    await emulator.control('POST /_emulator/faults', { point: 'renderer', code: 'service_unavailable', count: 3 });
    const line = `GET /api/v1/envelopes/${envelope}/documents/1/draft`;
    for (let call = 0; call < 3; call += 1) expectRefusal(await live(line), 503, 'service_unavailable');
    let served = 0;
    while ((await live(line)).status === 200) served += 1;
    const fresh = await sentEnvelope(live);
    let whole = 0;
    while ((await live(`GET /api/v1/envelopes/${fresh}/documents/1/draft`)).status === 200) whole += 1;
    expect(served).toBe(whole - 3);
  });

  it('another is per organisation: every envelope of it is refused, and the message says which ceiling it was', async () => {
    const { live } = await emulator.organisation();
    await startOfMinute();
    const envelopes: string[] = [];
    for (let index = 0; index < 12; index += 1) envelopes.push(await sentEnvelope(live));
    let refused: Answer | undefined;
    for (const envelope of envelopes) {
      for (let call = 0; call < 6 && refused === undefined; call += 1) {
        const answer = await live(`GET /api/v1/envelopes/${envelope}/documents/1/draft`);
        if (answer.status !== 200) refused = answer;
      }
    }
    expectRefusal(refused!, 429, 'rate_limited', /organisation/);
    expect(Number(refused!.headers['retry-after'])).toBeLessThanOrEqual(60);
  });

  it('the ceiling ends with the minute', async () => {
    const { live } = await emulator.organisation();
    await startOfMinute();
    const envelope = await sentEnvelope(live);
    const line = `GET /api/v1/envelopes/${envelope}/documents/1/draft`;
    while ((await live(line)).status === 200);
    await emulator.advance(minute);
    expect((await live(line)).status).toBe(200);
  });
});
