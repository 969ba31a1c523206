import { atTheEnd, controlBy, findEmulator } from '../../cli/emulator/control.js';
import type { Context } from '../../cli/context/context.js';
import type { Sender } from '../../core/http/send.js';
import { visible } from '../../core/platform/visible-text.js';
import type { Report } from '../../listen/receive/report.js';

/** What an emulator is told of a delivery, as its own routes describe it. */
interface AppResponse {
  readonly event_id: string;
  readonly webhook_id: string;
  readonly url: string;
  readonly attempts: number;
  readonly status: number | null;
  readonly milliseconds: number;
  readonly error: string | null;
}

/** Milliseconds between two messages, so that a flood of deliveries is told in few. */
const pauseMs = 200;
const maxWords = 500;

/**
 * Tells an emulator what the app answered to its deliveries: it sees only the answer of the listener. Best effort; what
 * it does not take is not told again.
 */
export class AppResponses {
  readonly #context: Context;
  readonly #sender: Sender;
  /** By event: the newest answer counts. */
  readonly #waiting = new Map<string, Omit<AppResponse, 'webhook_id'>>();
  readonly #causes: { readonly url: string; readonly words: string }[] = [];
  #endpoint: string | null = null;
  #telling: Promise<void> | null = null;
  #told: Promise<void> = Promise.resolve();

  constructor(context: Context, sender: Sender) {
    this.#context = context;
    this.#sender = sender;
  }

  /** The endpoint of the listener is known. */
  begin(endpoint: string | null): void {
    this.#endpoint = endpoint;
    this.#soon();
  }

  take(report: Report): void {
    if (report.is === 'remark' && report.app !== undefined) {
      this.#causes.push({ url: report.app, words: cut(report.words, maxWords * 4) });
    } else if (report.is === 'delivery' && report.app !== null && report.target !== null && report.eventId !== null) {
      const { app, target: url, eventId, attempts } = report;
      this.#waiting.set(eventId, {
        event_id: eventId,
        url,
        attempts: Math.max(1, attempts),
        status: app.is === 'answered' ? app.status : null,
        milliseconds: Math.max(0, Math.round(app.milliseconds)),
        error: app.is === 'answered' ? null : cut(app.words, maxWords),
      });
    } else return;
    this.#soon();
  }

  /** Resolves when everything is told. */
  async rest(): Promise<void> {
    await this.#telling;
    await this.#tell();
  }

  #soon(): void {
    if (this.#endpoint === null) return;
    this.#telling ??= this.#context.clock
      .sleep(pauseMs, this.#context.signal)
      .catch(() => undefined)
      .then(() => {
        this.#telling = null;
        return this.#tell();
      });
  }

  /** Tells what waits, after what is being told. */
  #tell(): Promise<void> {
    const webhook_id = this.#endpoint;
    const responses = [...this.#waiting.values()].map((each) => ({ ...each, webhook_id }));
    const causes = this.#causes.splice(0);
    this.#waiting.clear();
    if (webhook_id === null || (responses.length === 0 && causes.length === 0)) return this.#told;
    this.#told = this.#told.then(() => this.#send({ responses, causes }));
    return this.#told;
  }

  async #send(body: object): Promise<void> {
    const request = { method: 'POST', path: '/_emulator/deliveries/app-responses', body } as const;
    const context = atTheEnd(this.#context);
    try {
      await controlBy(context, this.#sender, await findEmulator(context), request);
    } catch {
      // An emulator that has ended, or an older one.
    }
  }
}

const cut = (text: string, length: number): string => visible(text).slice(0, length);
