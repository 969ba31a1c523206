import { describe, expect, it } from 'vitest';
import { agreementScene } from '../support/agreement-scene.js';
import { createEnvelope, createTemplate, landlord, tenant } from '../support/agreement.js';
import { hour, once } from '../support/emulator.js';
import { linesPdf } from '../support/form-pdf.js';
import { bearer, http } from '../support/http.js';
import type { Envelope } from '../support/shapes.js';

const scene = agreementScene();

const read = async (id: string): Promise<Envelope> =>
  (await scene.organisation.live<Envelope>(`GET /api/v1/envelopes/${id}`)).body;
const act = (envelope: Envelope, role: string, name: string, body: object = {}): Promise<Envelope> =>
  scene.emulator.control<Envelope>(`POST /_emulator/envelopes/${envelope.id}/recipients/${role}/${name}`, body);
const refusedAct = async (envelope: Envelope, role: string, name: string, body: object = {}): Promise<unknown> => {
  const target = `/_emulator/envelopes/${envelope.id}/recipients/${role}/${name}`;
  const answer = await http<{ error: { code: string } }>(scene.emulator.url, 'POST', target, {
    headers: bearer(scene.emulator.token),
    body,
  });
  return [answer.status, answer.body.error.code];
};
const statuses = (envelope: Envelope): readonly string[] => envelope.recipients.map(({ status }) => status);
const events = async (envelope: Envelope): Promise<readonly string[]> => {
  await scene.emulator.settle();
  const list = await scene.emulator.control<{ data: { event: string; recipient_id: string | null }[] }>(
    `GET /_emulator/events?envelope_id=${envelope.id}`,
  );
  const roles = new Map(envelope.recipients.map(({ id, role }) => [id, role]));
  return list.data
    .map(({ event, recipient_id }) =>
      recipient_id === null ? event : `${event} ${roles.get(recipient_id) ?? 'another'}`,
    )
    .toSorted();
};
const sent = (changes: object = {}): Promise<Envelope> =>
  createEnvelope(scene.organisation.live, scene.template, { send: true, ...changes });

describe('sequential signing [order.sequence, create.recipients-order]', () => {
  it('the order of the recipients is the sequence: the second is held back until the first has signed', async () => {
    const envelope = await sent();
    expect(envelope.recipients[0]!.status).toBe('sent');
    expect(envelope.recipients[1]!.status).not.toBe('sent');
    expect(await refusedAct(envelope, 'Landlord', 'sign')).toEqual([409, 'recipient_not_yet_turn']);
    await act(envelope, 'Tenant', 'sign');
    expect(statuses(await read(envelope.id))).toEqual(['signed', 'sent']);
  });

  it('it is the order of the request, not that of the roles', async () => {
    const envelope = await sent({ recipients: [landlord, tenant] });
    expect(await refusedAct(envelope, 'Tenant', 'sign')).toEqual([409, 'recipient_not_yet_turn']);
    await act(envelope, 'Landlord', 'sign');
    await act(envelope, 'Tenant', 'sign');
    expect((await read(envelope.id)).status).toBe('completed');
  });

  it('the next person is invited when the earlier one has signed', async () => {
    const envelope = await sent();
    expect((await scene.emulator.mails(`?envelope_id=${envelope.id}`)).map(({ to }) => to.email)).toEqual([
      'thandi@example.test',
    ]);
    await act(envelope, 'Tenant', 'sign');
    const invited = (await scene.emulator.mails(`?envelope_id=${envelope.id}&kind=invitation`)).map(
      ({ to }) => to.email,
    );
    expect(invited.toSorted()).toEqual(['pieter@example.test', 'thandi@example.test']);
  });
});

describe('the way to completed', () => {
  it('the first required party takes it to partially_signed, the last to completed [state.partially-signed, state.complete]', async () => {
    const envelope = await sent();
    expect((await act(envelope, 'Tenant', 'sign')).status).toBe('partially_signed');
    expect((await read(envelope.id)).status).toBe('partially_signed');
    expect((await act(envelope, 'Landlord', 'sign')).status).toBe('completed');
    expect(statuses(await read(envelope.id))).toEqual(['signed', 'signed']);
  });

  it('raises recipient.completed for each, with the recipient, and envelope.completed once [event.recipient-completed, event.completed]', async () => {
    const envelope = await sent();
    await act(envelope, 'Tenant', 'sign');
    await act(envelope, 'Landlord', 'sign');
    expect(await events(envelope)).toEqual([
      'envelope.completed',
      'envelope.sent',
      'recipient.completed Landlord',
      'recipient.completed Tenant',
    ]);
  });

  it('a single signer goes from sent to completed [state.complete]', async () => {
    const alone = await createTemplate(
      scene.organisation.live,
      linesPdf([['{{Signature;role=Tenant;type=signature;required=true}}']]),
      'Alone',
    );
    const envelope = await createEnvelope(scene.organisation.live, alone, { recipients: [tenant], send: true });
    expect((await act(envelope, 'Tenant', 'sign')).status).toBe('completed');
  });

  it('who has signed cannot sign again [state.recipient-observed, state.recipient-states]', async () => {
    const envelope = await sent();
    await act(envelope, 'Tenant', 'sign');
    expect(await refusedAct(envelope, 'Tenant', 'sign')).toEqual([409, 'recipient_already_acted']);
  });

  it('a draft cannot be signed [state.send]', async () => {
    const draft = await createEnvelope(scene.organisation.live, scene.template);
    expect(await refusedAct(draft, 'Tenant', 'sign')).toEqual([409, 'envelope_not_open']);
  });
});

describe('a party who refuses [state.decline]', () => {
  it('takes a sent envelope to declined, which is terminal, with the event envelope.declined', async () => {
    const envelope = await sent();
    expect((await act(envelope, 'Tenant', 'decline', { reason: 'The rent is too high' })).status).toBe('declined');
    expect(await events(envelope)).toEqual(['envelope.declined', 'envelope.sent']);
    expect(await refusedAct(envelope, 'Landlord', 'sign')).toEqual([409, 'envelope_not_open']);
    await scene.emulator.advance(2 * hour);
    expect((await read(envelope.id)).status).toBe('declined');
  });

  it('takes a partially signed envelope to declined; who signed still reads signed', async () => {
    const envelope = await sent();
    await act(envelope, 'Tenant', 'sign');
    await act(envelope, 'Landlord', 'decline', { reason: 'Sold' });
    const after = await read(envelope.id);
    expect([after.status, after.recipients[0]!.status]).toEqual(['declined', 'signed']);
  });
});

describe('a recipient who delegates [state.delegated]', () => {
  const to = { name: 'Sipho Dlamini', email: 'sipho@example.test' };

  it('is retired, and a replacement with a new id holds the position', async () => {
    const envelope = await sent();
    const after = await act(envelope, 'Tenant', 'delegate', to);
    const holder = after.recipients.find(({ email }) => email === to.email)!;
    expect(holder).toMatchObject({ role: 'Tenant', name: to.name, status: 'sent' });
    expect(envelope.recipients.map(({ id }) => id)).not.toContain(holder.id);
    const old = after.recipients.find(({ id }) => id === envelope.recipients[0]!.id);
    if (old !== undefined) expect(['sent', 'pending', 'signed']).not.toContain(old.status);
    expect(after.status).toBe('sent');
  });

  it('the replacement is invited and can sign; the retired one cannot', async () => {
    const envelope = await sent();
    const after = await act(envelope, 'Tenant', 'delegate', to);
    const holder = after.recipients.find(({ email }) => email === to.email)!;
    expect(await scene.emulator.mails(`?envelope_id=${envelope.id}&to=${to.email}`)).toHaveLength(1);
    expect((await refusedAct(envelope, envelope.recipients[0]!.id, 'sign')) as unknown[]).toContain(
      'recipient_already_acted',
    );
    await act(envelope, holder.id, 'sign');
    await act(envelope, 'Landlord', 'sign');
    expect((await read(envelope.id)).status).toBe('completed');
  });

  it('later positions are not invited by it', async () => {
    const envelope = await sent();
    await act(envelope, 'Tenant', 'delegate', to);
    expect(await refusedAct(envelope, 'Landlord', 'sign')).toEqual([409, 'recipient_not_yet_turn']);
  });
});

describe('a copy for somebody who does not sign [recipient.cc-role, order.sequence]', () => {
  it('a cc is not invited, reads invitation_delivered null and delays no one', async () => {
    const cc = { role: 'cc', name: 'Agent Smith', email: 'agent@example.test' };
    const envelope = await createEnvelope(scene.organisation.live, scene.template, {
      recipients: [cc, tenant, cc, landlord].map((person, index) =>
        index === 2 ? { ...person, email: 'second@example.test' } : person,
      ),
      send: true,
    });
    expect(envelope.recipients.map(({ routing_type }) => routing_type)).toEqual(['cc', 'sign', 'cc', 'sign']);
    expect(envelope.recipients[0]!.invitation_delivered).toBeNull();
    await act(envelope, 'Tenant', 'sign');
    await act(envelope, 'Landlord', 'sign');
    expect((await read(envelope.id)).status).toBe('completed');
    const invited = (await scene.emulator.mails(`?envelope_id=${envelope.id}&kind=invitation`)).map(
      ({ to }) => to.email,
    );
    expect(invited.toSorted()).toEqual(['pieter@example.test', 'thandi@example.test']);
  });
});

describe('answers', () => {
  it('a value for an address is the answer of every field at that address [template.fields-flat]', async () => {
    const name = { subject: 'tenant', key: 'person.full_name', value: 'Thandi Mokoena' };
    expect(scene.template.fields.filter(({ data_key }) => data_key === name.key)).toHaveLength(2);
    const envelope = await sent({ values: [name] });
    const after = await act(envelope, 'Tenant', 'sign', { fill: false, signature: 'T Mokoena' });
    expect(after.recipients[0]!.status).toBe('signed');
  });

  it('a required field that is left empty is refused, naming it [field.required]', async () => {
    const envelope = await sent();
    expect(await refusedAct(envelope, 'Tenant', 'sign', { fill: false, signature: 'T Mokoena' })).toEqual([
      400,
      'invalid_request',
    ]);
    expect(statuses(await read(envelope.id))[0]).toBe('sent');
  });

  it('a locked answer cannot be changed by the signer [error.locked_answer_unusable]', async () => {
    const name = { subject: 'tenant', key: 'person.full_name' };
    const envelope = await sent({ values: [{ ...name, value: 'Thandi Mokoena', locked: true }] });
    const changed = await refusedAct(envelope, 'Tenant', 'sign', { values: [{ ...name, value: 'Somebody Else' }] });
    expect(changed).toEqual([400, 'invalid_request']);
  });
});

it('two envelopes of one template do not touch each other [purpose.one-template-for-both]', async () => {
  const [first, second] = [await sent(), await sent()];
  await act(first, 'Tenant', 'sign');
  expect(statuses(await read(second.id))[0]).toBe('sent');
  await scene.organisation.live(`POST /api/v1/envelopes/${first.id}/void`, { reason: 'sold' }, once());
  expect((await read(second.id)).status).toBe('sent');
});
