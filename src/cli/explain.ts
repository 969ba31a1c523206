import {
  InputRefused,
  SaveFailure,
  ServiceFailure,
  TransportFailure,
  TwinUnsettled,
  UnexpectedAnswer,
} from '../client/failure.js';
import { ConfigFailure, KeychainUnavailable } from '../config/failure.js';
import { errorCodes, isErrorCode } from '../contract/error-codes.js';
import { JqFailure } from '../terminal/jq-failure.js';
import { UnknownFields } from '../terminal/json.js';
import { OutputLost } from '../terminal/output-lost.js';
import { PromptLeft, PromptUnavailable } from '../terminal/prompt-failure.js';
import { askedFor, fillIds } from './error-subject.js';
import type { ExitCode } from './exit-code.js';
import { Cancelled, CommandFailure, FileFailure, NoKey, UsageFailure } from './failure.js';
import { reason } from './files.js';

/** A failure in words, with its exit code: what is printed, and the JSON error object. */
export interface Explanation {
  readonly code: string;
  readonly message: string;
  readonly hint: string | null;
  readonly exitCode: ExitCode;
  /** Further members of the JSON error object, such as `status` and `idempotency_key`. */
  readonly details: Readonly<Record<string, unknown>>;
  /** True when the program itself is at fault: the stack is worth a look under --debug. */
  readonly ours: boolean;
}

const carriedOut = 'The write itself was carried out: do not send it again. See `esign request list`.';

/** Turns any failure into words and an exit code, by its class and code, never by its wording. */
export function explain(failure: unknown): Explanation {
  if (failure instanceof ServiceFailure) return service(failure);
  if (failure instanceof TransportFailure) return transport(failure);
  if (failure instanceof UnexpectedAnswer) return unexpected(failure);
  if (failure instanceof InputRefused) {
    const place = failure.path === '' ? 'The request' : `\`${failure.path}\``;
    return told(
      2,
      failure.code,
      `${place} ${failure.message}; nothing was sent.`,
      failure.overLimit === undefined ? 'Correct it and run the command again.' : rowsAtPace(failure.overLimit),
      { path: failure.path, ...limitIn(failure) },
    );
  }
  if (failure instanceof SaveFailure) {
    const hint =
      failure.systemCode === 'EEXIST'
        ? 'Choose another name, or overwrite it with --force.'
        : 'Check the folder, its permissions and the free space; nothing was left behind.';
    const exitCode = failure.systemCode === 'EEXIST' ? 2 : 1;
    return told(exitCode, failure.code, sentence(failure.message), hint, { file: failure.path });
  }
  if (failure instanceof TwinUnsettled) {
    const { request, at, operation, message } = failure;
    return told(
      6,
      failure.code,
      `An identical request was sent at ${at}, and its outcome is unknown. This one was not sent.`,
      [
        `It cannot be repeated: ${message}.`,
        `Look for its outcome at the service. Then close it with \`esign request resume ${request} --close\`.`,
        'To send the request again in any case, choose a new key with --idempotency-key.',
      ].join('\n'),
      { request, sent_at: at, operation },
    );
  }
  if (failure instanceof UsageFailure) return told(2, failure.code, failure.message, failure.hint);
  if (failure instanceof NoKey) return told(3, failure.code, failure.message, failure.hint);
  if (failure instanceof FileFailure) {
    // A file that is in the way is a matter of the command line.
    const isUsage = failure.side === 'input' || failure.code === 'file_exists';
    return told(isUsage ? 2 : 1, failure.code, failure.message, failure.hint, { file: failure.file });
  }
  if (failure instanceof CommandFailure) {
    return told(failure.exitCode, failure.code, failure.message, failure.hint, failure.details);
  }
  if (failure instanceof Cancelled) return told(130, failure.code, failure.message);
  if (failure instanceof PromptLeft) return told(130, 'cancelled', 'Cancelled; nothing was sent.');
  if (failure instanceof PromptUnavailable) {
    return told(2, 'no_terminal', failure.message, 'Give the value with its flag; see --help.');
  }
  if (failure instanceof ConfigFailure) return told(2, failure.code, failure.message, failure.hint);
  if (failure instanceof KeychainUnavailable) {
    const hint = 'Unlock the keychain, or store the key anew with `esign login --insecure-storage`.';
    return told(3, failure.code, `The API key cannot be reached: ${failure.message}.`, hint);
  }
  if (failure instanceof UnknownFields) {
    return told(2, 'unknown_field', failure.message, `Choose from: ${failure.available.join(', ')}.`, {
      fields: failure.available,
    });
  }
  if (failure instanceof OutputLost) return outputLost(failure);
  if (failure instanceof JqFailure) {
    if (failure.changed !== null) {
      return told(1, 'jq_failed', failure.message, carriedOut, { changed: failure.changed });
    }
    return told(2, 'jq_failed', failure.message, 'Correct the expression of --jq; leave it out to see the JSON.');
  }
  const message = failure instanceof Error ? failure.message : String(failure);
  return {
    ...told(1, 'our_fault', `esign failed: ${message}`, 'Run it again with --debug to see where, and report it.'),
    ours: true,
  };
}

function told(
  exitCode: ExitCode,
  code: string,
  message: string,
  hint?: string,
  details: Readonly<Record<string, unknown>> = {},
): Explanation {
  return { code, message, hint: hint ?? null, exitCode, details, ours: false };
}

/** Whoever takes a result that was not written for a failure sends it again: what was done is told instead. */
function outputLost({ system, changed, written }: OutputLost): Explanation {
  const lost = `The output could not be written: ${reason(system)}.`;
  if (!changed) {
    return told(1, 'output_not_written', lost, 'Make room, or send the output elsewhere; then run it again.');
  }
  const done = written.map(({ operation, ids, idempotencyKey: key }) =>
    [`Done: ${[operation, ...ids].join(' ')}`, ...(key === undefined ? [] : [`Idempotency-Key ${key}`])].join(', '),
  );
  const [only, ...more] = written;
  const again =
    more.length > 0 || only?.idempotencyKey === undefined
      ? 'Do not send it again. See `esign request list`.'
      : 'Do not send it anew. The same command shows its answer again, and makes nothing twice, with: ' +
        `--idempotency-key ${only.idempotencyKey}`;
  const secret =
    more.length === 0 && only?.operation === 'registerWebhook'
      ? ['Its signing secret is told this once: get another with `esign webhook rotate ID`.']
      : [];
  return told(
    1,
    'output_not_written',
    `${lost} The write itself was carried out.`,
    [...done, again, ...secret].join('\n'),
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

function service(failure: ServiceFailure): Explanation {
  const row = isErrorCode(failure.code) ? errorCodes[failure.code] : undefined;
  const scope = /scope="([a-z_:. -]{1,100})"/.exec(failure.wwwAuthenticate ?? '')?.[1];
  const over = failure.overLimit;
  const asked = askedFor(failure.about);
  const hints = [
    ...(failure.changes ?? []).map((change) => `Changed: ${change}`),
    ...(scope === undefined ? [] : [`The scope that is missing is ${scope}.`]),
    ...(failure.code === 'not_found' && asked !== null ? [`Asked for was ${asked}.`] : []),
    over === undefined
      ? fillIds(row?.next ?? 'Look at the message; the code is not one that the description lists.', failure.about)
      : rowsAtPace(over),
    ...(row?.retry === 'none' || row?.retry === undefined || over !== undefined ? [] : repeat(failure.idempotencyKey)),
    ...(failure.request === undefined ? [] : ['The outcome of this request is unknown.', ...settle(failure.request)]),
  ];
  return told(exitCodeOf(failure.status), failure.code, failure.message, hints.join('\n'), {
    status: failure.status,
    operation: failure.operation,
    attempts: failure.attempts,
    ...limitIn(failure),
    ...(failure.retryAfter === undefined ? {} : { retry_after: failure.retryAfter }),
    ...(failure.idempotencyKey === undefined ? {} : { idempotency_key: failure.idempotencyKey }),
    ...(failure.request === undefined ? {} : { request: failure.request, outcome_unknown: true }),
    ...(failure.changes === undefined ? {} : { changes: failure.changes }),
    ...(scope === undefined ? {} : { scope }),
  });
}

/** What helps where a batch has more rows than the key has requests in a minute: no wait does. */
const rowsAtPace = (limit: number): string =>
  `Create them with \`esign envelope create --rows FILE\`, which keeps to the key's pace, or send at most ${limit} rows.`;

const limitIn = ({ overLimit: limit }: { readonly overLimit: number | undefined }): { readonly limit?: number } =>
  limit === undefined ? {} : { limit };

/** The exit code of a refusal, by its HTTP status alone: a code that nobody knows is judged by it too. */
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
  if (failure.reason === 'aborted') return told(130, 'interrupted', 'Interrupted.', unknownOutcome(failure), details);
  const hints: Readonly<Record<Exclude<TransportFailure['reason'], 'aborted'>, string>> = {
    unreachable: 'Check the base address with `esign whoami`; for the emulator, run `esign emulator start`.',
    untrusted: 'Name the certificate authority with ESIGN_CA_FILE, if the service uses one of its own.',
    proxy: 'Check HTTPS_PROXY and NO_PROXY.',
    reset: 'Run the command again.',
    timeout: 'Run the command again, or give it longer with --timeout.',
    closed: 'Run the command again.',
    protocol: 'Check the base address with `esign whoami`; something else than the service answers there.',
  };
  return told(8, failure.code, sentence(failure.message), unknownOutcome(failure) ?? hints[failure.reason], details);
}

function unexpected(failure: UnexpectedAnswer): Explanation {
  const hint =
    unknownOutcome(failure) ?? 'Check the base address with `esign whoami`; look at the answer with --debug-bodies.';
  return told(8, failure.code, sentence(failure.message), hint, {
    reason: failure.reason,
    status: failure.status,
    operation: failure.operation,
    attempts: failure.attempts,
    outcome_unknown: failure.outcomeUnknown,
    ...(failure.request === undefined ? {} : { request: failure.request }),
    ...(failure.idempotencyKey === undefined ? {} : { idempotency_key: failure.idempotencyKey }),
  });
}

/** Nobody knows whether a write happened: the same key asks again without doing it twice. */
function unknownOutcome(failure: {
  readonly outcomeUnknown: boolean;
  readonly idempotencyKey: string | undefined;
  readonly request?: string;
}): string | undefined {
  if (!failure.outcomeUnknown) return undefined;
  if (failure.idempotencyKey === undefined) {
    return 'Look whether it happened before you run it again: the service may have carried it out.';
  }
  const known = failure.request === undefined ? [] : settle(failure.request);
  return [
    'The outcome is unknown: the service may have carried it out.',
    ...known,
    ...repeat(failure.idempotencyKey),
  ].join('\n');
}

const settle = (request: string): readonly string[] => [`Settle it with: esign request resume ${request}`];

const repeat = (key: string | undefined): readonly string[] =>
  key === undefined ? [] : [`Repeat the same command with: --idempotency-key ${key}`];

/** The client's messages are clauses. */
const sentence = (clause: string): string =>
  `${clause.charAt(0).toUpperCase()}${clause.slice(1)}${/[.!?]$/.test(clause) ? '' : '.'}`;
