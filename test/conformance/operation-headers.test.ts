import { describe, expect, it } from 'vitest';
import { describedOperations, emptyBody, withUnknownIds } from '../support/emulator/described-operations.js';
import { type Call, expectRefusal } from '../support/emulator.js';
import type { Answer } from '../support/http.js';
import { salePeople } from '../support/documents/sale-form.js';
import type { NamingRun, Refused } from '../support/shapes.js';

const { scene, base, people } = salePeople();
const scopes = [
  'templates:read',
  'templates:write',
  'templates:name',
  'envelopes:read',
  'envelopes:write',
  'documents:read',
  'webhooks:read',
  'webhooks:write',
  'authorisations:read',
  'authorisations:write',
];
const rows = Object.entries(describedOperations).map(([id, row]) => ({ id, ...row }));
const withScope = rows.filter(({ scope }) => scope !== null);
const withScopes = async (held: readonly string[]): Promise<Call> =>
  (await scene.emulator.key(scene.organisation, { scopes: held })).call;
const tried = (call: Call, line: string, headers?: Readonly<Record<string, string>>): Promise<Answer<Refused>> =>
  call(withUnknownIds(line), emptyBody(line), headers);
const verdict = ({ status, body }: Answer<Refused>): readonly unknown[] => [status, body?.error?.code];

describe('the scope [auth.insufficient-scope, documents.scope, page.scope, draft.scope, decide.live-only, rename.live-scope, scope.names]', () => {
  it.each(withScope)('of $id is $scope: a key with every other one is refused', async ({ line, scope }) => {
    const answer = await tried(await withScopes(scopes.filter((name) => name !== scope)), line);
    expectRefusal(answer, 403, 'insufficient_scope');
    expect(answer.headers['www-authenticate']).toContain(`scope="${scope}"`);
  });

  it.each(withScope)('of $id is $scope: a key with that one alone is let through', async ({ line, scope }) => {
    const [, code] = verdict(await tried(await withScopes([scope ?? '']), line));
    expect(code).not.toBe('insufficient_scope');
  });
});

describe('the Idempotency-Key [limits.idempotency-key]', () => {
  const sent = (length: number) => ({ 'Idempotency-Key': 'k'.repeat(length) });
  const taking = withScope.filter(({ idempotencyKey }) => idempotencyKey !== 'none');

  it.each(taking)(
    'of $id is $idempotencyKey [create.key-required, one-off.key, webhook-rotate.key]',
    async ({ line, idempotencyKey }) => {
      const [status, code] = verdict(await tried(scene.organisation.live, line));
      if (idempotencyKey === 'required') expect([status, code]).toEqual([400, 'idempotency_key_required']);
      else expect(code).not.toBe('idempotency_key_required');
    },
  );

  it.each(taking)('of $id has at most 255 characters', async ({ line }) => {
    const longest = await tried(scene.organisation.live, line, sent(255));
    expect(longest.body?.error?.message ?? '').not.toContain('Idempotency-Key');
    expectRefusal(await tried(scene.organisation.live, line, sent(256)), 400, 'invalid_request', /Idempotency-Key/);
  });

  it.each(withScope.filter(({ idempotencyKey }) => idempotencyKey === 'none'))(
    'is ignored by $id',
    async ({ line }) => {
      const without = await tried(scene.organisation.live, line);
      const tooLong = await tried(scene.organisation.live, line, sent(256));
      expect(verdict(tooLong)).toEqual(verdict(without));
      expect(tooLong.headers).not.toHaveProperty('idempotency-replayed');
    },
  );
});

describe('If-Match and ETag [decide.if-match]', () => {
  const stale = `"${'0'.repeat(64)}"`;
  const strong = /^"[0-9a-f]{64}"$/;
  /** What each operation that changes a template is sent, on one that has all that it names. */
  const change = async (
    id: string,
  ): Promise<(headers?: Readonly<Record<string, string>>) => Promise<Answer<Refused>>> => {
    const [{ id: personId } = { id: '' }] = await people();
    const fieldId = scene.template.fields[0]!.id;
    const run = await scene.organisation.live<NamingRun>(`POST ${base()}/naming-runs`, {});
    const bodies: Readonly<Record<string, object>> = {
      decideTemplatePerson: { decision: 'signer', role_name: 'Somebody new' },
      renameTemplateField: { label: 'Another label' },
      renameTemplateFields: { fields: [{ id: fieldId, label: 'Another label' }] },
      applyTemplatePerson: {},
      acceptNamingRun: { accept: 'high' },
    };
    const ids: Readonly<Record<string, string>> = {
      templateId: scene.template.id,
      personId,
      fieldId,
      runId: run.body.id,
    };
    const line = describedOperations[id]!.line.replaceAll(/\{(\w+)\}/g, (_all, name: string) => ids[name] ?? '');
    return (headers) => scene.organisation.live(line, bodies[id], headers);
  };
  const changing = rows.filter(({ line, etag }) => etag && /\{templateId\}\//.test(line));

  it('are required by the five changes of a template [decide.if-match, rename.if-match, renames.operation]', () => {
    expect(changing).toHaveLength(5);
  });

  it.each(changing.filter(({ ifMatch }) => ifMatch === 'required'))(
    '$id is refused without If-Match [rename.if-match]',
    async ({ id }) => {
      const send = await change(id);
      expectRefusal(await send(), 428, 'precondition_required');
      expectRefusal(await send({ 'If-Match': '*' }), 428, 'precondition_required');
    },
  );

  it.each(changing.filter(({ ifMatch }) => ifMatch !== 'none'))(
    '$id is refused with a stale If-Match [apply.if-match]',
    async ({ id }) => {
      const answer = await (await change(id))({ 'If-Match': stale });
      expectRefusal(answer, 412, 'template_changed');
    },
  );

  it.each(changing.filter(({ ifMatch }) => ifMatch !== 'required'))(
    '$id needs no If-Match [accept.no-if-match]',
    async ({ id }) => {
      const answer = await (await change(id))();
      expect([answer.status, answer.headers['etag']]).toEqual([200, expect.stringMatching(strong)]);
    },
  );

  it.each(changing.filter(({ ifMatch }) => ifMatch === 'none'))(
    '$id ignores If-Match [accept.no-if-match]',
    async ({ id }) => {
      expect((await (await change(id))({ 'If-Match': stale })).status).toBe(200);
    },
  );
});
