import { anyText, atLeast, isInstant, oneOf, optional, request, rule, type OutputOf } from '../../contract/schema.js';
import type { EmulatorClock } from '../clock.js';
import type { AdvanceProgress, Ran } from '../delivery/advance.js';
import type { Scheduler } from '../delivery/scheduler.js';
import { Refusal } from '../domain/refusal.js';
import { clockMove, clockState } from './answers.js';
import { type ControlRoute, route, type ValueOf } from './route.js';

const target = rule(
  anyText,
  (text) => text === 'next' || isInstant(text),
  'must be next or an ISO 8601 time with a time zone',
);
const move = rule(
  request({
    action: oneOf(['freeze', 'run', 'advance']),
    seconds: optional(atLeast(0)),
    to: optional(target),
  }),
  ({ action, seconds, to }) => {
    const given = [seconds, to].filter((each) => each !== undefined).length;
    return given === (action === 'advance' ? 1 : 0);
  },
  'must have either seconds or to with advance, and neither of them with freeze and run',
);

/** The clock of the whole service: shown, frozen, run, and advanced with all due jobs. */
export function clockRoutes(scheduler: Scheduler): readonly ControlRoute[] {
  return [
    route({
      method: 'GET',
      path: '/_emulator/clock',
      summary: 'Show the clock, the time of the next due action, and the progress of an advance',
      body: null,
      answer: clockState,
      handle: ({ service }) => ({ ...clockFacts(service.clock, scheduler), ...underWay(scheduler) }),
    }),
    route({
      method: 'POST',
      path: '/_emulator/clock',
      summary: 'Freeze, run or advance the clock; responds when all due actions are done',
      body: move,
      answer: clockMove,
      async handle({ service, body }) {
        const ran = await moveClock(scheduler, body);
        return { ...clockFacts(service.clock, scheduler), ran };
      },
    }),
  ];
}

async function moveClock(scheduler: Scheduler, body: OutputOf<typeof move>): Promise<readonly Ran[]> {
  switch (body.action) {
    case 'freeze':
      scheduler.freeze();
      return [];
    case 'run':
      scheduler.run();
      return [];
    case 'advance':
      return await advanceTo(scheduler, body.to ?? (body.seconds ?? 0) * 1000);
  }
}

/**
 * Moves the clock by milliseconds, to a time, or to the next due job. Throws invalid_request for a past time, because
 * the clock never moves back, and for a time outside its range.
 */
export function advanceTo(scheduler: Scheduler, to: number | string): Promise<readonly Ran[]> {
  return scheduler.advance((now) => {
    const end = typeof to === 'number' ? now + to : to === 'next' ? Math.max(now, scheduler.next() ?? now) : read(to);
    if (end < now) throw new Refusal('invalid_request', 'to is in the past. The clock never goes back.');
    // The last time with a four-digit year.
    if (!(end <= Date.UTC(9999, 11, 31))) throw new Refusal('invalid_request', 'The clock ends with the year 9999.');
    return Math.floor(end);
  });
}

function read(instantText: string): number {
  if (!isInstant(instantText))
    throw new Refusal('invalid_request', 'to must be next or an ISO 8601 time with a time zone.');
  return Date.parse(instantText);
}

/** Only while an advance is under way. */
function underWay({ progress }: Scheduler): { readonly advance?: AdvanceProgress } {
  return progress === null ? {} : { advance: progress };
}

/** What the clock shows, and when the next action is due. */
export function clockFacts(
  clock: EmulatorClock,
  scheduler: Scheduler,
): Omit<ValueOf<ReturnType<typeof clockState>>, 'advance'> {
  const next = scheduler.next();
  return { now: clock.instant(), frozen: clock.frozen, next: next === null ? null : new Date(next).toISOString() };
}
