import { STATUS_CODES } from 'node:http';
import { answer, anyText, listOf, shape } from '../../contract/schema.js';
import { lazy } from '../../core/platform/lazy.js';
import { replaceHidden } from '../../core/platform/visible-text.js';
import { type LoggedRequest, maxPathLength } from '../http/request-log.js';
import type { ValueOf } from './route.js';

/** Logged requests in formats of other programs, without keys. */

/** A shell command that takes the key from ESIGN_API_KEY and sends the same request again. Missing parts are named. */
export function curlOf(address: string, { method, path, headers, body, size }: LoggedRequest): string {
  const missing = [
    ...(body === null && size > 0 ? [`a body of ${size} ${size === 1 ? 'byte' : 'bytes'}`] : []),
    ...(path.length >= maxPathLength ? ['the rest of a path that long'] : []),
  ];
  const words = [
    'curl',
    // Braces and dots of a path are sent unchanged.
    '--globoff',
    '--path-as-is',
    // A response to HEAD has no body.
    ...(method === 'HEAD' ? ['--head'] : ['-X', quoted(method)]),
    ...Object.entries(headers).flatMap(([name, value]) => ['-H', quoted(`${name}: ${value}`)]),
    // By default curl would declare a body as a form.
    ...(body === null || 'Content-Type' in headers ? [] : ['-H', quoted('Content-Type:')]),
    '-H',
    '"Authorization: Bearer $ESIGN_API_KEY"',
    ...(body === null ? [] : ['--data-raw', quoted(body)]),
    // A proxy's absolute target, or `*`, cannot be appended to a base URL.
    ...(path.startsWith('/') ? [quoted(`${address}${path}`)] : ['--request-target', quoted(path), quoted(address)]),
    ...(missing.length === 0 ? [] : [`# and ${missing.join(' and ')}, which the log did not store`]),
  ];
  return words.join(' ');
}

/** A word for a shell. Control characters become spaces, except line ends, which a shell needs. */
export const quoted = (text: string): string =>
  `'${replaceHidden(text, () => ' ')
    .replaceAll('\t', ' ')
    .replaceAll("'", String.raw`'\''`)}'`;

type Json = Readonly<Record<string, unknown>>;

export const har = lazy(() =>
  shape({
    log: shape({
      version: anyText,
      creator: shape({ name: anyText, version: anyText }),
      pages: listOf(answer({})),
      entries: listOf(answer({})),
    }),
  }),
);

/** HAR 1.2, as browser developer tools open it; a body that was not stored still has its size. */
export function harOf(
  address: string,
  version: string,
  requests: readonly LoggedRequest[],
): ValueOf<ReturnType<typeof har>> {
  return {
    log: {
      version: '1.2',
      creator: { name: 'esign emulator', version },
      pages: [],
      entries: requests.map((request) => entryOf(address, request)),
    },
  };
}

function entryOf(address: string, request: LoggedRequest): Json {
  const { at, milliseconds, operation, refusal, fault, answered } = request;
  return {
    startedDateTime: at,
    time: milliseconds,
    request: requestOf(address, request),
    response: responseOf(request),
    cache: {},
    timings: { send: 0, wait: milliseconds, receive: 0 },
    comment: commentOf(request),
    _esign: { operation, refusal, fault, answered },
  };
}

function requestOf(address: string, { method, path, headers, body, size }: LoggedRequest): Json {
  const url = path.startsWith('/') ? `${address}${path}` : path;
  const query = URL.canParse(url) ? [...new URL(url).searchParams] : [];
  return {
    method,
    url,
    httpVersion: 'HTTP/1.1',
    cookies: [],
    headers: pairsOf({ ...headers, Authorization: 'Bearer ***' }),
    queryString: query.map(([name, value]) => ({ name, value })),
    headersSize: -1,
    bodySize: size,
    ...(body === null ? {} : { postData: { mimeType: headers['Content-Type'] ?? '', text: body } }),
  };
}

/** A lost response has the status 0, as in browsers. */
function responseOf({ status, answered, answer }: LoggedRequest): Json {
  const hasResponse = answered && status !== null;
  return {
    status: hasResponse ? status : 0,
    statusText: hasResponse ? (STATUS_CODES[status] ?? '') : '',
    httpVersion: 'HTTP/1.1',
    cookies: [],
    headers: hasResponse ? pairsOf(answer.headers) : [],
    content: {
      size: hasResponse ? answer.size : 0,
      mimeType: hasResponse ? (answer.headers['Content-Type'] ?? '') : '',
      ...(hasResponse && answer.body !== null ? { text: answer.body } : {}),
    },
    redirectURL: '',
    headersSize: -1,
    bodySize: hasResponse ? answer.size : -1,
  };
}

function commentOf({ refusal, fault, answered }: LoggedRequest): string {
  if (!answered) return `The fault ${fault ?? ''} closed the connection.`;
  if (refusal === null) return fault === null ? '' : `The fault ${fault} was applied.`;
  const where = refusal.section === null ? '' : ` ${refusal.section} [${refusal.rule_id ?? ''}].`;
  return `${refusal.code}: ${refusal.message} ${refusal.rule}${where} (${refusal.basis})`;
}

const pairsOf = (headers: Readonly<Record<string, string>>): readonly object[] =>
  Object.entries(headers).map(([name, value]) => ({ name, value }));
