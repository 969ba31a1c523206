import type { ListenLine } from './listen-line.js';
import type { Ready } from '../../listen/session-options.js';
import { headLine } from '../../listen/receive/report-line.js';
import type { Routing } from '../../listen/forward/routes.js';
import { spell } from '../../domain/webhook/diagnose.js';
import { visibleLine } from '../../core/platform/visible-text.js';
import { countsOwn } from './awaiting.js';
import { replayCommand } from './done.js';
import type { ListenOptions } from './options.js';
import type { Printer } from './printer.js';

export interface ReadyFacts {
  readonly ready: Ready;
  readonly options: ListenOptions;
  readonly routing: Routing;
  readonly events: readonly string[];
  readonly provider: { readonly id: string; readonly title: string; readonly unasked: boolean };
  readonly emulator: boolean;
  /** The next start has the same secret. */
  readonly stays: boolean;
  /** Milliseconds that this machine's clock is ahead; null when unknown. */
  readonly ahead: number | null;
  /** Of the terminal. */
  readonly columns: number | undefined;
  /** What keys do; null where nobody can press them. */
  readonly keys: string | null;
}

const tolerated = 60_000;

const expectWords = 'events of envelopes that the command creates, sends or voids through ESIGN_BASE_URL';

/** Reports that deliveries can arrive: one line of JSON for programs, details for a person. */
export function printReady(printer: Printer, facts: ReadyFacts): void {
  const { ready, options, routing, events, provider, emulator, stays, ahead, columns, keys } = facts;
  const value: ListenLine = {
    type: 'ready',
    url: ready.url,
    endpoint_id: ready.endpoint,
    reused: ready.reused,
    port: ready.port,
    tunnel: provider.id,
    events,
    routes: routing.routes.map(({ pattern, target }) => ({ pattern, target: target.href })),
    ack: options.ack ?? 'early',
    live_events: !emulator,
    resumed: ready.resumed,
    left: ready.left.map(({ id }) => id),
    waiting_elsewhere: ready.elsewhere.length,
    uncertain: ready.uncertain.map(({ id }) => id),
    ...(options.secretFile === undefined ? {} : { secret_file: options.secretFile }),
    ...(options.printSecret === true ? { secret: ready.secret } : {}),
    ...(ahead !== null && Math.abs(ahead) > tolerated ? { clock_ahead_seconds: Math.round(ahead / 1000) } : {}),
  };
  printer.ready(value, (colour) => {
    const row = (name: string, text: string): string => `${colour.dim(name.padEnd(9))} ${visibleLine(text)}`;
    return [
      `${colour.good('Ready')} at ${colour.bold(visibleLine(ready.url))}`,
      row('Tunnel', `${provider.title}${provider.unasked ? ' (detected; its URL is public)' : ''}`),
      row('Endpoint', `${ready.endpoint ?? '-'} ${endpointWords(options, ready)}`),
      ...(routing.routes.length === 0
        ? [row('App', 'none; deliveries are verified and recorded. Add one with --forward-to')]
        : routing.routes.map(({ pattern, target }, at) => row('App', `${patternWords(pattern, at)} → ${target.href}`))),
      row(
        'Response',
        (options.ack ?? 'early') === 'early'
          ? `when the delivery is recorded${routing.routes.length === 0 ? '' : '; the app is retried from here'}`
          : 'the response of the app, within 8 s',
      ),
      ...secretWords(options, ready, stays).map((words) => row('Secret', words)),
      ...(countsOwn(options) ? [row('Expects', expectWords)] : []),
      ...(options.mine === true
        ? [row('Only', 'envelopes that this machine or the command creates; others are counted, not forwarded')]
        : []),
      ...(emulator || options.mine === true
        ? []
        : [row('Note', 'live events of the whole organisation also arrive here and look like test events')]),
      ...clockWords(ahead).map((words) => `${colour.warn('Warning:')} ${words}`),
      ...earlierWords(ready).map((words) => row('Earlier', words)),
      ...(keys === null ? [] : [row('Keys', keys)]),
      '',
      colour.dim(headLine(columns)),
    ];
  });
}

function endpointWords({ keep }: ListenOptions, { reused }: Ready): string {
  if (keep === true) return reused ? '(kept from the last start)' : '(kept for the next start)';
  return '(deleted when you stop)';
}

const patternWords = (pattern: string, at: number): string =>
  pattern !== '*' ? pattern : at === 0 ? 'all events' : 'all other events';

function secretWords(
  { printSecret, secretFile, words }: ListenOptions,
  { secret }: Ready,
  stays: boolean,
): readonly string[] {
  const places = [...(printSecret === true ? [secret] : []), ...(secretFile === undefined ? [] : [`in ${secretFile}`])];
  if (places.length > 0) return places;
  if (words.length > 0) return ['in ESIGN_WEBHOOK_SECRET of the command'];
  return [`${stays ? 'the same at each start' : 'new at each start'}; save it for your app with --secret-file FILE`];
}

function clockWords(ahead: number | null): readonly string[] {
  if (ahead === null || Math.abs(ahead) <= tolerated) return [];
  const which = ahead > 0 ? 'ahead of' : 'behind';
  const off = `The clock of this machine is about ${spell(Math.round(Math.abs(ahead) / 1000))} ${which} the service`;
  return [`${off}. Set it: beyond 300 s, no delivery verifies.`];
}

function earlierWords({ resumed, left, elsewhere, uncertain }: Ready): readonly string[] {
  const targets = new Set(elsewhere.map(({ forward }) => (forward.is === 'none' ? '' : new URL(forward.target).host)));
  return [
    ...(resumed === 0 ? [] : [`forwarding ${resumed} that were acknowledged but not forwarded yet`]),
    ...(left.length === 0 ? [] : [`${left.length} not forwarded, and not sent now. Run ${replayCommand(left)}`]),
    ...(elsewhere.length === 0
      ? []
      : [
          `${elsewhere.length} for another app (${[...targets].join(', ')}) not forwarded yet. Run ${replayCommand(elsewhere)}`,
        ]),
    ...(uncertain.length === 0
      ? []
      : [`${uncertain.length} may not have reached the app when listen was killed. Run ${replayCommand(uncertain)}`]),
  ];
}
