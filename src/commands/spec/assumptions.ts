import { EsignCommand } from '../../cli/command.js';
import type { Context } from '../../cli/context.js';
import { localExitCodes } from '../../cli/exit-code.js';
import { type AssumedRefusal, assumedRefusals } from '../../contract/assumed-refusals.js';
import { errorCodes, type ErrorCodeRow } from '../../contract/error-codes.js';
import type { Operation } from '../../contract/operation.js';
import { operations } from '../../contract/operations.js';
import { scopes } from '../../contract/scopes.js';

interface Assumption {
  readonly kind: 'operation' | 'error code' | 'status of a code' | 'refusal' | 'scope';
  readonly name: string;
  readonly assumption: string;
  readonly what: string;
}

/** `esign spec assumptions`: everything that esign assumes because the API description does not define it. */
export function specAssumptionsCommand(context: Context): EsignCommand {
  return new EsignCommand('assumptions')
    .summary('List what esign assumes about the service')
    .description(
      'List the operations, codes, statuses, rejections and scopes that the API description does not define. Works offline.',
    )
    .example('esign spec assumptions', 'List all assumptions.')
    .exits(localExitCodes)
    .action(() => runSpecAssumptions(context));
}

async function runSpecAssumptions(context: Context): Promise<void> {
  const data = listAssumptions();
  await context.output.result(
    { data },
    {
      ids: data.map(({ name }) => name),
      table: {
        columns: ['KIND', 'NAME', 'ASSUMPTION', 'SUBJECT'],
        rows: data.map(({ kind, name, assumption, what }) => [kind, name, assumption, { sentence: what }]),
        empty: 'No assumptions found.',
      },
    },
  );
}

/** The rows of the contract that are marked as assumed, in its order. */
function listAssumptions(): readonly Assumption[] {
  const assumed: Assumption[] = Object.values<Operation>(operations)
    .filter(({ basis }) => basis === 'assumed')
    .map(({ id, assumption = '', method, path, summary }) => ({
      kind: 'operation',
      name: id,
      assumption,
      what: `${method} ${path}: ${summary}`,
    }));
  for (const [name, row] of Object.entries<ErrorCodeRow>(errorCodes)) {
    const assumption = row.assumption ?? '';
    if (row.basis === 'assumed') assumed.push({ kind: 'error code', name, assumption, what: row.meaning });
    else if (row.statusBasis === 'assumed') {
      assumed.push({ kind: 'status of a code', name, assumption, what: `${row.status}: ${row.meaning}` });
    }
  }
  for (const { code, assumption, what } of Object.values<AssumedRefusal>(assumedRefusals)) {
    assumed.push({ kind: 'refusal', name: code, assumption, what: `${errorCodes[code].status}: ${what}` });
  }
  for (const [name, basis] of Object.entries(scopes)) {
    if (basis === 'assumed')
      assumed.push({ kind: 'scope', name, assumption: 'A16', what: 'Named after the documented scopes' });
  }
  return assumed;
}
