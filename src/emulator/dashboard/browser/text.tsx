import { Fragment, type JSX } from 'preact';
import { shown, visible } from '../../../core/platform/visible-text.js';
import type { ShownState } from '../shapes.js';

/** Texts of others are always text nodes. */

const most = 4000;

/** JSON is indented; other text stays as it is. */
export function pretty(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}

/** A body of several lines. */
export function Body({ text }: { readonly text: string }): JSX.Element {
  const written = visible(pretty(text));
  return (
    <pre tabIndex={0}>
      {written.slice(0, most)}
      {written.length > most ? `\n… and ${written.length - most} more characters` : ''}
    </pre>
  );
}

/** A path or URL, which breaks at its slashes where it is long. */
export const AtSlashes = ({ text }: { readonly text: string }): JSX.Element => (
  <>
    {shown(text)
      .split(/(?<![:/])(?=\/)/)
      .map((part, at) => (
        <Fragment key={at}>
          <wbr />
          {part}
        </Fragment>
      ))}
  </>
);

const sameDay = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit', second: '2-digit' });
const dayOnly = new Intl.DateTimeFormat('en-GB', { weekday: 'short', day: 'numeric', month: 'short', year: 'numeric' });

export const dayOf = (instant: string): string => dayOnly.format(new Date(instant));
export const timeOf = (instant: string): string => sameDay.format(new Date(instant));

/** A time of the emulator, in the zone of the reader. */
export function Time({ at, day = true }: { readonly at: string; readonly day?: boolean }): JSX.Element {
  return (
    <time dateTime={at} title={at}>
      {day ? `${dayOf(at)}, ${timeOf(at)}` : timeOf(at)}
    </time>
  );
}

/** On the day of `now` the time alone. */
const When = ({ at, now }: { readonly at: string; readonly now: string }): JSX.Element => (
  <Time at={at} day={dayOf(at) !== dayOf(now)} />
);

/** The last line of a row, by which rows of one name are told apart: when, the beginning of the ID, and more. */
export const Foot = ({ at, now, id, more = '' }: FootProps): JSX.Element => (
  <span class="foot">
    <When at={at} now={now} />
    {id !== null && <code>{shown(id.slice(0, shortId))}</code>}
    {more}
  </span>
);

interface FootProps {
  readonly at: string;
  readonly now: string;
  readonly id: string | null;
  readonly more?: string;
}

/** As the commands of `esign` take it. */
const shortId = 8;

const units = [
  ['d', 86_400],
  ['h', 3600],
  ['min', 60],
] as const;

/** `3 d`, `5 h`, `12 min`, or nothing for less than a minute. */
export function durationOf(milliseconds: number): string {
  const seconds = Math.max(0, milliseconds) / 1000;
  const unit = units.find(([, size]) => seconds >= size);
  return unit === undefined ? '' : `${Math.floor(seconds / unit[1])} ${unit[0]}`;
}

export const tookWords = (milliseconds: number): string => (milliseconds < 1 ? '< 1 ms' : `${milliseconds} ms`);

/** `1 envelope`, `1,204 envelopes`. */
export const numbered = (count: number, one: string, many = `${one}s`): string =>
  `${count.toLocaleString('en')} ${count === 1 ? one : many}`;

export const stateWords: Readonly<Record<ShownState, string>> = {
  draft: 'Draft',
  sent: 'Sent',
  partially_signed: 'Partly signed',
  completed: 'Completed',
  sealed: 'Sealed',
  sealing_failed: 'Sealing failed',
  declined: 'Declined',
  voided: 'Voided',
  expired: 'Expired',
};

export const State = ({ state }: { readonly state: ShownState }): JSX.Element => (
  <span class={`state ${state}`}>{stateWords[state]}</span>
);
