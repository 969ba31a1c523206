import type { Shaped, ShapeBlocks } from '../contract/shape.js';
import { contractInUse } from '../cli/context/contract.js';
import { EsignCommand } from '../cli/flags/command.js';
import type { Context } from '../cli/context/context.js';
import { localExitCodes } from '../cli/failure/exit-code.js';
import { exitCodeOf } from '../cli/failure/explain.js';
import { UsageFailure } from '../cli/failure/failure.js';
import { ownCodes } from '../cli/failure/own-codes.js';
import { nearest } from '../core/platform/nearest.js';
import { errorCodes, type ErrorCodeRow, isErrorCode, type RetryClass } from '../contract/error-codes.js';
import type { Contract } from '../contract/overlay/contract.js';

interface ErrorOptions {
  readonly code?: string;
}

/** `esign error [CODE]`: what `esign explain` says of a code, or the list of all codes; offline. */
export function errorCommand(context: Context): EsignCommand {
  return new EsignCommand('error')
    .description(
      'Explain an error code of the service: its meaning, whether a retry helps, and what to do next. It works offline. ' +
        '`esign explain` does the same for every word of the service.',
    )
    .argument('[code]', 'error code (default: list all codes)')
    .offers('code', {
      words: Object.entries<ErrorCodeRow>(errorCodes).map(([word, { meaning }]) => ({ word, about: meaning })),
    })
    .example('esign error template_changed', 'Explain one code.')
    .example('esign error', 'List all codes.')
    .prints(explained)
    .exits(localExitCodes)
    .action((code: string | undefined) => runError(context, code === undefined ? {} : { code }));
}

const codeFacts = (s: ShapeBlocks) => ({
  code: s.text,
  status: s.count,
  retry: s.text,
  meaning: s.text,
  next: s.text,
  basis: s.text,
  status_basis: s.text,
  assumption: s.nullable(s.text),
  exit_code: s.exitCode,
});
const codeShape = (s: ShapeBlocks) => s.object(codeFacts(s));
/** One code with the rules about it. */
export const explainedCode = (s: ShapeBlocks) =>
  s.object({ ...codeFacts(s), rules: s.list(s.object({ id: s.text, says: s.text })) });
const explained = (s: ShapeBlocks) => s.either(explainedCode(s), s.object({ data: s.list(codeShape(s)) }));

/** Our name of a code that is typed as ours or as the service's; null for an unknown one. */
export function ownCode(word: string, contract: Contract | undefined): keyof typeof errorCodes | null {
  const code = isErrorCode(word) ? word : (contract?.codeNamed(word) ?? word);
  return isErrorCode(code) ? code : null;
}

async function runError(context: Context, { code }: ErrorOptions): Promise<void> {
  await (code === undefined ? listCodes(context) : explainCode(context, code));
}

/** Throws UsageFailure for an unknown code. */
export async function explainCode(context: Context, given: string): Promise<void> {
  const contract = (await contractInUse(context.settings()))?.contract;
  const code = ownCode(given, contract);
  if (code === null) {
    const isOwn = ownCodes().some((each) => each.code === given);
    const close = nearest(given, Object.keys(errorCodes));
    const otherwise = close === null ? 'List all words with `esign explain`.' : `Did you mean "${close}"?`;
    throw new UsageFailure(`Unknown error code "${given}" of the service.`, {
      code: 'unknown_error_code',
      hint: isOwn ? `It is a code of esign: \`esign explain ${given}\`.` : otherwise,
    });
  }
  const words = contract?.code(code);
  const row: ErrorCodeRow = {
    ...errorCodes[code],
    ...(words === undefined ? {} : { status: words.status, retry: words.retry }),
  };
  const { rulesAbout } = await import('../contract/statements.js');
  const rules = rulesAbout(code);
  const named = { ...asJson(code, row), rules: rules.map(({ id, says }) => ({ id, says })) };
  await context.output.result(named, {
    ids: [code],
    details: [
      ['Code', words === undefined || words.name === code ? code : `${code} (${words.name} at this service)`],
      ['Meaning', row.meaning],
      ['What to do', row.next],
      ['Retry', repeating[row.retry]],
      ['HTTP status', `${row.status}${row.statusBasis === 'assumed' ? ` (assumed, ${row.assumption ?? ''})` : ''}`],
      ['Exit code', exitCodeOf(row.status)],
      ['Basis', row.basis === 'assumed' ? `assumed (${row.assumption ?? ''})` : 'described'],
      ...rules.map(({ id, says }) => ['Rule', `${says} [${id}]`] as const),
    ],
  });
}

async function listCodes(context: Context): Promise<void> {
  const rows = Object.entries<ErrorCodeRow>(errorCodes);
  await context.output.result(
    { data: rows.map(([code, row]) => asJson(code, row)) },
    {
      ids: rows.map(([code]) => code),
      table: {
        columns: ['CODE', 'HTTP', 'EXIT', 'MEANING'],
        rows: rows.map(([code, row]) => [{ id: code }, row.status, exitCodeOf(row.status), { sentence: row.meaning }]),
        empty: '',
      },
    },
  );
}

const asJson = (code: string, row: ErrorCodeRow): Shaped<typeof codeShape> => ({
  code,
  status: row.status,
  retry: row.retry,
  meaning: row.meaning,
  next: row.next,
  basis: row.basis,
  status_basis: row.statusBasis,
  assumption: row.assumption ?? null,
  exit_code: exitCodeOf(row.status),
});

/** The four policies of the description's error table in words; the client follows them automatically. */
const repeating: Readonly<Record<RetryClass, string>> = {
  none: 'no: the same request fails again',
  rate_limited: 'automatic: after Retry-After, or from 1 second, doubling',
  internal_error: 'automatic: from 1 second, at most three attempts, with the same Idempotency-Key',
  service_unavailable: 'automatic: from 5 seconds, doubling, for up to 5 minutes or --retry-for',
  request_in_progress: 'automatic: from 1 second up to about 30, with the identical request',
  turn: 'yes, after the previous recipient has finished',
};
