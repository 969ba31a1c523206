import type { Context } from '../cli/context.js';
import { createColour } from '../terminal/colour.js';
import type { Act } from './keys.js';
import { keyOf, pressedIn } from './keys.js';
import { drawScreen, entryLines, type Heading, pageOf } from './draw.js';
import { type DevLine, type Entry, entryAsJson, entryOf } from './entry.js';
import { failureOf, startOwn } from '../cli/own-command.js';
import { openScreen, type Screen } from './screen.js';
import type { Services } from './services.js';
import { parseJson } from '../platform/json.js';
import { chosenEntry, emptyTimeline, moved, type Timeline, withDetails, withEntries } from './timeline.js';
import type { DevOptions } from './run.js';

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

/** Milliseconds in which entries that come together are drawn once. */
const drawMs = 30;
/** Milliseconds by which a clock counts as moved. */
const movedMs = 60_000;

export async function openDisplay(context: Context, services: Services, options: DevOptions): Promise<Display> {
  const { output, prompt } = context;
  const hasKeys = output.form === 'human' && output.toTerminal && prompt.available;
  return hasKeys ? screenDisplay(context, services, options) : await lineDisplay(context, services, options);
}

async function lineDisplay(context: Context, { emulator, profile }: Services, options: DevOptions): Promise<Display> {
  const { output } = context;
  const app = options.forwardTo.href;
  const ready: DevLine = { type: 'ready', emulator_url: emulator, app, env_file: options.writeEnv, profile };
  const head = [`Ready. Emulator ${emulator}, deliveries to ${app}`, ...settingsWords(options)];
  await output.event(ready, () => head.join('\n'));
  let row: Promise<void> = Promise.resolve();
  return {
    add: (entries) => {
      const events = entries.map((entry) => ({
        value: entryAsJson(entry),
        human: (colour: Parameters<typeof entryLines>[2]) =>
          entryLines(entry, output.columns ?? 160, colour).join('\n'),
      }));
      row = row.then(() => output.events(events));
      row.catch(() => undefined);
    },
    time: () => undefined,
    left: new Promise(() => undefined),
    close: () => undefined,
    rest: () => row,
  };
}

const settingsWords = ({ writeEnv }: DevOptions): readonly string[] =>
  writeEnv === null ? [] : [`The settings of the app are in ${writeEnv}.`];

function screenDisplay(context: Context, services: Services, options: DevOptions): Display {
  const colour = createColour(wantsScreenColour(context));
  let heading: Heading = {
    emulator: services.emulator,
    app: options.forwardTo.href,
    command: options.words.length === 0 ? null : options.words.join(' '),
    settings: options.writeEnv,
    moved: null,
  };
  let timeline: Timeline = emptyTimeline;
  let leave: () => void = () => undefined;
  const left = new Promise<void>((resolve) => (leave = resolve));
  let drawing: ReturnType<typeof setTimeout> | undefined;
  const draw = (): void => {
    take();
    screen.draw(drawScreen(timeline, heading, screen.size(), colour));
  };
  const soon = (): void => {
    drawing ??= setTimeout(() => {
      drawing = undefined;
      draw();
    }, drawMs);
  };
  /** A loud app prints many lines between two drawings: they are taken together. */
  let fresh: Entry[] = [];
  const take = (): void => {
    if (fresh.length > 0) timeline = withEntries(timeline, fresh);
    fresh = [];
  };
  const add = (entries: readonly Entry[]): void => {
    fresh.push(...entries);
    soon();
  };
  const act = (what: Act): void => {
    if (what === 'quit') return leave();
    void perform(what, {
      context,
      services,
      screen,
      chosen: chosenEntry(timeline),
      latest: latestEnvelope(timeline),
      add,
    });
  };
  const explained = new Set<string>();
  /** What is recorded of a delivery, read when it is first opened. */
  const explain = (entry: Entry): void => {
    const id = entry.deliveryId;
    if (id === null || explained.has(id)) return;
    explained.add(id);
    void recordOf(id, context, services).then((lines) => {
      timeline = withDetails(timeline, id, lines);
      soon();
    });
  };
  const typed = (text: string): void => {
    take();
    for (const pressed of pressedIn(text)) {
      const key = keyOf(pressed, timeline.view.is === 'filter');
      if (key === null) continue;
      if ('act' in key) act(key.act);
      else timeline = moved(timeline, key.move, pageOf(screen.size()));
      if (timeline.view.is === 'details') explain(timeline.view.entry);
    }
    soon();
  };
  const screen: Screen = openScreen(context.files.pipes(), { typed, resized: draw });
  draw();
  return {
    add,
    time: (now) => {
      const isMoved = Math.abs(now - context.clock.now()) > movedMs;
      const at = isMoved ? new Date(now).toISOString().slice(0, 16).replace('T', ' ') : null;
      if (at !== heading.moved) soon();
      heading = { ...heading, moved: at };
    },
    left,
    close: () => {
      clearTimeout(drawing);
      screen.close();
    },
    rest: () => Promise.resolve(),
  };
}

const wantsScreenColour = ({ machine, flags }: Context): boolean => {
  const choice = flags().color ?? 'auto';
  return choice === 'auto'
    ? (machine.env['NO_COLOR'] ?? '') === '' && machine.env['TERM'] !== 'dumb'
    : choice === 'always';
};

const latestEnvelope = ({ entries }: Timeline): string | null =>
  entries.findLast(({ envelopeId }) => envelopeId !== null)?.envelopeId ?? null;

interface Acting {
  readonly context: Context;
  readonly services: Services;
  readonly screen: Screen;
  readonly chosen: Entry | null;
  readonly latest: string | null;
  readonly add: (entries: readonly Entry[]) => void;
}

async function recordOf(id: string, { machine }: Context, { env }: Services): Promise<readonly string[]> {
  const ran = await startOwn(['event', 'show', id, '--json'], { env, cwd: machine.cwd }).ended;
  const value = ran.code === 0 ? parseJson(ran.stdout) : undefined;
  return value === undefined ? [failureOf(ran).message] : JSON.stringify(value, null, 2).split('\n');
}

/** Runs the command that a key stands for, and shows the command with its outcome. */
async function perform(what: Exclude<Act, 'quit'>, acting: Acting): Promise<void> {
  const { context, services, screen, chosen, latest, add } = acting;
  const tell = (text: string, more: Partial<Entry> = {}): void =>
    add([entryOf({ at: context.clock.now(), kind: 'esign', what: text, ...more })]);
  if (what === 'copy') {
    if (chosen?.curl == null)
      return tell('Select a request of the API to copy it as a curl command.', { tone: 'warn' });
    screen.copy(chosen.curl);
    return tell('Copied the request as a curl command. It reads the key from ESIGN_API_KEY.', { tone: 'dim' });
  }
  const words = commandFor(what, chosen, latest);
  if (typeof words === 'string') return tell(words, { tone: 'warn' });
  const command = `$ esign ${words.join(' ')}`;
  const ran = await startOwn(words.concat('--json', '--no-input'), { env: services.env, cwd: context.machine.cwd })
    .ended;
  if (ran.code === 0) return tell(command, { tone: 'good', details: ran.stdout.trimEnd().split('\n') });
  const { message, hint } = failureOf(ran);
  tell(command, { tone: 'bad', why: [message, ...(hint === null ? [] : [hint])] });
}

/** A sentence where there is nothing to act on. */
function commandFor(
  what: Exclude<Act, 'quit' | 'copy'>,
  chosen: Entry | null,
  latest: string | null,
): string[] | string {
  switch (what) {
    case 'sign': {
      const envelope = chosen?.envelopeId ?? latest;
      return envelope === null ? 'No envelope has been seen yet.' : ['emulator', 'sign', envelope];
    }
    case 'advance':
      return ['emulator', 'clock', 'advance', '--to', 'next'];
    case 'replay':
      return chosen?.deliveryId == null
        ? 'Select a delivery to send it again.'
        : ['event', 'replay', chosen.deliveryId];
    case 'page':
      return ['emulator', 'open'];
  }
}
