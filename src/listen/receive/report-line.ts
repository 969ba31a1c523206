import { limits } from '../../contract/limits.js';
import { type AppAnswer, isSuccess, wordsOf } from './answer.js';
import { stateWords } from '../forward/delivery-state.js';
import type { DeliveryReport, Report } from './report.js';

/** A line in parts, so that the printer can colour the parts and clean text from outside. */
export interface Line {
  readonly time: string;
  readonly parts: readonly Part[];
  /** A sentence after the parts, which may be wrapped. */
  readonly words: string;
  /** Further lines below it. */
  readonly below: readonly string[];
}

interface Part {
  readonly text: string;
  readonly tone: Tone;
}

export type Tone = 'plain' | 'dim' | 'good' | 'bad' | 'warn';

/** Before every line: the time of day and a gap. */
export const indent = 10;

type Column = 'event' | 'envelope' | 'attempt' | 'secret' | 'status' | 'took';

const heads: Readonly<Record<Column, string>> = {
  event: 'EVENT',
  envelope: 'ENVELOPE',
  attempt: 'TRY',
  secret: 'SECRET',
  status: 'APP',
  took: 'TOOK',
};
const whole: Readonly<Record<Column, number>> = {
  event: 23,
  envelope: 36,
  attempt: 3,
  secret: 8,
  status: 9,
  took: 8,
};
const order: readonly Column[] = ['event', 'envelope', 'attempt', 'secret', 'status', 'took'];
/** The columns that a narrow terminal omits, in this order; `esign event show` has all of them. */
const dispensable: readonly Column[] = ['took', 'secret', 'attempt'];
const shortId = 8;

/** The columns of a delivery line with their widths for a terminal width; undefined for no limit. */
function layout(columns: number | undefined): readonly (readonly [Column, number])[] {
  const all = order.map((name) => [name, whole[name]] as const);
  if (columns === undefined || widthOf(all) <= columns) return all;
  let chosen = all.map(([name, width]) => [name, name === 'envelope' ? shortId : width] as const);
  for (const dropped of dispensable) {
    if (widthOf(chosen) <= columns) break;
    chosen = chosen.filter(([name]) => name !== dropped);
  }
  return chosen;
}

const widthOf = (columns: readonly (readonly [Column, number])[]): number =>
  columns.reduce((sum, [, width]) => sum + width + 2, indent - 2);

/** The column headings. */
export function headLine(columns: number | undefined): string {
  return ['TIME'.padEnd(indent - 2), ...layout(columns).map(([name, width]) => fill(name, heads[name], width))].join(
    '  ',
  );
}

/** A report as a line for a person, for a terminal width. */
export function reportAsLine(report: Report, columns?: number): Line {
  switch (report.is) {
    case 'delivery':
      return deliveryLine(report, columns);
    case 'refused':
      return sentenceLine(report.at, tag('refused', 'bad'), report.words, report.hint);
    case 'refused-more':
      return sentenceLine(report.at, tag('refused', 'bad'), `${report.count} more failed verification.`);
    case 'tunnel': {
      const tone = report.state === 'up' || report.state === 'moved' ? 'good' : 'warn';
      return sentenceLine(report.at, tag('tunnel', tone), report.words, report.hint);
    }
    case 'app':
      return sentenceLine(report.at, tag('app', report.reachable ? 'good' : 'warn'), report.words);
    case 'remark':
      return sentenceLine(
        report.at,
        tag(report.grave ? 'warning' : 'note', report.grave ? 'warn' : 'dim'),
        report.words,
      );
    case 'missed': {
      const { at, events, when } = report;
      const below = events.map(({ event, envelopeId, recipientId }) => {
        const recipient = recipientId === null ? '' : `  recipient ${recipientId}`;
        return `${event.padEnd(whole.event)}  ${envelopeId}${recipient}`;
      });
      const label = when === 'late' ? tag('late', 'warn') : tag('missed', 'bad');
      return { ...sentenceLine(at, label, missedWords(events, when)), below };
    }
  }
}

function missedWords(events: readonly unknown[], when: 'late' | 'gone' | 'before'): string {
  const many = events.length === 1 ? 'One event' : `${events.length} events`;
  switch (when) {
    case 'late':
      return `${many} occurred in the meantime and did not arrive yet. The service retries after one minute.`;
    case 'before':
      return `${many} occurred while no listener was running and will not arrive.`;
    case 'gone':
      return `${many} occurred and did not arrive.`;
  }
}

function deliveryLine(report: DeliveryReport, columns: number | undefined): Line {
  const chosen = layout(columns);
  const parts = chosen.map(([name, width]): Part => {
    const { text, tone } = cell(report, name);
    return { text: fill(name, name === 'envelope' ? text.slice(0, width) : text, width), tone };
  });
  const more = [
    ...(report.attempts > 1 ? [`try ${report.attempts}`] : []),
    ...(report.signedAgain ? ['signed again'] : []),
    ...(report.retryIn === null ? [] : [`retry in ${seconds(report.retryIn)}`]),
  ].join(', ');
  const room = columns === undefined || widthOf(chosen) + 2 + more.length <= columns;
  const failed = failedWords(report);
  return {
    time: report.at,
    parts: more === '' || !room ? parts : [...parts, { text: more, tone: report.retryIn === null ? 'dim' : 'warn' }],
    words: '',
    // Without room, only a failure shows it.
    below: room || more === '' ? failed : failed.map((words, at) => (at === 0 ? `${words} (${more})` : words)),
  };
}

function cell(report: DeliveryReport, column: Column): Part {
  const { event, envelopeId, retryCount, by, synthetic, app } = report;
  switch (column) {
    case 'event':
      return { text: event ?? 'no event', tone: 'plain' };
    case 'envelope':
      return { text: envelopeId ?? '-', tone: 'dim' };
    case 'attempt':
      return { text: retryCount === null ? '' : `#${retryCount + 1}`, tone: 'plain' };
    case 'secret':
      return { text: synthetic ? 'local' : by, tone: by === 'current' ? 'good' : 'warn' };
    case 'status':
      return statusCell(report);
    case 'took':
      return { text: app === null ? '' : `${app.milliseconds} ms`, tone: isSlow(app) ? 'warn' : 'dim' };
  }
}

/** Half of what the service waits. */
const isSlow = (app: AppAnswer | null): boolean =>
  app !== null && app.milliseconds >= limits.webhook.timeoutSeconds * 500;

function statusCell({ app, repeat, state }: DeliveryReport): Part {
  if (app === null) {
    if (repeat) return { text: 'repeat', tone: 'dim' };
    return state === null ? { text: 'no app', tone: 'dim' } : { text: stateWords(state), tone: 'warn' };
  }
  if (app.is === 'answered') return { text: String(app.status), tone: isSuccess(app) ? 'good' : 'bad' };
  if (!app.sent && !app.timedOut) return { text: state === null ? 'no reply' : stateWords(state), tone: 'warn' };
  return { text: app.timedOut ? 'timeout' : 'no reply', tone: 'bad' };
}

function failedWords({ app, cause = null }: DeliveryReport): readonly string[] {
  const found = cause === null ? [] : [foundBefore(cause)];
  if (app === null || isSuccess(app)) return found;
  const words = wordsOf(app);
  // An unreachable app is reported once, on its own line.
  if (app.is === 'silent') return app.sent ? [`${upper(words)}.`, ...found] : [];
  return [app.said === '' ? `${upper(words)}.` : `${upper(words)}: ${app.said}`, ...found];
}

/** Why an app fails, where it was explained before. */
export const foundBefore = (cause: string): string => `As found before: ${cause}.`;

const sentenceLine = (time: string, label: Part, words: string, hint = ''): Line => ({
  time,
  parts: [label],
  words,
  below: hint === '' ? [] : [hint],
});
/** The kind of line, as wide as an event name. */
const tag = (text: string, tone: Tone): Part => ({ text: text.padEnd(whole.event), tone });
const fill = (name: Column, text: string, width: number): string =>
  name === 'took' ? text.padStart(width) : text.padEnd(width);
const upper = (words: string): string => `${words.charAt(0).toUpperCase()}${words.slice(1)}`;
const seconds = (ms: number): string => (ms < 10_000 ? `${(ms / 1000).toFixed(1)} s` : `${Math.round(ms / 1000)} s`);
