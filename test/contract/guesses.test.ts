import { describe, expect, it } from 'vitest';
import { InputRefused } from '../../src/client/failure.js';
import { type AnyInput, prepareRequest } from '../../src/client/request.js';
import { statements } from '../../src/contract/statements.js';
import type { Operation } from '../../src/contract/operation.js';
import { type OperationId, operations } from '../../src/contract/operations.js';
import { readContract } from '../../src/contract/overlay/read-contract.js';
import { type BoundBasis, boundKeyword, componentKeyword, type Problem } from '../../src/contract/schema.js';
import type { Basis } from '../../src/contract/error-codes.js';

/** A check of a request, found by walking the schemas themselves. */
interface RequestBound {
  /** `createEnvelope.body.recipients[].name max_length`. */
  readonly at: string;
  /** Null for a check that says nothing of it, in a part that the description shows. */
  readonly basis: BoundBasis | null;
}

interface Part {
  readonly kind: string;
  readonly type: string;
  readonly wrapped?: Part;
  readonly item?: Part;
  readonly entries?: Readonly<Record<string, Part>>;
  readonly options?: readonly Part[];
  readonly pipe?: readonly Part[];
  readonly metadata?: Readonly<Record<string, unknown>>;
}
type Around = { readonly basis: Basis; readonly assumption: string };

/** Every check of the body and the query of an operation. */
function requestBounds(row: Operation): readonly RequestBound[] {
  const around = { basis: row.basis, assumption: row.assumption ?? '' };
  return (['body', 'query'] as const).flatMap((part) =>
    row[part] === null ? [] : boundsIn(row[part] as unknown as Part, `${row.id}.${part}`, around),
  );
}

function boundsIn(part: Part, at: string, outer: Around, isInside = false): readonly RequestBound[] {
  const around = isInside ? outer : aroundOf(part, outer);
  const { wrapped, item, entries = {}, options = [], pipe } = part;
  if (pipe !== undefined) {
    const checks = pipe.flatMap((each, index): readonly RequestBound[] => {
      if (each.kind !== 'validation') return [];
      const said = pipe[index + 1]?.metadata?.[boundKeyword] as BoundBasis | undefined;
      const basis =
        around.basis === 'described'
          ? (said ?? null)
          : said !== undefined && 'guess' in said
            ? said
            : { guess: around.assumption };
      return [{ at: `${at} ${each.type}`, basis }];
    });
    return [...(pipe[0] === undefined ? [] : boundsIn(pipe[0], at, around, true)), ...checks];
  }
  return [
    ...(wrapped === undefined ? [] : boundsIn(wrapped, at, around)),
    ...(item === undefined ? [] : boundsIn(item, `${at}[]`, around)),
    ...Object.entries(entries).flatMap(([name, one]) => boundsIn(one, `${at}.${name}`, around)),
    ...(part.type === 'union' ? options.flatMap((one) => boundsIn(one, at, around)) : []),
  ];
}

function aroundOf(part: Part, outer: Around): Around {
  const notes = notesOf(part);
  const marked = notes.findLast((note) => 'x-basis' in note);
  if (marked !== undefined)
    return { basis: marked['x-basis'] as Basis, assumption: String(marked['x-assumption'] ?? '') };
  return notes.some((note) => componentKeyword in note) ? { basis: 'described', assumption: '' } : outer;
}

const notesOf = ({ metadata, pipe = [] }: Part): readonly Readonly<Record<string, unknown>>[] => [
  ...(metadata === undefined ? [] : [metadata]),
  ...pipe.flatMap(notesOf),
];

const rows = Object.values<Operation>(operations);
const bounds = rows.flatMap(requestBounds);
const readings = new Set(statements().flatMap(({ id, assumption }) => (assumption === null ? [] : [id])));
const sections = new Set(statements().map(({ section }) => section));

describe('every bound of a request', () => {
  it('is described or assumed', () => {
    expect(bounds.length).toBeGreaterThan(100);
    expect(bounds.filter(({ basis }) => basis === null).map(({ at }) => at)).toEqual([]);
  });

  it('that is described names a section of the description', () => {
    const said = bounds.flatMap(({ at, basis }) => (basis !== null && 'said' in basis ? [[at, basis.said]] : []));
    expect(said.filter(([, section = '']) => ![...sections].some((one) => one.includes(section)))).toEqual([]);
  });

  it('that is assumed names a reading, or the assumption of its operation', () => {
    const guessed = bounds.flatMap(({ at, basis }) => (basis !== null && 'guess' in basis ? [[at, basis.guess]] : []));
    expect(guessed.filter(([, one = '']) => !readings.has(one) && !sections.has(`Assumption ${one}`))).toEqual([]);
  });

  it('without a mark is found', () => {
    const { body } = operations.registerWebhook;
    const row = { ...operations.registerWebhook, body: unmarked(body) } as Operation;
    expect(requestBounds(row).filter(({ basis }) => basis === null)).not.toEqual([]);
  });
});

/** The schema without the notes that follow its checks. */
function unmarked<T>(node: T): T {
  if (typeof node !== 'object' || node === null) return node;
  const copy = Object.entries(node).map(([key, value]: [string, unknown]) => [
    key,
    key === 'pipe' ? (value as object[]).filter((each) => !('metadata' in each)).map(unmarked) : unmarked(value),
  ]);
  return Object.fromEntries(copy) as T;
}

const id = '11111111-2222-4333-8444-555555555555';
const long = (length: number): string => 'x'.repeat(length);
const person = { role: 'Tenant', name: 'Thandi', email: 'thandi@example.test' };
const creation = (changes: object, body: object = {}): AnyInput => ({
  body: { template_id: id, recipients: [{ ...person, ...changes }], ...body },
});
const endpoint = { url: 'https://hooks.example.test/esign', events: ['envelope.sent'] };
const pdf = { filename: 'lease.pdf', file: 'JVBERg==' };
const onTemplate = (body: object): AnyInput => ({ parameters: { templateId: id, personId: 'a'.repeat(32) }, body });
const mandate = {
  brand_id: id,
  legal_entity: { name: 'Trust' },
  grantor: { name: 'Thandi', email: 'thandi@example.test' },
  intended_use: 'Leases',
  valid_until: '2027-01-01T00:00:00Z',
};

interface Sent {
  readonly refused: Problem | null;
  readonly told: readonly Problem[];
}
function send(operation: OperationId, input: AnyInput, strict = false, row: Operation = operations[operation]): Sent {
  const told: Problem[] = [];
  const service = { baseUrl: 'https://api.example.test', apiKey: 'abc_live_x', strict };
  try {
    prepareRequest(row, input, { ...service, onGuess: (one) => told.push(one) }, { idempotencyKey: 'k', ifMatch: 'e' });
    return { refused: null, told };
  } catch (error) {
    if (!(error instanceof InputRefused)) throw error;
    return { refused: { path: error.path, message: error.message }, told };
  }
}

describe('a guess of ours', () => {
  const guesses: readonly (readonly [OperationId, string, AnyInput])[] = [
    ['createEnvelope', 'recipients[0].external_ref', creation({ external_ref: long(256) })],
    ['createEnvelope', 'recipients[0].name', creation({ name: long(201) })],
    ['createEnvelope', 'recipients[0].name', creation({ name: ' ' })],
    ['createEnvelope', 'recipients[0].company', creation({ company: long(201) })],
    ['createEnvelope', 'recipients[0].email', creation({ email: 'thandi@localhost' })],
    ['createEnvelope', 'recipients[0].email', creation({ email: `${long(250)}@example.test` })],
    ['createEnvelope', 'recipients[0].standing_authorisation_id', creation({ standing_authorisation_id: 'SA-1' })],
    ['createEnvelope', 'title', creation({}, { title: long(201) })],
    ['createEnvelope', 'values[0].key', creation({}, { values: [{ subject: null, key: '', value: 'x' }] })],
    ['createOneOffEnvelope', 'title', { body: { title: long(201), documents: [pdf], recipients: [person] } }],
    ['createOneOffEnvelope', 'documents', { body: { title: 'Lease', documents: [], recipients: [person] } }],
    ['createTemplate', 'documents[0].filename', { body: { documents: [{ ...pdf, filename: long(256) }] } }],
    ['createEnvelopeBatch', 'rows', { body: { template_id: id, rows: [] } }],
    ['registerWebhook', 'url', { body: { ...endpoint, url: `https://hooks.example.test/${long(2048)}` } }],
    ['updateWebhook', 'events[0]', { parameters: { webhookId: id }, body: { events: ['envelope.viewed'] } }],
    ['listTemplates', 'limit', { query: { limit: 500 } }],
    ['listAuthorisations', 'status', { query: { status: 'paused' } }],
    ['createAuthorisation', 'intended_use', { body: { ...mandate, intended_use: long(1001) } }],
    ['decideTemplatePerson', 'presence', onTemplate({ decision: 'signer', role_name: 'A', presence: 'often' })],
    ['renameTemplateFields', 'fields', { parameters: { templateId: id }, body: { fields: [] } }],
  ];

  it.each(guesses)('%s tells of %s and sends it, and with strict refuses it', (operation, path, input) => {
    expect(send(operation, input)).toMatchObject({ refused: null, told: [{ path }] });
    expect(send(operation, input, true)).toMatchObject({ refused: { path }, told: [] });
  });

  it('a cursor, the ID of a run and the ID of a proposal may look like anything', () => {
    const run = { parameters: { templateId: id, runId: 'run_7/ä' }, body: { accept: ['prop_1'] } };
    expect(send('acceptNamingRun', run, true)).toEqual({ refused: null, told: [] });
    for (const operation of ['listTemplates', 'listAuthorisations'] as const)
      expect(send(operation, { query: { cursor: 'eyJwIjoyfQ==' } }, true)).toEqual({ refused: null, told: [] });
  });

  const inPaths = rows.flatMap((row) =>
    Object.entries(row.parameters).map(([name, kind]) => ({ row, name, kind, says: `${row.id} ${name}` })),
  );
  const withOdd = (row: Operation, name: string): AnyInput => {
    const usual = { uuid: id, field_id: id, id, person_id: 'a'.repeat(32), position: '1' };
    const shaped = Object.entries(row.parameters).map(([each, kind]) => [each, usual[kind]]);
    return { parameters: { ...Object.fromEntries(shaped), [name]: 'Odd_7' } };
  };
  const isAboutPath = ({ refused }: Sent, name: string): boolean => refused?.path === name;

  it.each(inPaths.filter(({ kind }) => kind !== 'position'))(
    '$says may have any shape, since the service may have answered it; strict refuses it',
    ({ row, name, kind }) => {
      const input = withOdd(row, name);
      expect(isAboutPath(send(row.id as OperationId, input), name)).toBe(false);
      expect(isAboutPath(send(row.id as OperationId, input, true), name)).toBe(kind !== 'id');
    },
  );

  it('a page number is told of, and the described position of a draft is refused', () => {
    const page = { parameters: { documentId: id, page: '01' } };
    expect(send('getDocumentPage', page)).toMatchObject({ refused: null, told: [{ path: 'page' }] });
    expect(send('getDocumentPage', page, true)).toMatchObject({ refused: { path: 'page' }, told: [] });
    const draft = (position: string) => ({ parameters: { envelopeId: id, position } });
    expect(send('getEnvelopeDraft', draft('01'))).toMatchObject({ refused: { path: 'position' } });
    expect(send('getEnvelopeDraft', draft('12345678901'))).toEqual({ refused: null, told: [] });
    expect(inPaths.filter(({ kind }) => kind === 'position').map(({ says }) => says)).toEqual([
      'getEnvelopeDraft position',
      'getDocumentPage page',
    ]);
  });

  it('from a contract file is not a guess', () => {
    const row = readContract({ '*.external_ref.max': 5, 'listTemplates.query.limit.max': 7 });
    const [created, listed] = (['createEnvelope', 'listTemplates'] as const).map((one) => row.row(one));
    expect(send('createEnvelope', creation({ external_ref: '123456' }), false, created).refused).toEqual({
      path: 'recipients[0].external_ref',
      message: 'must be at most 5 characters',
    });
    expect(send('listTemplates', { query: { limit: 8 } }, false, listed).refused).toMatchObject({ path: 'limit' });
  });
});

describe('what the description says', () => {
  const described: readonly (readonly [OperationId, string, AnyInput])[] = [
    ['createEnvelope', 'recipients[0].role', creation({ role: long(201) })],
    ['createEnvelope', 'recipients[0].email', creation({ email: 'thandi' })],
    ['createEnvelope', 'recipients[0].email', creation({ email: 'a@example.test, b@example.test' })],
    ['createEnvelope', 'brand_id', creation({}, { brand_id: 'blue' })],
    ['createEnvelope', 'expires_at', creation({}, { expires_at: '2027-01-01' })],
    ['createEnvelope', 'completion_delivery', creation({}, { completion_delivery: 'post' })],
    ['createEnvelope', 'recipients[0].phone', creation({ phone: '082' })],
    ['voidEnvelope', 'reason', { parameters: { envelopeId: id }, body: { reason: long(501) } }],
    ['revokeAuthorisation', 'reason', { parameters: { authorisationId: id }, body: { reason: '' } }],
    ['registerWebhook', 'events', { body: { ...endpoint, events: [] } }],
    ['registerWebhook', 'events[0]', { body: { ...endpoint, events: ['envelope.viewed'] } }],
    ['decideTemplatePerson', 'role_name', onTemplate({ decision: 'signer' })],
    ['renameTemplateField', 'label', { parameters: { templateId: id, fieldId: id }, body: { label: ' ' } }],
  ];

  it.each(described)('%s refuses %s before it is sent', (operation, path, input) => {
    expect(send(operation, input)).toMatchObject({ refused: { path }, told: [] });
  });
});
