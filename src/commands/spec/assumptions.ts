import type { Shaped, ShapeBlocks } from '../../contract/shape.js';
import { contractInUse } from '../../cli/context/contract.js';
import { EsignCommand } from '../../cli/flags/command.js';
import type { Context } from '../../cli/context/context.js';
import { localExitCodes } from '../../cli/failure/exit-code.js';
import { type AssumedRefusal, assumedRefusals, type ErrorCodeRow, errorCodes } from '../../contract/error-codes.js';
import type { RuleEntry } from '../../contract/statements.js';
import { statements } from '../../contract/statements.js';
import type { Operation } from '../../contract/operation.js';
import { scopes } from '../../contract/scopes.js';
import { operations } from '../../contract/operations.js';
import type { Contract } from '../../contract/overlay/contract.js';
import type { ContractLine } from '../../contract/overlay/line.js';

/**
 * `rule`: the id of the statement that says it. `where` it shows: a place in OpenAPI, then operations, codes, events,
 * limits and resources. `corrected`: the lines of the contract file in use that correct it.
 */
const assumptions = (s: ShapeBlocks) =>
  s.object({
    data: s.list(
      s.object({
        kind: s.oneOf('operation', 'error code', 'status of a code', 'refusal', 'scope', 'reading'),
        name: s.text,
        assumption: s.text,
        what: s.text,
        rule: s.nullable(s.text),
        where: s.list(s.text),
        corrected: s.optional(s.list(s.object({ name: s.text, value: s.anything }))),
      }),
    ),
  });
type Assumption = Shaped<typeof assumptions>['data'][number];

/** `esign spec assumptions`: everything that esign assumes because the API description does not define it. */
export function specAssumptionsCommand(context: Context): EsignCommand {
  return new EsignCommand('assumptions')
    .summary('List what esign assumes about the service')
    .description(
      'List the operations, codes, statuses, rejections, scopes and readings that the API description does not define, ' +
        'each with the places where it shows. Works offline. `esign explain` explains one of them, such as A2.',
    )
    .example('esign spec assumptions', 'List all assumptions.')
    .prints(assumptions)
    .exits(localExitCodes)
    .action(() => runSpecAssumptions(context));
}

async function runSpecAssumptions(context: Context): Promise<void> {
  const contract = (await contractInUse(context.settings()))?.contract;
  const data: readonly Assumption[] =
    contract === undefined
      ? listAssumptions()
      : listAssumptions().map((one) => ({ ...one, corrected: linesAbout(one, contract) }));
  await context.output.result(
    { data },
    {
      ids: data.map(({ name }) => name),
      table: {
        columns: ['KIND', 'NAME', 'ASSUMPTION', 'SUBJECT', 'WHERE', ...(contract === undefined ? [] : ['CORRECTED'])],
        rows: data.map(({ kind, name, assumption, what, where, corrected }) => [
          kind,
          name,
          assumption,
          { sentence: what },
          where[0] ?? null,
          ...(contract === undefined
            ? []
            : [(corrected ?? []).map((line) => `${line.name}: ${String(line.value)}`).join('; ')]),
        ]),
        empty: 'No assumptions found.',
      },
    },
  );
}

/** The rows of the contract that are marked as assumed, in its order, and the readings that are not a row of it. */
export function listAssumptions(): readonly Assumption[] {
  const rules = statements().filter(({ basis }) => basis === 'assumed');
  const whereOf = ({ openapi, about }: RuleEntry): readonly string[] => [
    ...(openapi === null ? [] : [openapi]),
    ...about,
  ];
  const row = (one: AssumptionRow): Assumption => {
    const rule = rules.find(({ covers }) => covers.includes(one.name));
    return { ...one, rule: rule?.id ?? null, where: rule === undefined ? [one.name] : whereOf(rule) };
  };
  const assumed = [...rowsOfOperations(), ...rowsOfCodes(), ...rowsOfScopes()].map(row);
  const refusals = Object.values<AssumedRefusal>(assumedRefusals).map(
    ({ code, assumption, what, rule }): Assumption => {
      const where = rules.filter(({ id }) => id === rule).flatMap(whereOf);
      return { kind: 'refusal', name: code, assumption, what: `${errorCodes[code].status}: ${what}`, rule, where };
    },
  );
  const listed = new Set([...assumed, ...refusals].map(({ rule }) => rule));
  const readings = rules
    .filter(({ id }) => !listed.has(id))
    .map((rule): Assumption => {
      const { id, assumption, says } = rule;
      return { kind: 'reading', name: id, assumption: assumption ?? '', what: says, rule: id, where: whereOf(rule) };
    });
  return [...assumed, ...refusals, ...readings];
}

/** The lines that are about the place, the operation or the code of an assumption. */
function linesAbout({ name, where }: Assumption, contract: Contract): readonly ContractLine[] {
  const places = new Set([name, ...where]);
  return contract.lines.filter((line) => {
    const [, place = ''] =
      /^(?:codes\.|events\.|limits\.)?([^=]*?)(?:=.*|\.(?:path|method|status|retry|format|min|max))?$/.exec(
        line.name,
      ) ?? [];
    if (places.has(place)) return true;
    // A line for a property wherever it stands is about each place that ends so.
    return place.startsWith('*.') && where.some((one) => one.endsWith(place.slice(1)));
  });
}

type AssumptionRow = Omit<Assumption, 'rule' | 'where' | 'corrected'>;

const rowsOfOperations = (): readonly AssumptionRow[] =>
  Object.values<Operation>(operations)
    .filter(({ basis }) => basis === 'assumed')
    .map(({ id, assumption = '', method, path, summary }) => ({
      kind: 'operation',
      name: id,
      assumption,
      what: `${method} ${path}: ${summary}`,
    }));

const rowsOfCodes = (): readonly AssumptionRow[] =>
  Object.entries<ErrorCodeRow>(errorCodes).flatMap(([name, row]): readonly AssumptionRow[] => {
    const assumption = row.assumption ?? '';
    if (row.basis === 'assumed') return [{ kind: 'error code', name, assumption, what: row.meaning }];
    if (row.statusBasis !== 'assumed') return [];
    return [{ kind: 'status of a code', name, assumption, what: `${row.status}: ${row.meaning}` }];
  });

const rowsOfScopes = (): readonly AssumptionRow[] =>
  Object.entries(scopes)
    .filter(([, basis]) => basis === 'assumed')
    .map(([name]) => ({ kind: 'scope', name, assumption: 'A16', what: 'Named after the documented scopes' }));
