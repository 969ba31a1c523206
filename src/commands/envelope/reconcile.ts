import type { ShapeBlocks } from '../../contract/shape.js';
import { Option } from 'commander';
import { signatureHeaderOf } from '../../cli/context/contract.js';
import type { Context } from '../../cli/context/context.js';
import { pluralize } from '../../cli/context/counted.js';
import { serviceExitCodes } from '../../cli/failure/exit-code.js';
import { CommandFailure, UsageFailure } from '../../cli/failure/failure.js';
import { EsignCommand } from '../../cli/flags/command.js';
import { serviceTime } from '../../cli/emulator/service-time.js';
import { plainWords } from '../../cli/flags/completion-hint.js';
import { parseDuration } from '../../cli/flags/duration.js';
import { collect } from '../../cli/flags/option.js';
import { writeSignature } from '../../domain/webhook/signature.js';
import {
  addDeliverOptions,
  type DeliverOptions,
  openAttempter,
  readReceiver,
} from '../../receiving/endpoint/deliver-options.js';
import { addEventSecret, type EventSecretOptions, eventSecrets } from '../../receiving/deliveries/secrets.js';
import { openMemory } from '../../sending/envelope/known-status.js';
import {
  compareList,
  type Comparison,
  type Difference,
  differenceFacts,
  differences,
  noTally,
  type Tally,
} from '../../sending/reconcile/compare-list.js';
import { listStates, type ListState } from '../../sending/reconcile/list-states.js';
import { MadeUpEvents, madeUpOutcomes } from '../../sending/reconcile/made-up-events.js';
import { type AppList, plainWord, readAppList } from '../../sending/reconcile/read-list.js';
import { StateReader } from '../../sending/reconcile/read-states.js';

interface EnvelopeReconcileOptions extends EventSecretOptions, DeliverOptions {
  readonly file: string;
  readonly idColumn?: string;
  readonly statusColumn?: string;
  readonly map?: readonly (readonly [word: string, state: ListState])[];
  readonly maxAge?: number;
  readonly onlyListed?: boolean;
  readonly deliverTo?: URL;
  readonly dryRun?: boolean;
}

const reconcileLine = (s: ShapeBlocks) =>
  s.either(
    s.object({ type: s.literal('ready'), envelopes: s.count }),
    s.object({ type: s.literal('difference'), ...differenceFacts(s) }),
    s.object({
      type: s.literal('ended'),
      compared: s.count,
      same: s.count,
      ...Object.fromEntries(differences.map((name) => [name, s.count])),
      made_up: s.object(Object.fromEntries([...madeUpOutcomes, 'planned'].map((name) => [name, s.count]))),
    }),
  );

/** `esign envelope reconcile FILE`: an app's own list of envelopes against the service. */
export function envelopeReconcileCommand(context: Context): EsignCommand {
  const command = new EsignCommand('reconcile')
    .summary("Compare an app's list of envelopes with the service")
    .description(
      "Compare an app's own list of envelopes (CSV with a header, JSON lines or a JSON array: an ID and a status each) " +
        'with the service, and print each difference: the app is behind, ahead or in conflict, or one side does not ' +
        'know the envelope. `sealed` is a status of its own, after `completed`; a list that never says `sealed` or ' +
        '`partially_signed` is not behind for it. Exit 6 if anything differs. It stays within the rate limit of the ' +
        'key, and reads what cannot change any more only once. With --json and in a pipe it prints NDJSON: `ready`, each ' +
        'difference, `ended`.\n\n' +
        'With --deliver-to, the events that an app which is behind has missed are made up and delivered to it in ' +
        'order, signed, each once: the body says `"synthetic": true`, and the header `Esign-Synthetic`. An event keeps ' +
        'its ID in every run, but it is not the ID that the service gave it. A failed sealing cannot be seen, so it is ' +
        'not made up; an app that is `partially_signed` gets `recipient.completed` of everybody who has signed.',
    )
    .argument('<file>', "the app's list: .csv, .tsv, .ndjson, .jsonl, .json; `-` is stdin")
    .option('--id-column <name>', 'column or property with the envelope ID (default: `envelope_id` or `id`)')
    .option('--status-column <name>', 'column or property with the status (default: `status` or `state`)')
    .addOption(
      new Option(
        '--map <word=state>',
        'a word of the app for a state, such as `signed=completed`; repeatable',
      ).argParser(collect(readWord)),
    )
    .addOption(
      new Option(
        '--max-age <duration>',
        'use what this machine read at most this long ago (default: only what is final)',
      ).argParser((text) => parseDuration(text, '--max-age')),
    )
    .option('--only-listed', 'do not report envelopes that the list does not name')
    .addOption(
      new Option(
        '--deliver-to <url>',
        'deliver the events that the app has missed to this URL or local port',
      ).argParser(readReceiver),
    );
  addEventSecret(command);
  return addDeliverOptions(command)
    .option('--dry-run', 'print what would be delivered, and send nothing')
    .offers('--map', { words: plainWords(listStates.map((state) => `${state}=`)) })
    .example('esign envelope reconcile envelopes.csv', 'Print what differs.')
    .example(
      'esign envelope reconcile orders.csv --id-column contract --status-column stage --map signed=completed --map open=sent',
      "Read the app's own columns and words.",
    )
    .example(
      'esign envelope reconcile envelopes.csv --deliver-to http://127.0.0.1:3000/hooks --secret-file hook.secret --dry-run',
      'Print the events that the app has missed.',
    )
    .usesOperations('getEnvelope', 'listEnvelopeDocuments')
    .streams(reconcileLine)
    .streams(reconcileLine, '--dry-run')
    .exits(serviceExitCodes, 13)
    .action((file: string, options: Omit<EnvelopeReconcileOptions, 'file'>) =>
      runEnvelopeReconcile(context, { ...options, file }),
    );
}

/** `signed=completed`. Throws UsageFailure. */
function readWord(text: string): readonly [string, ListState] {
  const at = text.lastIndexOf('=');
  const state = listStates.find((each) => each === plainWord(text.slice(at + 1)));
  if (at >= 0 && state !== undefined) return [plainWord(text.slice(0, at)), state];
  throw new UsageFailure(`Invalid --map value "${text}".`, {
    code: 'invalid_value',
    hint: `Use WORD=STATE with one of: ${listStates.join(', ')}. Example: --map signed=completed`,
  });
}

async function runEnvelopeReconcile(context: Context, options: EnvelopeReconcileOptions): Promise<void> {
  const { output } = context;
  refuseWithoutReceiver(options);
  const list = await readAppList(context.files, options.file, {
    id: options.idColumn,
    status: options.statusColumn,
    words: new Map(options.map),
  });
  const memory = await openMemory(context);
  const progress = output.progress(`Comparing ${pluralize(list.rows.length, 'envelope')}`);
  const reader = new StateReader({
    context,
    client: await context.api(),
    memory,
    asksSealed: list.told.has('sealed') || options.deliverTo !== undefined,
    maxAge: options.maxAge ?? 0,
    waiting: (ms) => progress.update(`Near the rate limit of this key: waiting ${Math.ceil(ms / 1000)} s`),
  });
  const made = new Map<string, number>();
  const tell = async (difference: Difference): Promise<void> => {
    for (const { outcome } of difference.made_up) made.set(outcome, (made.get(outcome) ?? 0) + 1);
    if (output.form !== 'ids') await output.event({ type: 'difference', ...difference }, differenceWords(difference));
    else await output.result({ data: [difference] }, { ids: [difference.id] });
  };
  if (output.form === 'json' || output.form === 'piped')
    await output.event({ type: 'ready', envelopes: list.rows.length }, '');
  const delivering = await openEvents(context, options, memory.host);
  const tally = noTally();
  try {
    await compareList({
      list,
      reader,
      events: delivering.events,
      tell,
      tally,
      progress: (count) => progress.update(`Compared ${count} of ${pluralize(list.rows.length, 'envelope')}`),
    });
    if (options.onlyListed !== true) tally.unknown_to_app = await tellUnknown(context, list, memory, tell);
  } catch (failure) {
    if (!context.signal.aborted) throw failure;
    const message = `Interrupted after ${tally.compared} of ${pluralize(list.rows.length, 'envelope')}.`;
    const twice = options.deliverTo === undefined ? '' : ' No event is delivered twice.';
    throw new CommandFailure(130, 'interrupted', message, {
      hint: `Run the same command again: what is final is not read again.${twice}`,
      details: { ...tally, made_up: Object.fromEntries(made) },
    });
  } finally {
    progress.stop();
    await delivering.close();
  }
  const counts = Object.fromEntries([...madeUpOutcomes, 'planned'].map((name) => [name, made.get(name) ?? 0]));
  if (output.form !== 'ids') await output.event({ type: 'ended', ...tally, made_up: counts }, endWords(tally, counts));
  fail(tally, counts, options);
}

/** Flags of a delivery, which say nothing without one. Throws UsageFailure. */
function refuseWithoutReceiver(options: EnvelopeReconcileOptions): void {
  if (options.deliverTo !== undefined) return;
  const given = [
    ['--dry-run', options.dryRun],
    ['--secret-file', options.secretFile],
    ['--previous-secret-file', options.previousSecretFile],
    ['--header', options.header],
    ['--ca-file', options.caFile],
  ].find(([, value]) => value !== undefined)?.[0];
  if (given === undefined) return;
  throw new UsageFailure(`${String(given)} requires --deliver-to.`, {
    code: 'missing_option',
    hint: 'Without --deliver-to, the list is compared and nothing is sent.',
  });
}

interface Delivering {
  readonly events: Comparison['events'];
  readonly close: () => Promise<void>;
}

async function openEvents(context: Context, options: EnvelopeReconcileOptions, host: string): Promise<Delivering> {
  const nothing = { close: () => Promise.resolve() };
  if (options.deliverTo === undefined) return { events: null, ...nothing };
  const secrets = await eventSecrets(context, options);
  if (options.dryRun === true) return { events: 'plan', ...nothing };
  const name = await signatureHeaderOf(context.settings());
  const attempter = await openAttempter(context, options);
  const events = new MadeUpEvents({
    state: await context.state(),
    now: () => context.clock.now(),
    ahead: (await serviceTime(context)) - context.clock.now(),
    host,
    to: options.deliverTo,
    sign: (body) => [name, writeSignature(secrets, body, Math.floor(context.clock.now() / 1000))],
    headers: options.header ?? [],
    attempter,
    signal: context.signal,
  });
  await events.start();
  return {
    events,
    close: async () => {
      events.close();
      await attempter.close();
    },
  };
}

/** Those that this machine knows and the list does not name, as last seen here. */
async function tellUnknown(
  context: Context,
  list: AppList,
  memory: Awaited<ReturnType<typeof openMemory>>,
  tell: (difference: Difference) => Promise<void>,
): Promise<number> {
  const listed = new Set(list.rows.map(({ id }) => id.toLowerCase()));
  let count = 0;
  const journal = await context.journal();
  for (const { id } of await journal.envelopes(memory.host)) {
    if (listed.has(id)) continue;
    const seen = await memory.read(id);
    // One that the service does not show either is nobody's difference.
    if (seen?.status === null) continue;
    count += 1;
    const service = seen === undefined ? null : seen.sealed === true ? 'sealed' : seen.status;
    const about = { app: null, service, title: seen?.title ?? null, made_up: [] };
    await tell({ id, line: null, difference: 'unknown_to_app', ...about });
  }
  return count;
}

function differenceWords({ id, difference, app, service, title, made_up: made }: Difference): string {
  const what = {
    behind: `behind: the app says ${app}, the service ${service}`,
    ahead: `ahead: the app says ${app}, the service ${service}`,
    conflict: `in conflict: the app says ${app}, the service ${service}`,
    unknown_to_service: `the service does not show it to this key; the app says ${app}`,
    unknown_to_app: `not in the list; last seen here: ${service ?? 'never read'}`,
  }[difference];
  const name = title === null || title === '' ? '' : `  “${title}”`;
  const lines = made.map(({ event, outcome, status }) => `    ${event}: ${outcomeText(outcome, status)}`);
  return [`${id}${name}  ${what}`, ...lines].join('\n');
}

function outcomeText(outcome: Difference['made_up'][number]['outcome'], status: number | null): string {
  switch (outcome) {
    case 'delivered':
      return 'delivered';
    case 'earlier':
      return 'delivered before';
    case 'failed':
      return status === null ? 'the app did not respond' : `the app responded with ${status}`;
    case 'unknown':
      return 'the app may have received it, in a run that was cut off';
    case 'planned':
      return 'would be delivered';
  }
}

function endWords(tally: Tally, made: Readonly<Record<string, number>>): string {
  const different = differences.filter((name) => tally[name] > 0);
  const parts = different.map((name) => `${tally[name]} ${names[name]}`);
  const compared = pluralize(tally.compared, 'envelope');
  const result = parts.length === 0 ? 'all alike.' : `${tally.same} alike, ${parts.join(', ')}.`;
  const events = Object.entries(made).filter(([, count]) => count > 0);
  const told = events.map(([name, count]) => `${count} ${name === 'earlier' ? 'delivered before' : name}`);
  return `Compared ${compared}: ${result}${told.length === 0 ? '' : ` Events: ${told.join(', ')}.`}`;
}

const names: Readonly<Record<(typeof differences)[number], string>> = {
  behind: 'behind',
  ahead: 'ahead',
  conflict: 'in conflict',
  unknown_to_service: 'unknown to the service',
  unknown_to_app: 'unknown to the app',
};

function fail(tally: Tally, made: Readonly<Record<string, number>>, { deliverTo }: EnvelopeReconcileOptions): void {
  const { failed = 0, unknown = 0, delivered = 0 } = made;
  const to = deliverTo?.href ?? '';
  if (unknown > 0) {
    throw new CommandFailure(
      13,
      'delivery_unknown',
      `The app may have received ${pluralize(unknown, 'event')} already.`,
      {
        hint: 'Check the app. To send them again: esign event replay --undelivered --cut-off --secret-file F',
      },
    );
  }
  if (failed > 0) {
    throw new CommandFailure(
      delivered > 0 ? 13 : 8,
      'receiver_failed',
      `The app at ${to} did not accept ${pluralize(failed, 'event')}.`,
      {
        hint: 'Fix the app, then run the command again. What was delivered is not sent again.',
      },
    );
  }
  const count = differences.reduce((sum, name) => sum + tally[name], 0);
  if (count === 0) return;
  const message = `${pluralize(count, 'envelope')} of ${tally.compared + tally.unknown_to_app} ${count === 1 ? 'differs' : 'differ'}.`;
  const hint =
    deliverTo !== undefined
      ? 'Export the list again to see whether the app has caught up.'
      : 'To deliver what the app has missed: --deliver-to URL --secret-file F; --dry-run prints it first.';
  throw new CommandFailure(6, 'list_differs', message, tally.behind > 0 ? { hint } : {});
}
