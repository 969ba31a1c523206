import type { Contract } from '../overlay/contract.js';
import { emptyTranslation } from '../overlay/translation.js';
import { compareShapes, type Place } from './compare-shapes.js';
import type { DescribedAnswer, DescribedOperation } from './described.js';
import { differs, type Difference, type Found } from './difference.js';
import { headerName, missingHeader, namesOf, renamedHeaders } from './headers.js';

/** A path without the names of its parameters, which are the service's own business. */
export const placeOf = (path: string): string => path.replace(/\{[^{}/]*\}/g, '{}');

/** What differs in one operation; without a partner it is the operation itself that is missing. */
export function compareOperation(
  ours: DescribedOperation,
  theirs: DescribedOperation | undefined,
  contract: Contract,
): readonly Difference[] {
  const { id } = ours;
  const operation = id ?? '';
  if (theirs === undefined) {
    return [{ operation, ...differs('operation', '', [`${ours.method} ${ours.path}`, null], true) }];
  }
  const place = (part: 'body' | 'answer'): Place => ({
    operation,
    path: part,
    direction: part === 'body' ? 'sent' : 'received',
    inside: contract.translation(operation, part),
    own: undefined,
  });
  return [
    ...compareAddress(ours, theirs),
    ...compareQuery(ours, theirs, contract),
    ...compareRequestHeaders(ours, theirs, contract),
    ...compareBodies(ours, theirs, place('body')),
    ...compareAnswers(ours.success, theirs.success, place('answer'), contract),
    ...compareFailures(ours, theirs),
  ].map((found) => ({ operation, ...found }));
}

function compareAddress(ours: DescribedOperation, theirs: DescribedOperation): readonly Found[] {
  const found: Found[] = [];
  if (placeOf(ours.path) !== placeOf(theirs.path)) {
    const path = inOurParameters(ours.path, theirs.path);
    const correction = path === null ? null : { name: `${ours.id ?? ''}.path`, value: path };
    found.push(differs('path', '', [ours.path, theirs.path], true, correction));
  }
  if (ours.method !== theirs.method) {
    const writes = ours.method !== 'GET' && ['POST', 'PUT', 'PATCH', 'DELETE'].includes(theirs.method);
    const correction = writes ? { name: `${ours.id ?? ''}.method`, value: theirs.method } : null;
    found.push(differs('method', '', [ours.method, theirs.method], true, correction));
  }
  return found;
}

/** The service's path with our names of its parameters, which stand in the same order. */
function inOurParameters(ours: string, theirs: string): string | null {
  const names = ours.match(/\{[^{}/]*\}/g) ?? [];
  const count = theirs.match(/\{[^{}/]*\}/g)?.length ?? 0;
  if (count !== names.length) return null;
  let at = 0;
  return theirs.replace(/\{[^{}/]*\}/g, () => names[at++] ?? '');
}

function compareQuery(ours: DescribedOperation, theirs: DescribedOperation, contract: Contract): readonly Found[] {
  const operation = ours.id ?? '';
  const words = contract.translation(operation, 'query');
  const called = (name: string): string => words[name]?.to ?? name;
  const known = new Set([...ours.query.keys()].map(called));
  return [
    ...[...ours.query.values()].flatMap(({ name, shape }): readonly Found[] => {
      const where = `query.${name}`;
      const other = theirs.query.get(called(name));
      if (other === undefined) return [differs('parameter', where, [called(name), null], true)];
      const own = words[name];
      const inside = own?.inside ?? emptyTranslation();
      const place = { operation, path: where, direction: 'sent', own, inside } as const;
      const required = other.required ? [differs('required', where, ['optional', 'required'], true)] : [];
      return [...required, ...compareShapes(shape, other.shape, place)];
    }),
    ...[...theirs.query.values()]
      .filter(({ name }) => !known.has(name))
      .map(({ name, required }) => differs('parameter', `query.${name}`, [null, name], required)),
  ];
}

function compareRequestHeaders(
  ours: DescribedOperation,
  theirs: DescribedOperation,
  contract: Contract,
): readonly Found[] {
  const words = (required: boolean): string => (required ? 'required' : 'optional');
  const renamed = renamedHeaders(namesOf(ours.headers), namesOf(theirs.headers), contract);
  return [
    ...[...ours.headers.values()].flatMap(({ name, required }): readonly Found[] => {
      const other = theirs.headers.get(headerName(name, contract).toLowerCase());
      const where = `headers.${name}`;
      if (other === undefined) return [missingHeader(where, name, required, renamed)];
      if (other.required === required) return [];
      return [differs('required', where, [words(required), words(other.required)], other.required)];
    }),
    ...[...theirs.headers]
      // A header of every request need not be listed, and a credential stands elsewhere.
      .filter(([key]) => !['accept', 'content-type', 'authorization'].includes(key))
      .filter(
        ([key]) => ![...ours.headers.values()].some(({ name }) => headerName(name, contract).toLowerCase() === key),
      )
      .filter(([, { name }]) => ![...renamed.values()].includes(name))
      .map(([, { name, required }]) => differs('header', `headers.${name}`, [null, name], required)),
  ];
}

function compareBodies(ours: DescribedOperation, theirs: DescribedOperation, place: Place): readonly Found[] {
  if (ours.body === null || theirs.body === null) {
    if (ours.body === theirs.body) return [];
    const words = (body: DescribedOperation['body']): string | null => (body === null ? null : 'a JSON body');
    const breaks = ours.body === null ? theirs.body?.required === true : ours.body.required;
    return [differs('body', 'body', [words(ours.body), words(theirs.body)], breaks)];
  }
  const required =
    ours.body.required === theirs.body.required
      ? []
      : [
          differs(
            'required',
            'body',
            ours.body.required ? ['required', 'optional'] : ['optional', 'required'],
            theirs.body.required,
          ),
        ];
  return [...required, ...compareShapes(ours.body.shape, theirs.body.shape, place)];
}

function compareAnswers(
  ours: DescribedAnswer | null,
  theirs: DescribedAnswer | null,
  place: Place,
  contract: Contract,
): readonly Found[] {
  if (ours === null) return [];
  if (theirs === null) return [differs('status', 'answer', [ours.status, null], false)];
  const status = /^\d+$/.test(theirs.status) ? Number(theirs.status) : null;
  const correction = status === null ? null : { name: `${place.operation}.status`, value: status };
  return [
    // `2XX` says nothing against ours.
    ...(theirs.status === ours.status || status === null
      ? []
      : [differs('status', 'answer', [ours.status, theirs.status], true, correction)]),
    ...(ours.mediaType === theirs.mediaType
      ? compareShapes(ours.shape, theirs.shape, place)
      : [differs('body', 'answer', [ours.mediaType ?? 'nothing', theirs.mediaType ?? 'nothing'], true)]),
    ...compareAnswerHeaders([...ours.headers.values()], [...theirs.headers.values()], contract),
  ];
}

function compareAnswerHeaders(
  ours: readonly string[],
  theirs: readonly string[],
  contract: Contract,
): readonly Found[] {
  const where = (name: string): string => `answer.headers.${name}`;
  const renamed = renamedHeaders(ours, theirs, contract);
  const called = ours.map((name) => headerName(name, contract).toLowerCase());
  const has = (list: readonly string[], name: string): boolean => list.some((one) => one.toLowerCase() === name);
  return [
    ...ours
      .filter((name) => !has(theirs, headerName(name, contract).toLowerCase()))
      // Without an ETag a template cannot be changed; the others are read when they come.
      .map((name) => missingHeader(where(name), name, name.toLowerCase() === 'etag', renamed)),
    ...theirs
      .filter((name) => !has(called, name.toLowerCase()) && ![...renamed.values()].includes(name))
      .map((name) => differs('header', where(name), [null, name], false)),
  ];
}

/** Refusals are judged by their code and their own status, so that none of this breaks anything. */
function compareFailures(ours: DescribedOperation, theirs: DescribedOperation): readonly Found[] {
  const covers = (status: string, list: readonly string[]): boolean =>
    list.some((one) => one === status || one === 'default' || one.toUpperCase() === `${status.charAt(0)}XX`);
  return [
    ...ours.others
      .filter((status) => !covers(status, theirs.others))
      .map((status) => differs('status', 'errors', [status, null], false)),
    ...theirs.others
      .filter((status) => /^\d+$/.test(status) && !ours.others.includes(status))
      .map((status) => differs('status', 'errors', [null, status], false)),
  ];
}
