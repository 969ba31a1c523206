import { Option } from 'commander';
import { EsignCommand } from '../../cli/flags/command.js';
import type { Context } from '../../cli/context/context.js';
import { parseDuration } from '../../cli/flags/duration.js';
import { serviceExitCodes } from '../../cli/failure/exit-code.js';
import { CommandFailure } from '../../cli/failure/failure.js';
import { optionFor } from '../../cli/flags/option.js';
import { addPagingOptions, endList, type PagingOptions, readPages } from '../../cli/flags/paging.js';
import { isInstant } from '../../contract/schema.js';
import { listAuthorisations } from '../../contract/operations/authorisations.js';
import type { Authorisation } from '../../contract/resources/authorisation.js';
import type { AuthorisationState } from '../../contract/states.js';
import type { Cell, Table } from '../../core/terminal/table.js';
import { serviceTime } from '../../cli/emulator/service-time.js';
import { brandId } from '../../sending/authorisation.js';

interface AuthorisationListOptions extends PagingOptions {
  readonly status?: AuthorisationState;
  readonly brand?: string;
  readonly reference?: string;
  /** Milliseconds. */
  readonly expiring?: number;
}

/** `esign authorisation list`: standing authorisations, newest first (A12). */
export function authorisationListCommand(context: Context): EsignCommand {
  const command = new EsignCommand('list')
    .summary('List standing authorisations')
    .description(
      'List standing authorisations, newest first. A test key sees only sandbox ones. No event is sent when one ' +
        'expires: use --expiring to list active ones that expire soon, earliest first.',
    )
    .addOption(optionFor('--status <status>', 'show this status only', listAuthorisations().query, 'status'))
    .addOption(new Option('--brand <id>', 'show authorisations of this brand only').argParser(brandId))
    .option('--reference <text>', 'show authorisations with your reference only')
    .addOption(
      new Option(
        '--expiring <duration>',
        'show active ones that expire within this time, for example 30d or 12h; reads all pages',
      )
        .conflicts(['status', 'limit', 'cursor'])
        .argParser((text) => parseDuration(text, '--expiring')),
    )
    .example('esign authorisation list --status active', 'List active authorisations.')
    .example('esign authorisation list --expiring 30d', 'List those to renew, for example in a cron job.')
    .example('esign authorisation list --all --json=id,number,status', 'Print all of them as JSON.')
    .usesOperations('listAuthorisations')
    .prints({ of: 'listAuthorisations', more: true })
    .exits(serviceExitCodes)
    .action((options: AuthorisationListOptions) => runAuthorisationList(context, options));
  return addPagingOptions(command);
}

async function runAuthorisationList(context: Context, options: AuthorisationListOptions): Promise<void> {
  const { expiring } = options;
  const client = await context.api();
  const status = expiring === undefined ? options.status : 'active';
  const filter = {
    ...(status === undefined ? {} : { status }),
    ...(options.brand === undefined ? {} : { brand_id: options.brand }),
    ...(options.reference === undefined ? {} : { reference: options.reference }),
  };
  const now = expiring === undefined && options.since === undefined ? null : await serviceTime(context);
  const body = await readPages(
    context,
    expiring === undefined ? options : { ...options, all: true },
    'listAuthorisations',
    async (page) => (await client.call('listAuthorisations', { query: { ...filter, ...page } })).body,
    now === null ? null : { now, of: (item) => item.created_at },
  );
  if (expiring === undefined || now === null) {
    await context.output.result(body, { table: tableOf(body.data, 'No standing authorisations found.') });
    return endList(context, options, body);
  }
  const data = endingBy(body.data, now + expiring);
  await context.output.result(
    { ...body, data },
    { table: tableOf(data, 'No active standing authorisation expires in this period.', now) },
  );
  endList(context, options, { data, more: false });
}

/**
 * Active authorisations that expire by `until` (milliseconds since 1970), earliest first (Resources: `valid_until`).
 * Throws CommandFailure (8) when a `valid_until` cannot be read, since leaving it out would hide one to renew.
 */
function endingBy(all: readonly Authorisation[], until: number): readonly Authorisation[] {
  const inForce = all.filter(({ status }) => status === 'active');
  const endless = inForce.filter(({ valid_until: text }) => typeof text !== 'string' || !isInstant(text));
  if (endless.length > 0) {
    const ids = endless.map(({ id }) => id);
    throw new CommandFailure(
      8,
      'unexpected_answer',
      `Invalid \`valid_until\` in the response for authorisation ${ids.join(', ')}.`,
      {
        hint: `Show it with \`esign authorisation get ${ids[0]} --json\`.`,
        details: { authorisations: ids },
      },
    );
  }
  const end = ({ valid_until: text }: Authorisation): number => Date.parse(text);
  return inForce.filter((one) => end(one) <= until).toSorted((one, other) => end(one) - end(other));
}

function tableOf(data: readonly Authorisation[], empty: string, now?: number): Table {
  const left = ({ valid_until: end }: Authorisation): readonly Cell[] =>
    now === undefined ? [] : [leftWords(Date.parse(end) - now)];
  return {
    columns: [
      'AUTHORISATION',
      'NUMBER',
      'STATUS',
      'GRANTOR',
      'FOR',
      'VALID UNTIL',
      ...(now === undefined ? [] : ['LEFT']),
      'REFERENCE',
    ],
    rows: data.map((one) => [
      { id: one.id },
      one.number,
      { state: one.status },
      one.grantor.name,
      one.legal_entity.name,
      { instant: one.valid_until },
      ...left(one),
      one.reference,
    ]),
    empty,
  };
}

const hour = 3_600_000;

function leftWords(milliseconds: number): string {
  if (milliseconds <= 0) return 'none';
  const hours = Math.floor(milliseconds / hour);
  if (hours >= 48) return `${Math.floor(hours / 24)} days`;
  return hours >= 1 ? `${hours} h` : `${Math.max(1, Math.floor(milliseconds / 60_000))} min`;
}
