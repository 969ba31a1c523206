import { describe, expect, it } from 'vitest';
import { agreementPdf, createEnvelope, createTemplate, landlord, tenant, upload } from '../support/agreement.js';
import { hour, minute, once } from '../support/emulator.js';
import { http } from '../support/http.js';
import { canCheckPdf, canReadPdf, checkPdf, pagesOf, textOf } from '../support/documents/read-pdf.js';
import { sealedAgreements } from '../support/emulator/sealed-agreements.js';
import type { Envelope } from '../support/shapes.js';

const { scene, completed, sealed, sign, documents } = sealedAgreements();

const download = async (envelope: Envelope, index = 0): Promise<Buffer> => {
  const { pathname, search } = new URL((await documents(envelope)).documents[index]!.url!);
  const answer = await http(scene.emulator.url, 'GET', `${pathname}${search}`);
  expect(answer.status).toBe(200);
  return answer.bytes;
};

describe('sealing', () => {
  it('takes about a minute after completion, as a step of its own: the envelope stays completed [state.sealing-apart, state.complete]', async () => {
    const envelope = await completed();
    await scene.emulator.advance(30_000);
    expect((await documents(envelope)).sealed).toBe(false);
    await scene.emulator.advance(minute);
    expect((await documents(envelope)).sealed).toBe(true);
    expect((await scene.organisation.live<Envelope>(`GET /api/v1/envelopes/${envelope.id}`)).body.status).toBe(
      'completed',
    );
  });

  it.skipIf(!canReadPdf)(
    'the sealed file holds the answers, the signers and a certificate of completion, and DRAFT nowhere [state.complete]',
    async () => {
      const envelope = await sealed();
      const pdf = await download(envelope);
      const text = textOf(pdf);
      for (const word of ['9500.00', 'Thandi Mokoena', 'Pieter van Wyk', envelope.id]) expect(text).toContain(word);
      expect(text.replace(/\s+/g, '')).not.toContain('DRAFT');
      expect(text).toMatch(/certificate/i);
      expect(pagesOf(pdf).length).toBeGreaterThan(2);
    },
  );

  it.skipIf(!canCheckPdf)('the sealed file is a sound PDF whose only field is its seal [state.complete]', async () => {
    const pdf = await download(await sealed());
    expect(checkPdf(pdf)).toBe(0);
    expect(pdf.toString('latin1').match(/\/Widget\b/g)).toHaveLength(1);
    expect(
      pdf
        .toString('latin1')
        .match(/\/FT\s*\/\w+/g)
        ?.map((type) => type.replace(/\s/g, '')),
    ).toEqual(['/FT/Sig']);
  });

  it('the sealed file does not change from one download to the next [documents.url]', async () => {
    const envelope = await sealed();
    const first = await download(envelope);
    await scene.emulator.advance(minute);
    expect((await download(envelope)).equals(first)).toBe(true);
  });

  it('raises envelope.sealed once per envelope, not per document [state.sealed-once]', async () => {
    const body = {
      title: 'Pack',
      documents: [upload(agreementPdf(), 'one.pdf'), upload(agreementPdf(), 'two.pdf')],
      recipients: [tenant, landlord],
      send: true,
    };
    const envelope = (await scene.organisation.live<Envelope>('POST /api/v1/envelopes/one-off', body, once())).body;
    await sign(envelope, 'Tenant');
    await sign(envelope, 'Landlord');
    await scene.emulator.advance(2 * minute);
    const { data } = await scene.emulator.control<{ data: { event: string }[] }>(
      `GET /_emulator/events?envelope_id=${envelope.id}`,
    );
    expect(data.filter(({ event }) => event === 'envelope.sealed')).toHaveLength(1);
    expect((await documents(envelope)).sealed).toBe(true);
  });

  it('that gives up raises envelope.sealing_failed, leaves the envelope completed and tries nothing further [state.sealing-gives-up, event.sealing-failed]', async () => {
    await scene.emulator.control('POST /_emulator/faults', { point: 'seal', code: 'internal_error' });
    const envelope = await sealed();
    await scene.emulator.advance(24 * hour);
    const { data } = await scene.emulator.control<{ data: { event: string }[] }>(
      `GET /_emulator/events?envelope_id=${envelope.id}`,
    );
    expect(data.filter(({ event }) => event.startsWith('envelope.seal')).map(({ event }) => event)).toEqual([
      'envelope.sealing_failed',
    ]);
    expect((await documents(envelope)).sealed).toBe(false);
    expect((await scene.organisation.live<Envelope>(`GET /api/v1/envelopes/${envelope.id}`)).body.status).toBe(
      'completed',
    );
  });

  it('that failed is not final: a requeue that succeeds still delivers envelope.sealed [state.sealing-gives-up]', async () => {
    await scene.emulator.control('POST /_emulator/faults', { point: 'seal', code: 'internal_error' });
    const envelope = await sealed();
    await scene.emulator.control(`POST /_emulator/envelopes/${envelope.id}/requeue-sealing`);
    await scene.emulator.advance(5 * minute);
    const { data } = await scene.emulator.control<{ data: { event: string; created_at: string }[] }>(
      `GET /_emulator/events?envelope_id=${envelope.id}`,
    );
    const ours = data
      .filter(({ event }) => event.startsWith('envelope.seal'))
      .toSorted((a, b) => a.created_at.localeCompare(b.created_at));
    expect(ours.map(({ event }) => event)).toEqual(['envelope.sealing_failed', 'envelope.sealed']);
    expect((await documents(envelope)).sealed).toBe(true);
  });

  it('raises envelope.sealing_failed once per give-up [state.sealing-gives-up]', async () => {
    await scene.emulator.control('POST /_emulator/faults', { point: 'seal', code: 'internal_error', count: 2 });
    const envelope = await sealed();
    await scene.emulator.control(`POST /_emulator/envelopes/${envelope.id}/requeue-sealing`);
    await scene.emulator.advance(5 * minute);
    const { data } = await scene.emulator.control<{ data: { event: string }[] }>(
      `GET /_emulator/events?envelope_id=${envelope.id}`,
    );
    expect(data.filter(({ event }) => event === 'envelope.sealing_failed')).toHaveLength(2);
  });
});

describe('completion_delivery [create.completion-delivery]', () => {
  it('integrator, the default, sends nothing at completion', async () => {
    const envelope = await sealed();
    expect(await scene.emulator.mails(`?envelope_id=${envelope.id}&kind=completed`)).toEqual([]);
  });

  it('service mails the sealed PDF to every emailable recipient and the sender, never to an embedded one', async () => {
    const own = await scene.emulator.organisation({ members: ['owner@members.test'] });
    const envelope = await createEnvelope(own.live, await createTemplate(own.live), {
      send: true,
      completion_delivery: 'service',
      recipients: [{ ...tenant, embedded: true }, landlord],
    });
    await sign(envelope, 'Tenant');
    await sign(envelope, 'Landlord');
    await scene.emulator.advance(2 * minute);
    const mails = await scene.emulator.mails(`?envelope_id=${envelope.id}&kind=completed`);
    expect(mails.map(({ to }) => to.email).toSorted()).toEqual(['owner@members.test', 'pieter@example.test']);
    for (const { attachments } of mails)
      expect(attachments).toEqual([{ filename: expect.stringMatching(/\.pdf$/), size: expect.any(Number) }]);
  });
});
