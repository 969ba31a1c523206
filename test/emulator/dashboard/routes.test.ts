import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it } from 'vitest';
import { agreementScene } from '../../support/agreement-scene.js';
import { createEnvelope, createTemplate, rental } from '../../support/agreement.js';
import { verify } from '../../../src/domain/webhook/signature.js';
import { once } from '../../support/emulator.js';
import { http } from '../../support/http.js';
import type {
  EnvelopeDetail,
  EndpointDetail,
  EndpointRow,
  EnvelopeRow,
  ListPage,
  MailRow,
  RequestDetail,
  RequestRow,
  ShownExchange,
  SignatureVerdict,
} from '../../../src/emulator/dashboard/shapes.js';

const scene = agreementScene();
const list = (query = ''): Promise<ListPage<EnvelopeRow>> =>
  scene.emulator.control(`GET /_emulator/dashboard/envelopes${query}`);
const detail = (envelope: string): Promise<EnvelopeDetail> =>
  scene.emulator.control(`GET /_emulator/dashboard/envelopes/${envelope}`);

describe('the data of the page', () => {
  it('a code is exchanged for the token once, and never by another page', async () => {
    const { url } = await scene.emulator.control<{ url: string }>('POST /_emulator/dashboard/codes');
    const [page, code] = url.split('/#code=');
    expect(page).toBe(scene.emulator.url);
    expect(url).not.toContain(scene.emulator.token);
    const exchange = (body: unknown, headers = {}) =>
      http<{ token?: string }>(scene.emulator.url, 'POST', '/_emulator/dashboard/sessions', { body, headers });
    expect((await exchange({ code }, { Origin: 'https://a.example' })).status).toBe(403);
    expect((await exchange({ code })).body).toEqual({ token: scene.emulator.token });
    expect((await exchange({ code })).status).toBe(401);
    expect((await exchange({ code: 'guessed' })).status).toBe(401);
  });
});

describe('the list of envelopes', () => {
  it('finds by title, person, address and ID, and filters by state', async () => {
    const { live } = scene.organisation;
    const made = await createEnvelope(live, scene.template, { title: 'Rooftop 50% lease', send: true });
    await createEnvelope(live, scene.template, { title: 'Cellar lease' });
    const titles = async (query: string): Promise<readonly string[]> =>
      (await list(query)).data.map(({ title }) => title);
    expect(await titles('?q=rooftop')).toEqual(['Rooftop 50% lease']);
    expect(await titles('?q=50%25%20L')).toEqual(['Rooftop 50% lease']);
    expect(await titles(`?q=${made.id.slice(0, 8)}`)).toEqual(['Rooftop 50% lease']);
    expect(await titles('?q=THANDI@example')).toContain('Cellar lease');
    expect(await titles('?q=status')).toEqual([]);
    expect(await titles('?state=draft')).not.toContain('Rooftop 50% lease');
    expect(await titles('?state=sent&q=lease')).toEqual(['Rooftop 50% lease']);
    const [row] = (await list('?q=rooftop')).data;
    expect(row).toMatchObject({ state: 'sent', waiting_since: expect.any(String) });
    expect(row!.people.map(({ turn }) => turn)).toEqual([true, false]);
  });

  it('is read in pages, each envelope once', async () => {
    await Promise.all(
      Array.from({ length: 60 }, (_, at) =>
        createEnvelope(scene.organisation.test, scene.template, { title: `Paged ${at}` }),
      ),
    );
    const first = await list('?q=paged');
    const second = await list(`?q=paged&before=${first.next}`);
    expect([first.data.length, second.data.length, second.next]).toEqual([50, 10, null]);
    expect(new Set([...first.data, ...second.data].map((row) => row.id)).size).toBe(60);
    expect(first.total).toBeGreaterThanOrEqual(60);
  });

  it.each(['?state=lost', '?before=x'])('%s is rejected', async (query) => {
    await expect(list(query)).rejects.toThrow('400');
  });
});

describe('one envelope', () => {
  it('is told from its creation to its seal, in order, with keys and secrets masked', async () => {
    const { emulator, organisation } = scene;
    const closed = await organisation.live('POST /api/v1/webhooks', {
      url: 'http://127.0.0.1:9/hooks',
      events: ['envelope.sent', 'envelope.sealed'],
    });
    const made = await createEnvelope(organisation.live, scene.template, {
      send: true,
      values: [rental],
      completion_delivery: 'service',
    });
    const refused = await organisation.live(`POST /api/v1/envelopes/${made.id}/send`, {}, once());
    expect([closed.status, refused.status]).toEqual([201, 409]);
    const { link } = (await emulator.mails(`?envelope_id=${made.id}`))[0]!;
    await fetch(link!);
    await emulator.control(`POST /_emulator/envelopes/${made.id}/recipients/Tenant/sign`, {});
    await emulator.control(`POST /_emulator/envelopes/${made.id}/recipients/Landlord/sign`, {});
    await emulator.advance(120_000);

    const { timeline, state } = await detail(made.id);
    expect(state).toBe('sealed');
    const steps = [
      /^POST \/api\/v1\/envelopes$/,
      /^Created$/,
      /^Sent$/,
      /^Please sign: /,
      /^Thandi Mokoena opened the signing page$/,
      /^Thandi Mokoena answered \d+ fields$/,
      /^Thandi Mokoena \(Tenant\) signed/,
      /^Pieter van Wyk \(Landlord\) signed/,
      /^All recipients have acted$/,
      /^envelope\.sealed$/,
      /^Completed: /,
    ];
    const places = steps.map((step) => timeline.findIndex(({ title }) => step.test(title)));
    expect(places).toEqual(places.toSorted((a, b) => a - b));
    expect(places).not.toContain(-1);
    const refusal = timeline.find(({ title }) => title.endsWith('/send'))!;
    expect(refusal).toMatchObject({ kind: 'request', tone: 'bad' });
    expect(timeline.filter(({ kind }) => kind === 'delivery').length).toBeGreaterThan(0);
    expect(timeline.some(({ kind, detail: due }) => kind === 'due' && due?.endsWith(' is due'))).toBe(true);

    const opens = refusal.opens as { sequence: number };
    const request = await emulator.control<ShownExchange>(`GET /_emulator/dashboard/requests/${opens.sequence}`);
    expect(request.curl).toContain('Bearer $ESIGN_API_KEY');
    expect(request.notes.join(' ')).toContain('Rule ');
    expect(JSON.stringify([timeline, request])).not.toContain(organisation.liveKey);
  });
});

describe('the log of requests', () => {
  const requests = (query: string): Promise<ListPage<RequestRow>> =>
    scene.emulator.control(`GET /_emulator/dashboard/requests${query}`);

  it('has each request with its template of a path, status, key, fault and ID, and finds it by them', async () => {
    const { live, test, liveKey } = await scene.emulator.organisation();
    const template = await createTemplate(live);
    const made = await createEnvelope(live, template);
    await scene.emulator.control('POST /_emulator/faults/operations', {
      operation: 'getEnvelope',
      code: 'rate_limited',
      count: 1,
    });
    const injected = await live(`GET /api/v1/envelopes/${made.id}`);
    await test('GET /api/v1/webhooks');
    await http(scene.emulator.url, 'GET', '/api/v1/nowhere?key=x');
    const { data } = await requests('');
    expect(data.slice(0, 4)).toMatchObject([
      {
        method: 'GET',
        path: '/api/v1/nowhere?key=x',
        operation: null,
        status: 401,
        code: 'unauthenticated',
        key: null,
      },
      { path: '/api/v1/webhooks', operation: 'listWebhooks', status: 200, key: { mode: 'test' }, fault: null },
      {
        path: '/api/v1/envelopes/{envelopeId}',
        status: 429,
        code: 'rate_limited',
        fault: 'answer',
        request_id: injected.headers['request-id'],
      },
      { operation: 'createEnvelope', about: { room: 'envelopes', id: made.id }, key: { mode: 'live' } },
    ]);
    expect(JSON.stringify(data)).not.toContain(liveKey);
    const found = async (query: string) => (await requests(query)).data.map(({ operation }) => operation);
    expect(await found(`?q=${injected.headers['request-id']}`)).toEqual(['getEnvelope']);
    expect(await found(`?q=${made.id}`)).toEqual(['getEnvelope', 'createEnvelope']);
    expect(await found('?q=NOWHERE')).toEqual([null]);
    expect(await found('?kind=faults')).toEqual(['getEnvelope']);
    expect((await found('?kind=failed')).slice(0, 2)).toEqual([null, 'getEnvelope']);
    expect(await found('?kind=writes&q=createTemplate')).toContain('createTemplate');
    const detail = await scene.emulator.control<RequestDetail>(`GET /_emulator/dashboard/requests/${data[2]!.id}`);
    expect(detail.notes).toContain('A fault of the emulator answered in place of the service.');
    await expect(requests('?kind=other')).rejects.toThrow('400');
  });

  it('keeps the last thousand, and is read in pages', async () => {
    const { live } = scene.organisation;
    for (let at = 0; at < 1010; at += 1) await live(`GET /api/v1/webhooks?cursor=${at}`);
    const first = await requests('?q=cursor');
    const second = await requests(`?q=cursor&before=${first.next}`);
    expect([first.total, first.data.length, second.data.length]).toEqual([1000, 50, 50]);
    expect(Number(second.data[0]!.id)).toBe(Number(first.data[49]!.id) - 1);
  });
});

describe('the endpoints', () => {
  it('are shown without their secrets, by URL and state, with the time of a rotation', async () => {
    const { live } = await scene.emulator.organisation();
    const url = 'http://127.0.0.1:9/rotated';
    const { body } = await live<{ id: string; secret: string }>('POST /api/v1/webhooks', {
      url,
      events: ['envelope.sent'],
    });
    await scene.emulator.advance(60_000);
    const rotatedAt = scene.emulator.now();
    await live(`POST /api/v1/webhooks/${body.id}/rotate-secret`);
    const endpoints = async (query: string) => {
      const { data } = await scene.emulator.control<ListPage<EndpointRow>>(
        `GET /_emulator/dashboard/endpoints${query}`,
      );
      return data.map(({ id }) => id);
    };
    expect(await endpoints('?q=ROTATED')).toEqual([body.id]);
    expect(await endpoints(`?q=${body.id.slice(0, 8)}&active=true`)).toEqual([body.id]);
    expect(await endpoints('?q=rotated&active=false')).toEqual([]);
    await expect(endpoints('?active=maybe')).rejects.toThrow('400');
    const detail = await scene.emulator.control<EndpointDetail>(`GET /_emulator/dashboard/endpoints/${body.id}`);
    expect(detail).toMatchObject({
      url,
      state: 'active',
      secret_since: new Date(rotatedAt).toISOString(),
      previous_secret_until: new Date(rotatedAt + 24 * 3_600_000).toISOString(),
    });
    expect(JSON.stringify(detail)).not.toContain('whsec_');
  });
});

describe('the mails', () => {
  it('are found by subject, person, address and envelope', async () => {
    const { live } = scene.organisation;
    const template = await createTemplate(live);
    const made = await createEnvelope(live, template, { title: 'Énorme 100%', send: true });
    const found = async (q: string) => {
      const query = new URLSearchParams({ q });
      const { data } = await scene.emulator.control<ListPage<MailRow>>(`GET /_emulator/dashboard/mails?${query}`);
      return data.map(({ subject }) => subject);
    };
    expect(await found('Énorme 100%')).toEqual(['Please sign: Énorme 100%']);
    expect(await found(made.id)).toEqual(['Please sign: Énorme 100%']);
    expect(await found('THANDI@')).toContain('Please sign: Énorme 100%');
    expect(await found('1_0%')).toEqual([]);
  });
});

describe('an attempt of a delivery', () => {
  const attempt = async (url = 'http://127.0.0.1:9/h', learn?: (secret: string) => void): Promise<string> => {
    const { emulator } = scene;
    const organisation = await emulator.organisation();
    const { body } = await organisation.live<{ secret: string }>('POST /api/v1/webhooks', {
      url,
      events: ['envelope.sent'],
    });
    learn?.(body.secret);
    const template = await createTemplate(organisation.live);
    const made = await createEnvelope(organisation.live, template, { send: true });
    await emulator.settle();
    const entry = (await detail(made.id)).timeline.find(({ opens }) => opens?.what === 'attempt')!;
    const { delivery, sequence } = entry.opens as { delivery: string; sequence: number };
    return `/_emulator/dashboard/deliveries/${delivery}/attempts/${sequence}`;
  };

  it('is shown with the bytes and the signature that were sent', async () => {
    const exchange = await scene.emulator.control<ShownExchange>(`GET ${await attempt()}`);
    expect(JSON.parse(exchange.body!)).toMatchObject({ event: 'envelope.sent', retry_count: 0 });
    expect(exchange.headers['Service-Signature']).toMatch(/^t=\d+, v1=[0-9a-f]{64}/);
    expect(exchange.answer).toMatchObject({ status: null, error: expect.stringContaining('nothing is listening') });
    expect(exchange.curl).toMatch(/^curl -X POST [^]*'http:\/\/127\.0\.0\.1:9\/h'$/);
  });

  it('is shown with what the app answered', async () => {
    const app = createServer((_, response) => response.writeHead(401).end('{"error":"bad signature"}'));
    await new Promise<void>((resolve) => app.listen(0, '127.0.0.1', resolve));
    const path = await attempt(`http://127.0.0.1:${(app.address() as AddressInfo).port}/h`);
    const { answer } = await scene.emulator.control<ShownExchange>(`GET ${path}`);
    expect(answer).toMatchObject({ status: 401, body: '{"error":"bad signature"}', error: null });
    app.closeAllConnections();
    await new Promise((resolve) => app.close(resolve));
  });

  it('verifies by the clock of this machine, however the emulator’s stands', async () => {
    const path = await attempt();
    await scene.emulator.advance(34 * 3_600_000);
    const verdict = await scene.emulator.control<SignatureVerdict>(`POST ${path}/diagnosis`, {});
    expect(verdict.ok).toBe(true);
  });

  it('shows what the app behind a listener answered, and what is wrong with it', async () => {
    const path = await attempt();
    const { data } = await scene.emulator.control<{ data: { event_id: string; webhook_id: string }[] }>(
      'GET /_emulator/deliveries/log',
    );
    const { event_id = '', webhook_id = '' } = data.at(-1) ?? {};
    const url = 'http://127.0.0.1:3000/hooks';
    const responses = [{ event_id, webhook_id, url, attempts: 1, status: 401, milliseconds: 12, error: null }];
    const causes = [{ url, words: 'It accepts the body as Python writes it.' }];
    await scene.emulator.control('POST /_emulator/deliveries/app-responses', { responses, causes });
    const words = [`The app at ${url} responded with 401 in 12 ms.`, 'It accepts the body as Python writes it.'];
    expect((await scene.emulator.control<ShownExchange>(`GET ${path}`)).notes).toEqual(words);
    const judge = (received: object): Promise<SignatureVerdict> =>
      scene.emulator.control(`POST ${path}/diagnosis`, received);
    expect(await judge({})).toMatchObject({ ok: true, app: words });
    expect((await judge({ body: '{}' })).app).toEqual([]);
  });

  it('asks the app of an endpoint why it rejects a valid delivery', async () => {
    const marks: unknown[] = [];
    let organisationSecret = '';
    const app = createServer((request, response) => {
      const parts: Buffer[] = [];
      request.on('data', (part: Buffer) => parts.push(part));
      request.on('end', () => {
        const parsed = Buffer.from(JSON.stringify(JSON.parse(Buffer.concat(parts).toString('utf8'))));
        marks.push(request.headers['esign-test-copy']);
        const header = [String(request.headers['service-signature'])];
        const { ok } = verify({ current: organisationSecret, header, body: parsed, now: Date.now() });
        response.writeHead(ok ? 204 : 401).end();
      });
    });
    await new Promise<void>((resolve) => app.listen(0, '127.0.0.1', resolve));
    const url = `http://127.0.0.1:${(app.address() as AddressInfo).port}/h`;
    const path = await attempt(url, (secret) => void (organisationSecret = secret));
    const { app: words, ok } = await scene.emulator.control<SignatureVerdict>(`POST ${path}/diagnosis`, {});
    expect(ok).toBe(true);
    expect(words).toEqual([
      expect.stringContaining(`Sent again now, the app at ${url} responded with 401`),
      expect.stringContaining('It accepts the body as JavaScript writes it: it parses before it verifies.'),
    ]);
    // The delivery, the same again, and copies that are marked.
    expect(marks.slice(0, 3)).toEqual([undefined, undefined, '1']);
    expect(marks.length).toBeLessThan(62);
    const before = marks.length;
    await scene.emulator.control(`POST ${path}/diagnosis`, { body: '{}' });
    expect(marks).toHaveLength(before);
    app.closeAllConnections();
    await new Promise((resolve) => app.close(resolve));
  });

  it.each([
    ['redirects', 307, 'use the endpoint URL http://127.0.0.1:'],
    ['has another path', 404, 'responds with 404 to a POST to /h. Check the path of the endpoint URL.'],
  ])('names the cause when the app %s', async (_, status, cause) => {
    const app = createServer((_request, response) => response.writeHead(status, { Location: '/h/' }).end());
    await new Promise<void>((resolve) => app.listen(0, '127.0.0.1', resolve));
    const path = await attempt(`http://127.0.0.1:${(app.address() as AddressInfo).port}/h`);
    const { app: words } = await scene.emulator.control<SignatureVerdict>(`POST ${path}/diagnosis`, {});
    expect(words[1]).toContain(cause);
    app.closeAllConnections();
    await new Promise((resolve) => app.close(resolve));
  });

  it('is shown with the very header that a fault altered, and the cause is named', async () => {
    await scene.emulator.control('POST /_emulator/faults/deliveries', { clock_skew_seconds: -400, count: 1 });
    const path = await attempt();
    const verdict = await scene.emulator.control<SignatureVerdict>(`POST ${path}/diagnosis`, {});
    expect(verdict).toMatchObject({ ok: false, sentence: expect.stringContaining('It verifies at its own time') });
  });

  it('with what a receiver has: its secret, or its body', async () => {
    const path = await attempt();
    const other = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
    const judge = (received: object): Promise<SignatureVerdict> =>
      scene.emulator.control(`POST ${path}/diagnosis`, received);
    expect((await judge({ secret: other })).sentence).toContain('the endpoint');
    const { body } = await scene.emulator.control<ShownExchange>(`GET ${path}`);
    const respaced = JSON.stringify(JSON.parse(body!), null, 2);
    expect(await judge({ body: respaced })).toMatchObject({ ok: false, hint: expect.any(String) });
  });
});
