import { explain } from '../../cli/failure/explain.js';
import type { Context } from '../../cli/context/context.js';
import { CommandFailure } from '../../cli/failure/failure.js';
import { spanWords } from '../envelope/status-words.js';
import { voidAct } from '../envelope/view.js';
import { keyOf, pressedIn } from '../../cli/timeline/keys.js';
import { screenColour } from '../../cli/timeline/perform.js';
import { type FullScreen, openScreen, pageOf } from '../../core/terminal/full-screen.js';
import { type DeskRow, isOpen } from './arrange.js';
import {
  type Ask,
  chosenRow,
  type Desk,
  type DeskAct,
  deskActs,
  emptyDesk,
  isTyping,
  moved,
  unfit,
  withRows,
} from './desk.js';
import { drawDesk, type DeskFrame } from './draw.js';
import { followKnown, type KnownFollower, type News, type Trouble } from './follow-known.js';
import { askAbout, commandFor, type Outcome, perform, performAtTerminal } from './perform.js';

export interface DeskOptions {
  /** Milliseconds after which somebody waits too long. */
  readonly late: number;
}

/** Shows the desk until the person leaves it. Throws what reading throws, unless it passes by waiting. */
export async function openDesk(context: Context, options: DeskOptions): Promise<void> {
  const stop = new AbortController();
  const signal = AbortSignal.any([context.signal, stop.signal]);
  const desk = new OpenDesk(context, options, await serviceWords(context), () => stop.abort());
  const follower = await followKnown(context, (news) => desk.tell(news));
  desk.open(follower);
  try {
    await follower.run(signal);
  } finally {
    desk.close();
  }
  if (context.signal.aborted) throw new CommandFailure(130, 'interrupted', 'Interrupted.');
}

async function serviceWords(context: Context): Promise<string> {
  const { baseUrl, emulator, key } = context.settings();
  const mode = (await key())?.value.mode === 'test' ? 'test' : 'LIVE';
  return `esign desk   ${baseUrl?.value ?? ''} (${emulator ? 'emulator, ' : ''}${mode})`;
}

class OpenDesk {
  readonly #context: Context;
  readonly #late: number;
  readonly #service: string;
  readonly #leave: () => void;
  readonly #hasPage: boolean;
  #desk: Desk;
  #news: News | null = null;
  #message: Outcome | null = null;
  #follower: KnownFollower | undefined;
  /** Null while another program has the terminal. */
  #screen: FullScreen | null = null;

  constructor(context: Context, { late }: DeskOptions, service: string, leave: () => void) {
    this.#context = context;
    this.#late = late;
    this.#service = service;
    this.#leave = leave;
    this.#hasPage = context.settings().emulator;
    this.#desk = emptyDesk({ now: context.clock.now(), late });
  }

  open(follower: KnownFollower): void {
    this.#follower = follower;
    this.#takeTerminal();
  }

  close(): void {
    this.#screen?.close();
    this.#screen = null;
  }

  tell(news: News): void {
    this.#news = news;
    const lateness = { now: this.#context.clock.now() + news.ahead, late: this.#late };
    this.#desk = withRows(this.#desk, news.rows, lateness);
    this.#draw();
  }

  #takeTerminal(): void {
    const colour = screenColour(this.#context);
    const screen = openScreen(this.#context.files.pipes(), {
      typed: (text) => {
        for (const each of pressedIn(text)) this.#pressed(each);
        this.#draw();
      },
      resized: () => this.#draw(),
    });
    this.#screen = screen;
    this.#draw = () => {
      if (this.#screen === screen) screen.draw(drawDesk(this.#desk, this.#frame(), screen.size(), colour));
    };
    screen.show(true);
    this.#draw();
  }

  #draw: () => void = () => undefined;

  #frame(): DeskFrame {
    const now = this.#context.clock.now();
    const state = stateWords(this.#news, now);
    return { service: this.#service, state, message: this.#message, hasPage: this.#hasPage };
  }

  #pressed(text: string): void {
    // What was typed ahead is not for the program that has the terminal by now.
    if (this.#screen === null) return;
    const { view } = this.#desk;
    if (view.is === 'confirming' && text !== '\u0003') return this.#confirmed(text === 'y' || text === 'Y');
    const key = keyOf(text, isTyping(this.#desk), deskActs);
    if (key === null) return;
    this.#message = null;
    if ('act' in key) return key.act === 'interrupt' ? this.#interrupt() : this.#act(key.act);
    if (key.move === 'open' && view.is === 'list') return this.#act('show');
    if (key.move === 'open' && view.is === 'asking') return this.#answered(view.ask);
    this.#desk = moved(this.#desk, key.move, pageOf(this.#screen.size()));
  }

  #interrupt(): void {
    const { interrupt } = this.#context.machine;
    if (interrupt === undefined) this.#leave();
    else interrupt();
  }

  #act(act: DeskAct): void {
    if (act === 'quit') return this.#leave();
    if (this.#desk.view.is !== 'list') return;
    const row = chosenRow(this.#desk);
    if (act === 'refresh') this.#follower?.retry();
    if (row === null) return;
    this.#desk = { ...this.#desk, selected: row.id };
    const why = unfit(act, row);
    if (why !== null) return this.#say({ words: why, isBad: true });
    switch (act) {
      case 'refresh':
        return this.#follower?.readSoon(row.id);
      case 'void':
      case 'draft':
      case 'evidence':
        this.#desk = { ...this.#desk, view: { is: 'asking', ask: askAbout(act, row) } };
        return;
      case 'page':
        if (!this.#hasPage) return this.#say({ words: 'The service has no page of its own to open.', isBad: true });
        return void this.#perform(row, ['emulator', 'open'], () => 'Opened the page of the emulator in the browser.');
      case 'show':
        return void this.#atTerminal(row, ['envelope', 'show', row.id]);
      case 'correct': {
        const replaces = isOpen(row) ? ['--void'] : [];
        return void this.#atTerminal(row, ['envelope', 'correct', row.id, ...replaces, '--interactive']);
      }
    }
  }

  #answered(ask: Ask): void {
    if (ask.answer.trim() === '') return;
    if (ask.act === 'void') return void this.#confirm(ask);
    this.#desk = { ...this.#desk, view: { is: 'list' } };
    void this.#perform(ask.row, commandFor(ask), () => `Wrote ${ask.answer.trim()}.`);
  }

  /** Reads the envelope again, so that the question is about what it is now. */
  async #confirm(ask: Ask): Promise<void> {
    const view = { is: 'reading', ask } as const;
    this.#desk = { ...this.#desk, view };
    // A question that the person has left is never asked: it could replace another one.
    const isLeft = (): boolean => this.#desk.view !== view;
    try {
      const client = await this.#context.api();
      const { body } = await client.call('getEnvelope', { parameters: { envelopeId: ask.row.id } }, { maxWait: 0 });
      const { what, toWhom = [], question = 'Continue?' } = voidAct(body);
      if (isLeft()) return;
      const lines = [`${what}.`, ...toWhom.map((person) => `  ${person}`), '', `Reason: ${ask.answer.trim()}`];
      this.#desk = { ...this.#desk, view: { is: 'confirming', confirm: { ask, lines, question } } };
      this.#draw();
    } catch (error) {
      if (isLeft()) return;
      this.#desk = { ...this.#desk, view: { is: 'list' } };
      this.#say({ words: `Nothing was voided. ${explain(error).message}`, isBad: true });
    }
  }

  #confirmed(isYes: boolean): void {
    const { view } = this.#desk;
    if (view.is !== 'confirming') return;
    const { ask } = view.confirm;
    this.#desk = { ...this.#desk, view: { is: 'list' } };
    if (!isYes) return this.#say({ words: 'Nothing was voided.', isBad: false });
    void this.#perform(ask.row, commandFor(ask), ({ title }) => `Voided “${String(title)}”.`);
  }

  async #perform(
    row: DeskRow,
    words: readonly string[],
    said: (printed: Readonly<Record<string, unknown>>) => string,
  ): Promise<void> {
    this.#say({ words: `esign ${words.slice(0, 2).join(' ')} …`, isBad: false });
    this.#say(await perform(this.#context, words, said));
    this.#follower?.readSoon(row.id);
  }

  /** The command has the terminal, and its output stays until a key is pressed. */
  async #atTerminal(row: DeskRow, words: readonly string[]): Promise<void> {
    this.close();
    const pipes = this.#context.files.pipes();
    pipes.output.write(`\n$ esign ${words.join(' ')}\n`);
    await performAtTerminal(this.#context, words);
    this.#follower?.readSoon(row.id);
    if (this.#context.signal.aborted) return;
    pipes.output.write('\nPress a key to go back to the desk.');
    const waiting = openScreen(pipes, {
      typed: (text) => {
        waiting.close();
        if (text.includes('\u0003')) return this.#interrupt();
        this.#takeTerminal();
      },
      resized: () => undefined,
    });
    this.#screen = waiting;
  }

  #say(outcome: Outcome): void {
    this.#message = outcome;
    this.#draw();
  }
}

/** How fresh the list is, or what is wrong and since when; why stands apart, since it can be long. */
function stateWords(news: News | null, now: number): DeskFrame['state'] {
  if (news === null) return { words: 'Reading …', why: null };
  const { readAt, nextAt, trouble, more } = news;
  const next = Math.max(0, Math.ceil((nextAt - now) / 1000));
  if (trouble !== null) {
    const since = new Date(trouble.at).toTimeString().slice(0, 5);
    const words = `${troubleWords[trouble.is]} since ${since}. Trying again in ${next} s; press r to try now.`;
    return { words, why: trouble.why };
  }
  const rest = more > 0 ? `   ${more} older ones: esign envelope list --all` : '';
  if (readAt === null) return { words: `As last seen on this machine${rest}`, why: null };
  const read = `Read ${spanWords(now - readAt)} ago`;
  return { words: `${read}, again in ${next} s${rest}`, short: read, why: null };
}

const troubleWords: Readonly<Record<Trouble['is'], string>> = {
  connection: 'Not connected',
  service: 'Errors from the service',
  record: 'Cannot read the local records',
};
