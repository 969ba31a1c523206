import { errorCodes, isErrorCode } from '../../contract/error-codes.js';
import { keyShape } from '../../contract/key-shape.js';
import type { OperationId } from '../../contract/operations.js';
import type { Contract } from '../../contract/overlay/contract.js';
import { plainContract } from '../../contract/overlay/plain-contract.js';
import type { Translation } from '../../contract/overlay/translation.js';
import { listenerMark } from '../../core/platform/version.js';
import type { HeaderPair } from '../../core/http/headers.js';
import type { ServedReply, ServedRequest } from '../../core/http/serve.js';
import type { ApiKey } from '../domain/organisation.js';
import { contractRoutes } from './in-service-words.js';
import { createRouter, readTarget } from './path.js';

/** A request to the service without its credential, its response, and the reason for a rejection. */
export interface LoggedRequest {
  readonly sequence: number;
  /** ISO 8601 UTC on the emulator's clock: time of arrival. */
  readonly at: string;
  /** Real time until the response was ready. */
  readonly milliseconds: number;
  readonly operation: OperationId | null;
  readonly method: string;
  /** Path and query as received, with keys masked. */
  readonly path: string;
  /** The relevant headers; never Authorization. */
  readonly headers: Readonly<Record<string, string>>;
  /** The body as text, with keys masked; null without one, and when it is long or not text. */
  readonly body: string | null;
  /** Bytes of the whole body. */
  readonly size: number;
  /** Null: a fault ended the connection before a response. */
  readonly status: number | null;
  /** The valid API key that it came with, never its value; null without one. */
  readonly key: LoggedKey | null;
  /** The applied operation fault, or null. */
  readonly fault: string | null;
  /** False: the caller got no response, because a fault ended the connection. */
  readonly answered: boolean;
  readonly answer: LoggedAnswer;
  readonly refusal: Refused | null;
}

type LoggedKey = Pick<ApiKey, 'id' | 'mode'>;

/** A response without its secrets. */
interface LoggedAnswer {
  readonly headers: Readonly<Record<string, string>>;
  /** Like in `LoggedRequest`; only JSON is stored. */
  readonly body: string | null;
  readonly size: number;
}

interface Refused {
  readonly code: string;
  readonly message: string;
  /** The meaning of the code in the description (Errors). */
  readonly rule: string;
  /** The id of its statement, such as `auth.insufficient-scope`; null for an injected error. */
  readonly rule_id: string | null;
  /** Its section, such as `Authentication, 5`. */
  readonly section: string | null;
  /** Whether it is described, or the assumption behind it. */
  readonly basis: string;
}

/** Arrival and duration. */
interface Taken {
  readonly at: string;
  readonly milliseconds: number;
}

export interface RequestLog {
  record(request: ServedRequest, reply: ServedReply, taken: Taken): void;
  /** `sectionOf` finds the section of a statement by its id: statements are loaded when somebody looks. */
  list(sectionOf: (rule: string) => string | null): readonly LoggedRequest[];
  /** The sequence of the newest. */
  last(): number;
  /** Whether a listener of this tool only looked for missed events, which is nothing that an app does. */
  isLook(sequence: number): boolean;
  clear(): void;
}

const maxEntries = 1000;
const maxBodyLength = 16 * 1024;
/** Stored characters of a path. */
export const maxPathLength = 2048;
const shownHeaders = ['Content-Type', 'Idempotency-Key', 'If-Match', 'If-None-Match'] as const;
const hidden = '***';
/** Their responses open a page or a document for anyone. */
const opening: readonly (OperationId | null)[] = ['mintSigningUrl', 'listEnvelopeDocuments'];

export interface RequestLogParts {
  readonly contract?: Contract;
  /** The key that the Authorization headers of a request have. */
  readonly keyOf: (authorization: readonly string[]) => LoggedKey | null;
}

/** The last thousand requests, in memory only; each is read and masked when somebody looks at the log. */
export function createRequestLog({ contract = plainContract, keyOf }: RequestLogParts): RequestLog {
  const entries: (() => LoggedRequest)[] = [];
  const looks = new Set<number>();
  let sequence = 0;
  const router = createRouter(contractRoutes(contract));
  const operationOf = (method: string, path: string): OperationId | null =>
    router.match(method, readTarget(path).path)?.target ?? null;
  return {
    record(request, reply, taken) {
      sequence += 1;
      const isLook = request.method === 'GET' && request.headers.get('user-agent')?.endsWith(listenerMark) === true;
      if (isLook) looks.add(sequence);
      looks.delete(sequence - maxEntries);
      entries.push(
        shownOnce(keep(request, reply, { ...taken, sequence, key: keyOf(request.headers.all('authorization')) }), {
          operationOf,
          contract,
        }),
      );
      if (entries.length > maxEntries) entries.shift();
    },
    list: (sectionOf) => entries.map((entry) => withSection(entry(), sectionOf)),
    last: () => sequence,
    isLook: (place) => looks.has(place),
    clear() {
      entries.splice(0);
      looks.clear();
    },
  };
}

/** Its place in the log, and where it came from. */
interface Placed extends Taken {
  readonly sequence: number;
  readonly key: LoggedKey | null;
}

/** What the log needs of a request and its reply: no credential, and no body that is never shown. */
interface Kept extends Placed {
  readonly method: string;
  readonly path: string;
  readonly headers: readonly HeaderPair[];
  readonly body: Buffer;
  readonly size: number;
  readonly reply: Omit<ServedReply, 'body'> & { readonly body: Buffer };
  readonly replySize: number;
}

interface Reading {
  readonly operationOf: (method: string, path: string) => OperationId | null;
  readonly contract: Contract;
}

const nothing = Buffer.alloc(0);

function keep(request: ServedRequest, reply: ServedReply, placed: Placed): Kept {
  const { method, path, headers, body } = request;
  const shown: HeaderPair[] = [];
  for (const name of shownHeaders) {
    const value = headers.get(name);
    if (value !== undefined) shown.push([name, value]);
  }
  const answer = Buffer.isBuffer(reply.body) ? reply.body : nothing;
  const isShown = answer.length <= maxBodyLength || reply.status >= 400;
  return {
    ...placed,
    method,
    path,
    headers: shown,
    body: body.length <= maxBodyLength ? body : nothing,
    size: body.length,
    reply: { status: reply.status, headers: reply.headers, hangUp: reply.hangUp, body: isShown ? answer : nothing },
    replySize: answer.length,
  };
}

function withSection(request: LoggedRequest, sectionOf: (rule: string) => string | null): LoggedRequest {
  const { refusal } = request;
  if (refusal === null || refusal.rule_id === null) return request;
  return { ...request, refusal: { ...refusal, section: sectionOf(refusal.rule_id) } };
}

/** Most entries are never looked at; what it takes to show one is ten times what it takes to keep it. */
function shownOnce(kept: Kept, { operationOf, contract }: Reading): () => LoggedRequest {
  let entry: Kept | LoggedRequest = kept;
  return () => {
    if ('reply' in entry) entry = shown(entry, operationOf(entry.method, entry.path), contract);
    return entry;
  };
}

function shown(
  { sequence, at, milliseconds, key, reply, ...request }: Kept,
  operation: OperationId | null,
  contract: Contract,
): LoggedRequest {
  return {
    sequence,
    at,
    milliseconds,
    operation,
    method: request.method,
    path: pathWithoutKeys(request.path).slice(0, maxPathLength),
    headers: Object.fromEntries(request.headers.map(([name, value]) => [name, withoutKeys(value)])),
    body: withoutKeys(textOf(request.body)),
    size: request.size,
    status: reply.status === 0 ? null : reply.status,
    key,
    fault: headerOf(reply, 'Esign-Fault'),
    answered: reply.hangUp === undefined,
    answer: answerOf(reply, request.replySize, operation, contract),
    refusal: refusalOf(reply, contract),
  };
}

const headerOf = ({ headers = [] }: Pick<ServedReply, 'headers'>, wanted: string): string | null =>
  headers.find(([name]) => name === wanted)?.[1] ?? null;

/** The same for a URL: a key may be percent-encoded, and is then shown masked. */
function pathWithoutKeys(path: string): string {
  const shown = withoutKeys(path);
  const plain = unescaped(shown);
  const hiddenPlain = withoutKeys(plain);
  return hiddenPlain === plain ? shown : hiddenPlain;
}

function unescaped(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    // Badly encoded: at least the printable characters are decoded, so that a key in them is found.
    return path.replace(/%([2-7][0-9a-f])/gi, (_all, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
  }
}

/** A key or secret in the wrong place must not leak with a shared log. */
function withoutKeys<Text extends string | null>(text: Text): Text | string {
  if (text === null) return text;
  return text.replace(keyShape, `$1_${hidden}`).replace(/\bwhsec_[A-Za-z0-9+/=_-]+/g, `whsec_${hidden}`);
}

function textOf(body: Buffer): string | null {
  if (body.length === 0) return null;
  const text = body.toString('utf8');
  return Buffer.from(text, 'utf8').equals(body) ? text : null;
}

function answerOf(reply: Kept['reply'], size: number, operation: OperationId | null, contract: Contract): LoggedAnswer {
  const { headers = [], body } = reply;
  const isJson = headerOf(reply, 'Content-Type')?.startsWith('application/json') === true;
  const isShown = isJson && body.length > 0 && body.length <= maxBodyLength;
  return {
    headers: Object.fromEntries(headers),
    body: isShown ? withoutKeys(withoutSecrets(body.toString('utf8'), operation, contract)) : null,
    size,
  };
}

/** Webhook secrets are masked everywhere, and URLs that are credentials. */
function withoutSecrets(text: string, operation: OperationId | null, contract: Contract): string {
  const words = contract.translation(operation ?? '', 'answer');
  const names = ['secret', ...(opening.includes(operation) ? ['url'] : [])];
  const secret = new Set(names.flatMap((name) => [name, ...theirNames(words, name)]));
  return JSON.stringify(JSON.parse(text), (name, value: unknown) =>
    secret.has(name) && typeof value === 'string' ? hidden : value,
  );
}

/** What a contract file calls a property, wherever it stands. */
const theirNames = (words: Translation, name: string): readonly string[] =>
  Object.entries(words).flatMap(([own, { to, inside }]) => [
    ...(own === name && to !== null ? [to] : []),
    ...theirNames(inside, name),
  ]);

function refusalOf(reply: Kept['reply'], contract: Contract): Refused | null {
  const { status, body } = reply;
  if (status < 400) return null;
  try {
    const { error } = JSON.parse(body.toString('utf8')) as { error: { code: string; message: string } };
    const assumption = headerOf(reply, 'Esign-Assumption');
    const asked = headerOf(reply, 'Esign-Fault') !== null;
    const own = contract.codeNamed(error.code);
    return {
      code: error.code,
      message: withoutKeys(error.message),
      rule: isErrorCode(own) ? errorCodes[own].meaning : 'Not part of the API description.',
      rule_id: asked ? null : headerOf(reply, 'Esign-Rule'),
      section: null,
      basis: asked ? 'injected' : assumption === null ? 'described' : `assumed (${assumption})`,
    };
  } catch {
    // A failure on the way, or an injected one, has a body that is not the service's error.
    return null;
  }
}
