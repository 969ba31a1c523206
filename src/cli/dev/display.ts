import type { Context } from '../context/context.js';
import { hasScreen } from '../context/has-screen.js';
import { controlAt } from '../emulator/control.js';
import type { WaitingList } from '../emulator/control-types.js';
import type { ActKey, Frame } from '../timeline/draw.js';
import { entryLines } from '../timeline/draw.js';
import { type Entry, entryOf } from '../timeline/entry.js';
import { openTimeline } from '../timeline/open-timeline.js';
import { perform, recordOf, screenColour } from '../timeline/perform.js';
import { type DevLine, entryAsJson } from './dev-line.js';
import type { DevOptions } from './run.js';
import type { Services } from './services.js';

/** Where entries are shown: a screen with keys at a terminal, lines elsewhere. */
export interface Display {
  add(entries: readonly Entry[]): void;
  /** The emulator's time now, in milliseconds since 1970. */
  time(now: number): void;
  /** Resolves when the user quits; never without keys. */
  readonly left: Promise<void>;
  close(): void;
  /** Resolves when everything is written; throws when it could not be. */
  rest(): Promise<void>;
}

/** Entries that wait to be written; more lines of the app are left out, for a reader may be slow. */
const maxWaiting = 5_000;
/** Envelopes to choose from. */
const maxChoices = 100;
/** Milliseconds by which a clock counts as moved. */
const movedMs = 60_000;

export async function openDisplay(context: Context, services: Services, options: DevOptions): Promise<Display> {
  return hasScreen(context) ? screenDisplay(context, services, options) : await lineDisplay(context, services, options);
}

async function lineDisplay(context: Context, { emulator, profile }: Services, options: DevOptions): Promise<Display> {
  const { output } = context;
  const app = options.forwardTo.href;
  const ready: DevLine = { type: 'ready', emulator_url: emulator, app, env_file: options.writeEnv, profile };
  const head = [`Ready. Emulator ${emulator}, deliveries to ${app}`, ...settingsWords(options)];
  await output.event(ready, () => head.join('\n'));
  const waiting: Entry[] = [];
  let leftOut = 0;
  const write = async (): Promise<void> => {
    const entries = waiting.splice(0);
    if (leftOut > 0) entries.push(leftOutEntry(leftOut, context.clock.now()));
    leftOut = 0;
    await output.events(
      entries.map((entry) => ({
        value: entryAsJson(entry),
        human: (colour) => entryLines(entry, output.columns ?? 160, colour).join('\n'),
      })),
      true,
    );
  };
  let leave: () => void = () => undefined;
  const left = new Promise<void>((resolve) => (leave = resolve));
  let row: Promise<void> = Promise.resolve();
  return {
    add: (entries) => {
      const before = waiting.length;
      for (const entry of entries) {
        if (entry.kind === 'app' && waiting.length >= maxWaiting) leftOut += 1;
        else waiting.push(entry);
      }
      // What waits is written at once, when what is being written is done.
      if (before > 0 || waiting.length === 0) return;
      row = row.then(write);
      // `rest` says why.
      row.catch(leave);
    },
    time: () => undefined,
    left,
    close: () => undefined,
    rest: () => row,
  };
}

const leftOutEntry = (count: number, at: number): Entry =>
  entryOf({ at, kind: 'esign', tone: 'warn', what: `${count} lines of the app are left out: they came too fast.` });

const settingsWords = ({ writeEnv }: DevOptions): readonly string[] =>
  writeEnv === null ? [] : [`The settings of the app are in ${writeEnv}.`];

const acts: readonly ActKey[] = [
  {
    act: 'sign',
    key: 's',
    short: 'sign',
    help: 'sign as the next recipient of the selected envelope, or else of one that waits',
  },
  { act: 'advance', key: 't', short: 'advance', help: 'move the clock to what falls due next' },
  { act: 'replay', key: 'r', short: 'replay', help: 'send the selected delivery to the app again' },
  { act: 'page', key: 'o', short: 'page', help: 'open the page of the emulator in the browser' },
  { act: 'copy', key: 'c', short: 'copy curl', help: 'copy the selected request as a curl command' },
];
const help = {
  quit: 'stop the app and the listener, and an emulator that dev started',
  more: ['Each key runs an esign command, which the timeline shows.'],
};

function screenDisplay(context: Context, services: Services, options: DevOptions): Display {
  const { words, forwardTo, writeEnv } = options;
  let movedTo: string | null = null;
  const frame = (): Frame => ({
    title: `esign dev   emulator ${services.emulator}${movedTo === null ? '' : ` at ${movedTo} UTC`}`,
    subtitle: [
      words.length === 0 ? 'Start your app in another terminal' : `$ ${words.join(' ')}`,
      `deliveries to ${forwardTo.host}${forwardTo.pathname}${forwardTo.search}`,
      ...(writeEnv === null ? [] : [`settings in ${writeEnv}`]),
    ].join('   '),
    acts,
    expects: 'Requests, mail and deliveries appear here.',
    help,
  });
  let leave: () => void = () => undefined;
  const left = new Promise<void>((resolve) => (leave = resolve));
  const { env, emulator } = services;
  const waiting = (): Promise<WaitingList> =>
    controlAt(context, emulator, { method: 'GET', path: `/_emulator/waiting?limit=${maxChoices}` });
  const timeline = openTimeline({
    pipes: context.files.pipes(),
    colour: screenColour(context),
    frame,
    act: (what, acting) => void perform(what, { ...acting, context, env, add: timeline.add, waiting }),
    quit: () => leave(),
    recordOf: (id) => recordOf(id, context, env),
  });
  return {
    add: timeline.add,
    time: (now) => {
      const isMoved = Math.abs(now - context.clock.now()) > movedMs;
      const at = isMoved ? new Date(now).toISOString().slice(0, 16).replace('T', ' ') : null;
      if (at !== movedTo) timeline.soon();
      movedTo = at;
    },
    left,
    close: timeline.close,
    rest: () => Promise.resolve(),
  };
}
