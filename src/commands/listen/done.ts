import type { Ending } from '../../listen/session.js';
import type { ListenOptions } from './options.js';
import type { Teller } from './teller.js';

const mostNamed = 10;

/** Says how it went: what came, what the app has, what it has not and how to send that again, and what was missed. */
export function tellDone(teller: Teller, ending: Ending, { keep }: ListenOptions): void {
  const { counts, undelivered, unknownBecause, audited, clean } = ending;
  const value = {
    type: 'done',
    ...counts,
    undelivered: undelivered.map(({ id, event, envelopeId, forward }) => {
      return { id, event, envelope_id: envelopeId, state: forward.is.replace('-', '_') };
    }),
    ...(unknownBecause === null ? {} : { missed_unknown_because: unknownBecause }),
    envelopes_read: audited,
    endpoint_removed: keep === true ? false : clean,
  };
  teller.event(value, (colour) => {
    const missed =
      counts.missed === null
        ? `whether anything was missed is not known: ${unknownBecause ?? ''}`
        : counts.missed === 0
          ? colour.good(
              `0 missed${audited === 0 ? '' : ` (${audited} ${audited === 1 ? 'envelope' : 'envelopes'} read to find out)`}`,
            )
          : colour.bad(`${counts.missed} missed`);
    const parts = [
      number(counts.deliveries, 'delivery', 'deliveries'),
      ...(counts.repeats === 0 ? [] : [number(counts.repeats, 'repeat', 'repeats')]),
      `${counts.forwarded} forwarded`,
      ...(counts.refused === 0 ? [] : [colour.bad(`${counts.refused} refused`)]),
      missed,
    ];
    return [
      '',
      parts.join(', '),
      ...undeliveredLines(ending),
      ...(clean
        ? []
        : [colour.warn('The endpoint could not be removed; the next start does it, or `esign listen --prune`.')]),
    ];
  });
}

function undeliveredLines({ undelivered }: Ending): readonly string[] {
  if (undelivered.length === 0) return [];
  const more = undelivered.length - mostNamed;
  return [
    `Not forwarded: ${undelivered.length}`,
    ...undelivered.slice(0, mostNamed).map(({ id, event, envelopeId, forward }) => {
      const state = forward.is === 'sending' ? 'was on its way' : forward.is === 'given-up' ? 'given up' : 'waits';
      return `  ${id}  ${(event ?? '-').padEnd(23)}  ${envelopeId ?? '-'}  ${state}`;
    }),
    ...(more > 0 ? [`  and ${more} more`] : []),
    'What waits is forwarded at the next start. To send it now: esign event replay --undelivered',
  ];
}

const number = (count: number, one: string, many: string): string => `${count} ${count === 1 ? one : many}`;
