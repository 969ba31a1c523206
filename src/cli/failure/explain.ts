import {
  InputRefused,
  ResendRefused,
  ServiceFailure,
  TransportFailure,
  UnexpectedAnswer,
} from '../../client/failure.js';
import { ConfigFailure, KeychainUnavailable } from '../../core/config/failure.js';
import { type ErrorCodeRow, errorCodes, isErrorCode } from '../../contract/error-codes.js';
import { JqFailure, OutputLost, PromptLeft, PromptUnavailable, type Written } from '../../core/terminal/failure.js';
import { UnknownFields } from '../../core/terminal/json.js';
import { askedFor, fillIds } from './error-subject.js';
import type { ExitCode } from './exit-code.js';
import type { FlagOrigin } from '../flags/flag-origin.js';
import {
  Cancelled,
  CommandFailure,
  explainedBefore,
  type ExplainedCode,
  FileFailure,
  UsageFailure,
} from './failure.js';
import type { CodeOf, ExitOf } from './own-codes.js';
import { OutputFailure } from '../../core/platform/output-failure.js';
import { reason } from '../../core/platform/durable-file.js';

/** What is printed about a failure, the JSON error object, and the exit code. */
export interface Explanation {
  readonly code: ExplainedCode;
  readonly message: string;
  readonly hint: string | null;
  readonly exitCode: ExitCode;
  /** More properties of the JSON error object, such as `status` and `idempotency_key`. */
  readonly details: Readonly<Record<string, unknown>>;
  /** True for a bug in esign: --debug prints the stack. */
  readonly ours: boolean;
}

const carriedOut = 'The request itself succeeded, so do not send it again. See `esign request list`.';

/** How one kind of failure is explained; null for another kind. */
export type Kind = (failure: unknown, origin: FlagOrigin) => Explanation | null;

export const kind =
  <Class>(
    ofClass: abstract new (...values: never) => Class,
    explained: (failure: Class, origin: FlagOrigin) => Explanation,
  ): Kind =>
  (failure, origin) =>
    failure instanceof ofClass ? explained(failure, origin) : null;

/** Each kind of failure with its message and exit code; `explain-any.ts` has the rarer ones. */
const kinds: readonly Kind[] = [
  kind(ServiceFailure, service),
  kind(TransportFailure, transport),
  kind(UnexpectedAnswer, unexpected),
  kind(InputRefused, inputRefused),
  kind(OutputFailure, (failure) => fileFailure(FileFailure.ofOutput(failure))),
  kind(ResendRefused, identicalUnsettled),
  kind(UsageFailure, ({ code, message, hint }) => explanation(2, code, message, hint)),
  kind(FileFailure, fileFailure),
  kind(CommandFailure, ({ exitCode, code, message, hint, details }) =>
    explanation(exitCode, code, message, hint, details),
  ),
  kind(Cancelled, ({ code, message }) => explanation(130, code, message)),
  kind(PromptLeft, () => explanation(130, 'cancelled', 'Cancelled. Nothing was sent.')),
  kind(PromptUnavailable, ({ message }) =>
    explanation(2, 'no_terminal', message, 'Specify the value with its flag. List the flags with --help.'),
  ),
  kind(ConfigFailure, ({ code, message, hint }) => explanation(2, code, message, hint)),
  kind(KeychainUnavailable, ({ code, message }) =>
    explanation(
      3,
      code,
      `Cannot read the API key: ${message}.`,
      'Unlock the keychain, or store the key in a file with `esign login --insecure-storage`.',
    ),
  ),
  kind(UnknownFields, ({ message, available: fields }) =>
    explanation(2, 'unknown_field', message, `Use one of: ${fields.join(', ')}.`, { fields }),
  ),
  kind(OutputLost, outputLost),
  kind(JqFailure, ({ message, changed }) =>
    changed === null
      ? explanation(2, 'jq_failed', message, 'Correct the --jq expression. Without --jq, the command prints the JSON.')
      : explanation(1, 'jq_failed', message, carriedOut, { changed }),
  ),
];

/**
 * Explains any failure by its class and code, never by its wording. `origin` names the flag that a refused property
 * came from; `more` are kinds that are tried last.
 */
export function explain(failure: unknown, origin: FlagOrigin = () => null, more: readonly Kind[] = []): Explanation {
  for (const explained of [...kinds, ...more]) {
    const found = explained(failure, origin);
    if (found !== null) return found;
  }
  // A stopped request to an app or another place. Its class would bring the HTTP stack along to every failure.
  if (failure instanceof Error && 'reason' in failure && failure.reason === 'aborted')
    return explanation(130, 'interrupted', 'Interrupted.');
  // A wait, for a rate limit or between two reads, that the user ended.
  if (failure instanceof Error && failure.name === 'AbortError') return explanation(130, 'interrupted', 'Interrupted.');
  const message = failure instanceof Error ? failure.message : String(failure);
  return {
    ...explanation(
      1,
      'our_fault',
      `esign failed: ${message}`,
      'This is a bug. Run the command again with --debug, and report the output.',
    ),
    ours: true,
  };
}

function inputRefused({ code, message, path, overLimit }: InputRefused, origin: FlagOrigin): Explanation {
  return explanation(
    2,
    code,
    `${path === '' ? 'The request' : `\`${path}\``} ${message}. Nothing was sent.`,
    overLimit === undefined ? `Correct ${origin(path) ?? 'it'} and run the command again.` : rowsOverLimit(overLimit),
    { path, ...limitIn({ overLimit }) },
  );
}

function identicalUnsettled({ request, at, operation, message }: ResendRefused): Explanation {
  return explanation(
    6,
    'identical_unsettled',
    `An identical request was sent${at === undefined ? '' : ` at ${at}`}, and its outcome is unknown. This one was not sent.`,
    [
      `It cannot be sent again: ${message}.`,
      `Check the outcome at the service. Then close the request with \`esign request resume ${request} --close\`.`,
      'To send it again anyway, use a new key with --idempotency-key.',
    ].join('\n'),
    { request, sent_at: at, operation },
  );
}

function fileFailure({ side, code, message, hint, file }: FileFailure): Explanation {
  return explanation(
    side === 'input' || code === 'file_exists' || code === 'folder_missing' ? 2 : 1,
    code,
    message,
    hint,
    { file },
  );
}

export function explanation<Code extends CodeOf<ExitCode> | ExplainedCode>(
  exitCode: ExitOf<Code>,
  code: Code,
  message: string,
  hint?: string,
  details: Readonly<Record<string, unknown>> = {},
): Explanation {
  return { code: code as ExplainedCode, message, hint: hint ?? null, exitCode, details, ours: false };
}

/** Says what was done, so that nobody sends a request again only because its result could not be printed. */
function outputLost({ system, changed, written }: OutputLost): Explanation {
  const lost = `Cannot write the output: ${reason(system)}.`;
  if (!changed) {
    return explanation(
      1,
      'output_not_written',
      lost,
      'Free some disk space or write the output elsewhere, and run the command again.',
    );
  }
  const done = written.map(({ operation, ids, idempotencyKey: key }) =>
    [`Done: ${[operation, ...ids].join(' ')}`, ...(key === undefined ? [] : [`Idempotency-Key ${key}`])].join(', '),
  );
  const [only, ...more] = written;
  const again = only === undefined || more.length > 0 ? 'See `esign request list`.' : showAgain(only);
  return explanation(
    1,
    'output_not_written',
    `${lost} The request itself succeeded.`,
    [...done, `Do not send it again. ${again}`].join('\n'),
    {
      ...(only === undefined || more.length > 0
        ? {}
        : { id: only.ids[0] ?? null, idempotency_key: only.idempotencyKey ?? null }),
      written: written.map(({ operation, ids, idempotencyKey }) => ({
        operation,
        ids,
        idempotency_key: idempotencyKey ?? null,
      })),
    },
  );
}

/** A read, rather than the same command with its key: a duration such as `--expires-in` makes that another request. */
function showAgain({ operation, ids, idempotencyKey: key }: Written): string {
  const [id] = ids;
  if (operation === 'registerWebhook') {
    return `Its signing secret is shown only once. Get a new one with \`esign webhook rotate ${id ?? 'ID'}\`.`;
  }
  const noun = /^\w+?(Envelope|Template|Authorisation)$/.exec(operation)?.[1]?.toLowerCase();
  if (noun !== undefined && id !== undefined) return `Show it with \`esign ${noun} get ${id}\`.`;
  return key === undefined
    ? 'See `esign request list`.'
    : `The same command prints the result, and creates nothing twice, with: --idempotency-key ${key}`;
}

function service(failure: ServiceFailure, origin: FlagOrigin): Explanation {
  const row = isErrorCode(failure.code) ? errorCodes[failure.code] : undefined;
  // Letters only: a server may quote a secret there.
  const scope = /scope="([a-z_:./* -]{1,100})"/.exec(failure.wwwAuthenticate ?? '')?.[1];
  const over = failure.overLimit;
  const asked = askedFor(failure.about);
  const message = failure.code === 'not_found' && asked !== null ? `${capital(asked)} not found.` : failure.message;
  const unknown = unknownOutcome(failure);
  // The message of the service begins with the property that it refuses.
  const flag = exitCodeOf(failure.status) === 5 ? origin(failure.message) : null;
  const hints = [
    ...(flag === null ? [] : [`Correct ${flag}.`]),
    ...(failure.changes ?? []).map((change) => `Changed: ${change}`),
    ...(scope === undefined ? [] : [`The key lacks the scope ${scope}.`]),
    ...(over !== undefined
      ? [rowsOverLimit(over)]
      : (failure.code === 'invalid_request' && (flag !== null || isAboutFile(failure))) ||
          // The advice for these codes needs an Idempotency-Key.
          (unknown !== undefined && failure.idempotencyKey === undefined)
        ? []
        : [next(failure, row)]),
    ...(over === undefined && (row?.retry === 'rate_limited' || row?.retry === 'service_unavailable')
      ? ['To keep trying for longer: --retry-for 15m']
      : []),
    ...(unknown !== undefined
      ? [unknown]
      : row?.retry === 'none' || row?.retry === undefined || over !== undefined
        ? []
        : repeat(failure.idempotencyKey)),
  ];
  const byStatus = exitCodeOf(failure.status);
  // What may have been done was not refused by the rules of the service.
  const exitCode = unknown !== undefined && byStatus === 5 ? 8 : byStatus;
  return explanation(
    exitCode,
    explainedBefore(failure.code),
    message,
    hints.length === 0 ? undefined : hints.join('\n'),
    {
      status: failure.status,
      operation: failure.operation,
      attempts: failure.attempts,
      ...limitIn(failure),
      ...(failure.retryAfter === undefined ? {} : { retry_after: failure.retryAfter }),
      ...(failure.idempotencyKey === undefined ? {} : { idempotency_key: failure.idempotencyKey }),
      ...(failure.outcomeUnknown ? { outcome_unknown: true } : {}),
      ...(failure.request === undefined ? {} : { request: failure.request }),
      ...(failure.changes === undefined ? {} : { changes: failure.changes }),
      ...(scope === undefined ? {} : { scope }),
    },
  );
}

/** Whether a file of an upload was refused: the message says by itself what to do. */
const isAboutFile = ({ operation, message }: ServiceFailure): boolean =>
  (operation === 'createTemplate' || operation === 'createOneOffEnvelope') &&
  !/^(?:documents|fields|recipients|values)\b|^(?:name|title|brand_id|expires_at) /.test(message);

function next({ about, code, operation }: ServiceFailure, row: ErrorCodeRow | undefined): string {
  // A run keeps the ETag that it was made for, so the same command would be refused again.
  if (code === 'template_changed' && operation === 'acceptNamingRun') {
    return fillIds('Create a new naming run with `esign template propose ID`, and accept that one.', about);
  }
  const list = code === 'not_found' ? parts.find(([parameter]) => about[parameter] !== undefined)?.[1] : undefined;
  if (list !== undefined) return fillIds(list, about);
  return fillIds(row?.next ?? 'The description of the service does not list this error code.', about);
}

/** Where the parts of a template or an envelope are listed, by the parameter that names one. */
const parts: readonly (readonly [parameter: string, hint: string])[] = [
  ['position', 'List the documents with `esign envelope documents ID`.'],
  ['recipientId', 'List the recipients with `esign envelope get ID`.'],
  ['personId', 'List the people with `esign template people ID`.'],
];

/** For a batch with more rows than the rate limit allows in a minute: waiting does not help. */
const rowsOverLimit = (limit: number): string =>
  `Use \`esign envelope create --rows FILE\`, which stays within the rate limit, or send at most ${limit} rows.`;

const limitIn = ({ overLimit: limit }: { readonly overLimit: number | undefined }): { readonly limit?: number } =>
  limit === undefined ? {} : { limit };

/** The exit code of an error response, by its HTTP status alone, also for unknown error codes. */
export function exitCodeOf(status: number): ExitCode {
  if (status === 401 || status === 403) return 3;
  if (status === 404) return 4;
  if (status === 409 || status === 412 || status === 428) return 6;
  if (status === 429) return 7;
  if (status >= 500 || status < 400) return 8;
  return 5;
}

function transport(failure: TransportFailure): Explanation {
  const details = {
    reason: failure.reason,
    operation: failure.operation,
    attempts: failure.attempts,
    outcome_unknown: failure.outcomeUnknown,
    ...(failure.request === undefined ? {} : { request: failure.request }),
    ...(failure.idempotencyKey === undefined ? {} : { idempotency_key: failure.idempotencyKey }),
  };
  if (failure.reason === 'aborted')
    return explanation(130, 'interrupted', 'Interrupted.', unknownOutcome(failure), details);
  const hints: Readonly<Record<Exclude<TransportFailure['reason'], 'aborted'>, string>> = {
    unreachable: 'Check the base URL with `esign whoami`. To use the emulator, run `esign emulator start`.',
    untrusted: 'If the service uses a private certificate authority, set ESIGN_CA_FILE to its PEM file.',
    proxy: proxyHint,
    proxy_unreachable: proxyHint,
    reset: 'Run the command again.',
    timeout: 'Run the command again, or increase --timeout.',
    closed: 'Run the command again.',
    protocol: 'Check the base URL with `esign whoami`: another server may be responding.',
  };
  return explanation(
    8,
    failure.code,
    sentence(failure.message),
    unknownOutcome(failure) ?? hints[failure.reason],
    details,
  );
}

function unexpected(failure: UnexpectedAnswer): Explanation {
  const hint =
    unknownOutcome(failure) ?? 'Check the base URL with `esign whoami`. See the response with --debug-bodies.';
  return explanation(8, failure.code, sentence(failure.message), hint, {
    reason: failure.reason,
    status: failure.status,
    operation: failure.operation,
    attempts: failure.attempts,
    outcome_unknown: failure.outcomeUnknown,
    ...(failure.request === undefined ? {} : { request: failure.request }),
    ...(failure.idempotencyKey === undefined ? {} : { idempotency_key: failure.idempotencyKey }),
  });
}

/** For a write with an unknown outcome: a retry with the same key does nothing twice. */
function unknownOutcome(failure: {
  readonly outcomeUnknown: boolean;
  readonly idempotencyKey: string | undefined;
  readonly request?: string;
}): string | undefined {
  if (!failure.outcomeUnknown) return undefined;
  if (failure.idempotencyKey === undefined) {
    return 'The service may have processed the request. Check before you run the command again.';
  }
  const known = failure.request === undefined ? [] : resumeHint(failure.request);
  return [
    'The outcome is unknown: the service may have processed the request.',
    ...known,
    ...repeat(failure.idempotencyKey),
  ].join('\n');
}

const resumeHint = (request: string): readonly string[] => [`Resume it with: esign request resume ${request}`];

const repeat = (key: string | undefined): readonly string[] =>
  key === undefined ? [] : [`Retry the same command with: --idempotency-key ${key}`];

/** The proxy failed, not the service. */
const proxyHint =
  'Correct HTTPS_PROXY or HTTP_PROXY, such as http://proxy.example.com:3128, or name the host in NO_PROXY to bypass it.';

const capital = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}`;

/** The messages of the client have no capital letter and no full stop. */
const sentence = (clause: string): string => `${capital(clause)}${/[.!?]$/.test(clause) ? '' : '.'}`;
