import { withoutGuesses } from '../contract/guesses.js';
import { firstProblem, isPersonId, isUuid, type Problem, type Schema } from '../contract/schema.js';
import type { Contract } from '../contract/overlay/contract.js';
import { limits } from '../contract/limits.js';
import type { Operation, Parameter } from '../contract/operation.js';
import type { HeaderPair } from '../core/http/headers.js';
import { isObject } from '../core/platform/json.js';
import { InputRefused, ServiceFailure } from './failure.js';
import type { RateWindow } from './rate-budget.js';

/** The input of any operation. */
export interface AnyInput {
  readonly parameters?: Readonly<Record<string, string>> | undefined;
  readonly query?: unknown;
  readonly body?: unknown;
  readonly idempotencyKey?: string | undefined;
  readonly ifMatch?: string | undefined;
  readonly readBefore?: unknown;
}

/** The service and the credential. */
export interface Service {
  /** The configured base URL; no other origin gets the key. */
  readonly baseUrl: string;
  readonly apiKey: string;
  readonly userAgent?: string | undefined;
  /** The service's word for `service` in `completion_delivery`. */
  readonly completionDeliveryValue?: string | undefined;
  /** The overrides of the contract for this service; the rows for requests already include them. */
  readonly contract?: Contract | undefined;
  /** Refuses what breaks a bound that is assumed, too. */
  readonly strict?: boolean | undefined;
  /** Told of the first assumed bound that a request breaks; the request is sent. */
  readonly onGuess?: ((problem: Problem) => void) | undefined;
}

/** A prepared request, with the same key and the same bytes for every attempt. */
export interface PreparedRequest {
  readonly row: Operation;
  readonly method: string;
  readonly url: URL;
  readonly headers: readonly HeaderPair[];
  readonly json: unknown;
  readonly body: string | undefined;
  readonly idempotencyKey: string | undefined;
  readonly ifMatch: string | undefined;
  /** Its cost in requests of the rate limit. */
  readonly cost: number;
  /** Its subject: path parameters by name, and the template in the body. */
  readonly about?: Readonly<Record<string, string>>;
}

/**
 * Creates the request of an operation, checked against its row. Throws `InputRefused` with the path of the first
 * invalid property.
 */
export function prepareRequest(
  row: Operation,
  input: AnyInput,
  service: Service,
  chosen: { readonly idempotencyKey: string | undefined; readonly ifMatch: string | undefined },
  unchecked = false,
): PreparedRequest {
  const url = writeUrl(row, input, service, unchecked);
  const checked = readBody(row, input.body, service, unchecked);
  const json = service.contract === undefined ? checked : service.contract.written(row.id, 'body', checked);
  const body = json === undefined ? undefined : JSON.stringify(json);
  const { idempotencyKey, ifMatch } = chosen;
  const headers = writeHeaders(row, service, body !== undefined, chosen);
  const about = aboutOf(row, url, checked);
  const cost = costOf(row, checked);
  return { row, method: row.method, url, headers, json, body, idempotencyKey, ifMatch, cost, about };
}

/** Path parameters by name, and the template in the body. */
export function aboutOf({ path }: Operation, { pathname }: URL, json: unknown): Readonly<Record<string, string>> {
  const template = isObject(json) ? json['template_id'] : undefined;
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
  const values = new RegExp(`${path.replaceAll('.', '\\.').replaceAll(/\{\w+\}/g, '([^/]+)')}$`)
    .exec(pathname)
    ?.slice(1);
  return {
    ...(typeof template === 'string' ? { templateId: template } : {}),
    ...Object.fromEntries(names.map((name, index) => [name, decodeURIComponent(values?.[index] ?? '')])),
  };
}

/** The headers of a request, the same for every attempt. Throws `InputRefused`. */
export function writeHeaders(
  row: Operation,
  service: Service,
  hasBody: boolean,
  chosen: { readonly idempotencyKey: string | undefined; readonly ifMatch: string | undefined },
): HeaderPair[] {
  const headers: HeaderPair[] = [
    ['Accept', row.answer.kind === 'pdf' ? 'application/pdf, application/json' : 'application/json'],
    ['User-Agent', service.userAgent ?? 'esign'],
  ];
  if (row.credential) headers.push(['Authorization', `Bearer ${headerSafe('api_key', service.apiKey)}`]);
  if (hasBody) headers.push(['Content-Type', 'application/json']);
  const { idempotencyKey, ifMatch } = chosen;
  if (idempotencyKey !== undefined) headers.push(['Idempotency-Key', checkKey(idempotencyKey, service)]);
  if (ifMatch !== undefined) headers.push(['If-Match', headerSafe('If-Match', quoteEtag(ifMatch))]);
  return headers;
}

/** The base URL with the operation's path and query. Path parameters are checked, then encoded. */
function writeUrl(row: Operation, input: AnyInput, service: Service, unchecked: boolean): URL {
  const url = readBase(service.baseUrl);
  const path = row.path.replace(/\{(\w+)\}/g, (_whole, name: string) => {
    const value = input.parameters?.[name];
    if (value === undefined || value === '') throw new InputRefused(name, 'is required');
    const kind = row.parameters[name];
    if (!unchecked && kind !== undefined) checkParameter(name, kind, value, row, service);
    // Half of a character cannot be encoded.
    if (/\p{Surrogate}/u.test(value)) throw new InputRefused(name, 'must be well-formed text');
    // `.` and `..` survive encoding and would change the path.
    if (/^\.{1,2}$/.test(value)) throw new InputRefused(name, `must not be ${value}`);
    return encodeURIComponent(value);
  });
  url.pathname = url.pathname.replace(/(?<!\/)\/+$/, '') + path;
  for (const [name, value] of queryPairs(row, input.query, service, unchecked)) url.searchParams.append(name, value);
  return url;
}

/** The configured base URL: https, or http to this machine; no credentials, query or fragment. */
export function readBase(baseUrl: string): URL {
  const url = URL.canParse(baseUrl) ? new URL(baseUrl) : undefined;
  const wrong =
    url === undefined || !['https:', 'http:'].includes(url.protocol) || url.search !== '' || url.hash !== '';
  if (wrong || url.username !== '' || url.password !== '') {
    throw new InputRefused('base_url', 'must be an http or https address without a user name, query or fragment');
  }
  return url;
}

/**
 * The service has one answer for every ID that names nothing, and an ID of an odd shape may be one that it answered
 * itself, so only `strict` refuses that, unless a server on the way could read it as a path. Where a position is
 * described, so is its spelling.
 */
function checkParameter(
  name: string,
  kind: Parameter,
  value: string,
  { basis }: Operation,
  { strict, onGuess }: Service,
): void {
  const message = parameterProblem(kind, value);
  if (message === null) return;
  const isRefused = kind === 'position' ? basis === 'described' : !/^[\w.:~-]+$/.test(value);
  if (strict === true || isRefused) throw new InputRefused(name, message);
  if (kind === 'position') onGuess?.({ path: name, message });
}

function parameterProblem(kind: Parameter, value: string): string | null {
  switch (kind) {
    case 'uuid':
    case 'field_id':
      return isUuid(value) ? null : 'must be a uuid';
    case 'id':
      return null;
    case 'person_id':
      return isPersonId(value) ? null : 'must be 32 lower-case hex digits';
    case 'position':
      return /^[1-9]\d*$/.test(value) ? null : 'must be a whole number from 1, without leading zeros';
  }
}

function queryPairs(row: Operation, query: unknown, service: Service, unchecked: boolean): [string, string][] {
  if (query === undefined || query === null) return [];
  if (!unchecked) {
    if (row.query === null) throw new InputRefused('', 'takes no query');
    refuseInvalid(row.query, query, row, service);
  }
  const sent = service.contract?.written(row.id, 'query', query) ?? query;
  return Object.entries(sent as object)
    .filter(([, value]: [string, unknown]) => value !== undefined && value !== null)
    .map(([name, value]: [string, unknown]) => [name, String(value)]);
}

function readBody(row: Operation, body: unknown, service: Service, unchecked: boolean): unknown {
  if (unchecked) return body;
  if (row.body === null) {
    if (body !== undefined) throw new InputRefused('', 'takes no body');
    return undefined;
  }
  if (body === undefined && row.bodyOptional === true) return undefined;
  refuseInvalid(row.body, body ?? {}, row, service);
  return withOwnWords(body ?? {}, service);
}

/** The description neutralizes names that contain the service's name; a profile has the real one. */
function withOwnWords(body: unknown, service: Service): unknown {
  const value = service.completionDeliveryValue;
  if (value === undefined || !isObject(body) || body['completion_delivery'] !== 'service') return body;
  return { ...body, completion_delivery: value };
}

/** What breaks a described bound is refused; what breaks one that we guess is sent all the same, unless `strict`. */
function refuseInvalid(schema: Schema, value: unknown, { basis }: Operation, { strict, onGuess }: Service): void {
  const problem = firstProblem(schema, value);
  if (problem === null) return;
  const refused = strict === true ? problem : firstProblem(withoutGuesses(schema, basis), value);
  if (refused !== null) throw new InputRefused(refused.path, refused.message);
  onGuess?.(problem);
}

function checkKey(key: string, { contract }: Service): string {
  const { idempotencyKeyLength: max } = contract?.limits ?? limits;
  if (key.length > max) throw new InputRefused('Idempotency-Key', `must be at most ${max} characters`);
  return headerSafe('Idempotency-Key', key);
}

/** A value that is transferred unchanged: printable ASCII, no space at either end. The message never quotes it. */
function headerSafe(name: string, value: string): string {
  if (/^[\x21-\x7e](?:[\x20-\x7e]*[\x21-\x7e])?$/.test(value)) return value;
  throw new InputRefused(name, 'must be printable ASCII without spaces around it');
}

/** An ETag copied without its quotes gets them back. */
function quoteEtag(etag: string): string {
  return /^[0-9a-f]{64}$/i.test(etag) ? `"${etag}"` : etag;
}

/** The cost of a request in the rate limit (A2). */
export function costOf(row: Operation, json: unknown): number {
  const rows = row.id === 'createEnvelopeBatch' && isObject(json) ? json['rows'] : null;
  return Array.isArray(rows) ? Math.max(1, rows.length) : 1;
}

/**
 * A batch with more rows than the rate limit of the key would use up the limit and be rejected (A2), so it is not sent.
 * If the limit is unknown, it is queried with a read of the batch's template. Throws InputRefused, and the failure of
 * the read without a response.
 */
export async function refuseOverLimit(
  { cost, json }: Pick<PreparedRequest, 'cost' | 'json'>,
  rateWindow: RateWindow,
  readTemplate: (templateId: string) => Promise<unknown>,
): Promise<void> {
  if (cost <= limits.requestsPerMinute.free) return;
  const templateId = isObject(json) ? json['template_id'] : undefined;
  if (rateWindow.limit === undefined && typeof templateId === 'string') {
    await readTemplate(templateId).catch((failure: unknown) => {
      // Problems with the key or the template are reported for the batch itself.
      if (!(failure instanceof ServiceFailure)) throw failure;
    });
  }
  const { limit } = rateWindow;
  if (limit === undefined || cost <= limit) return;
  throw new InputRefused(
    'rows',
    `contains ${cost} rows, one request each, but this key is limited to ${limit} requests per minute`,
    limit,
  );
}
