import type { ListenLine } from './listen-line.js';
import type { Forward } from '../../store/delivery.js';
import { stateOf, stateWords } from '../../listen/forward/delivery-state.js';
import type { Ending } from '../../listen/session-options.js';
import type { ListenOptions } from './options.js';
import type { Printer } from './printer.js';

const maxNamed = 10;

/** Prints the summary: received, forwarded, not accepted (and how to replay it), and missed events. */
export function printDone(printer: Printer, ending: Ending, { keep, ack }: ListenOptions): void {
  const { counts, undelivered, unknownBecause, missedBefore, audited, clean } = ending;
  const value: ListenLine = {
    type: 'done',
    ...counts,
    undelivered: undelivered.map(({ id, event, envelopeId, forward }) => {
      return { id, event, envelope_id: envelopeId, target: targetOf(forward), state: stateOf(forward) };
    }),
    ...(undelivered.length === 0 ? {} : { hint: `Replay them now: ${replayCommand(undelivered)}` }),
    ...(unknownBecause === null ? {} : { missed_unknown_because: unknownBecause }),
    ...(missedBefore === 0 ? {} : { missed_before: missedBefore }),
    envelopes_read: audited,
    endpoint_removed: keep === true ? false : clean,
  };
  printer.event(value, (colour) => {
    const missed =
      counts.missed === null
        ? `missed events unknown: ${unknownBecause ?? ''}`
        : counts.missed === 0
          ? colour.good(
              `0 missed${audited === 0 ? '' : ` (${audited} ${audited === 1 ? 'envelope' : 'envelopes'} checked)`}`,
            )
          : colour.bad(`${counts.missed} missed`);
    const parts = [
      number(counts.deliveries, 'delivery', 'deliveries'),
      ...(counts.repeats === 0 ? [] : [number(counts.repeats, 'repeat', 'repeats')]),
      `${counts.forwarded} forwarded`,
      ...(counts.others === 0 ? [] : [`${counts.others} of other envelopes`]),
      ...(counts.refused === 0 ? [] : [colour.bad(`${counts.refused} refused`)]),
      missed,
      ...(missedBefore === 0 ? [] : [colour.bad(`${missedBefore} missed before this start`)]),
    ];
    return [
      '',
      parts.join(', '),
      ...undeliveredLines(ending, ack !== 'app'),
      ...(clean
        ? []
        : [
            colour.warn('The endpoint could not be deleted. The next start deletes it, or run `esign listen --prune`.'),
          ]),
    ];
  });
}

function undeliveredLines({ undelivered }: Ending, areRetried: boolean): readonly string[] {
  if (undelivered.length === 0) return [];
  const more = undelivered.length - maxNamed;
  return [
    `Not forwarded: ${undelivered.length}`,
    ...undelivered.slice(0, maxNamed).map(({ id, event, envelopeId, forward }) => {
      const state = stateWords(stateOf(forward) ?? 'waiting');
      return `  ${id}  ${(event ?? '-').padEnd(23)}  ${(envelopeId ?? '-').slice(0, 8)}  ${state}`;
    }),
    ...(more > 0 ? [`  and ${more} more`] : []),
    ...(areRetried ? ['The next start with the same forwarding URL retries these deliveries.'] : []),
    `Replay all of them now: ${replayCommand(undelivered)}`,
  ];
}

/** The command that sends all of these; for hints. An app that was cut off may have received its delivery. */
export const replayCommand = (undelivered: readonly { readonly forward: Pick<Forward, 'is'> }[]): string =>
  undelivered.some(({ forward }) => forward.is === 'sending')
    ? 'esign event replay --cut-off --undelivered'
    : 'esign event replay --undelivered';
const targetOf = (forward: Forward): string | null => (forward.is === 'none' ? null : forward.target);
const number = (count: number, one: string, many: string): string => `${count} ${count === 1 ? one : many}`;
