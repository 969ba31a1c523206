import type { Shaped, ShapeBlocks } from '../../contract/shape.js';
import { EsignCommand } from '../../cli/flags/command.js';
import type { Context } from '../../cli/context/context.js';
import { localExitCodes } from '../../cli/failure/exit-code.js';
import { addListOptions, cutList, endList, limitOf, type ListOptions, sinceOf } from '../../cli/flags/paging.js';
import { CommandFailure } from '../../cli/failure/failure.js';
import { nearest } from '../../core/platform/nearest.js';
import type { KnownEnvelope } from '../../store/known-envelopes.js';
import { type KnownRun, listRuns, runEnvelopes } from '../../store/runs.js';

/** `esign envelope runs`: the bulk runs that this machine has a record of. */
export function envelopeRunsCommand(context: Context): EsignCommand {
  const command = new EsignCommand('runs')
    .summary('List the bulk runs of this machine')
    .description(
      'List the bulk runs of this machine, newest first, with how many envelopes they created. Rows in LEFT were ' +
        'not tried yet. See `esign help bulk`.',
    )
    .example('esign envelope runs', 'List the runs.')
    .example("esign envelope runs --jq '.data[] | select(.unknown > 0) | .name'", 'List runs with unknown outcomes.')
    .prints(runList)
    .exits(localExitCodes, 4)
    .action((options: ListOptions) => runEnvelopeRuns(context, options));
  return addListOptions(command, usual);
}

const usual = 50;

const runShape = (s: ShapeBlocks) =>
  s.object({
    name: s.text,
    file: s.text,
    host: s.text,
    mode: s.oneOf('live', 'test', 'unknown'),
    template_id: s.text,
    send: s.flag,
    expires_at: s.nullable(s.instant),
    begun_at: s.instant,
    started_at: s.instant,
    rows: s.count,
    created: s.count,
    refused: s.count,
    unknown: s.count,
    left: s.count,
  });
const runList = (s: ShapeBlocks) => s.object({ data: s.list(runShape(s)), more: s.flag });

async function runEnvelopeRuns(context: Context, options: ListOptions): Promise<void> {
  const all = listRuns(await context.state());
  const from = sinceOf(options, context.clock.now());
  const recent = all.filter(({ startedAt }) => !(Date.parse(startedAt) < from));
  const { data: runs, more } = cutList(recent, limitOf(options, usual));
  await context.output.result(
    { data: runs.map(runJson), more },
    {
      ids: runs.map(({ run }) => run.name),
      table: {
        columns: ['RUN', 'STARTED', 'ROWS', 'CREATED', 'REFUSED', 'UNKNOWN', 'LEFT', 'FILE'],
        rows: runs.map((known) => {
          const { name, started_at: started, rows, created, refused, unknown, left, file } = runJson(known);
          return [name, { instant: started }, rows, created, refused, unknown, left, file];
        }),
        empty: 'No bulk runs on this machine. Start one with `esign envelope create --rows FILE`.',
      },
    },
  );
  endList(context, options, { data: runs, more });
}

function runJson({ run, startedAt, rows, created, refused, unknown }: KnownRun): Shaped<typeof runShape> {
  const { name, file, begunAt, settings, expiresAt } = run;
  const { host, mode, template_id: template, send } = settings;
  return {
    name,
    // Rows from stdin are recorded without a file.
    file: file ?? '-',
    host,
    mode,
    template_id: template,
    send,
    expires_at: expiresAt,
    begun_at: begunAt,
    started_at: startedAt,
    rows,
    created,
    refused,
    unknown,
    left: Math.max(0, rows - created - refused - unknown),
  };
}

/** The envelopes of a run, the newest first. Throws CommandFailure (4) when there is no run of that name at the service. */
export async function envelopesOfRun(context: Context, name: string, host: string): Promise<readonly KnownEnvelope[]> {
  const state = await context.state();
  const here = listRuns(state).filter(({ run }) => run.settings.host === host);
  if (here.some(({ run }) => run.name === name)) {
    return runEnvelopes(state, host, name).map(({ id, at }) => ({ id, host, firstAt: at }));
  }
  const close = nearest(
    name,
    here.map(({ run }) => run.name),
  );
  throw new CommandFailure(4, 'run_not_found', `Run "${name}" not found.`, {
    hint: close === null ? 'List the runs with `esign envelope runs`.' : `Did you mean "${close}"?`,
    details: { run: name },
  });
}
