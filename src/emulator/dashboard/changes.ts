import { Readable } from 'node:stream';
import { Refusal } from '../domain/refusal.js';
import type { Change } from './shapes.js';

/** The stream of changes for pages: it says that something changed, and pages read what they show again. */
export interface Changes {
  /** Server-sent events, until the page is closed. Throws rate_limited when too many pages are open. */
  open(): Readable;
  /** Whether a page is open. */
  readonly isOpen: boolean;
  close(): void;
}

/** Pages of one emulator, each a tab. */
const maxStreams = 8;
/** Milliseconds between two looks, while a page is open. */
const interval = 250;

/**
 * `look` is called a few times a second while a page is open, and never otherwise. Messages are not queued: a page that
 * does not read gets the newest one when it reads again.
 */
export function createChanges(look: () => Change): Changes {
  /** The version that each page has been told of. */
  const told = new Map<Readable, string>();
  let timer: NodeJS.Timeout | undefined;

  const tell = (stream: Readable, change: Change): void => {
    if (told.get(stream) === change.version || stream.readableLength > 0) return;
    told.set(stream, change.version);
    stream.push(`data: ${JSON.stringify(change)}\n\n`);
  };
  const tick = (): void => {
    const change = look();
    for (const stream of told.keys()) tell(stream, change);
  };
  return {
    open() {
      if (told.size >= maxStreams) {
        throw new Refusal(
          'rate_limited',
          `At most ${maxStreams} pages of the emulator can be open. Close one of them.`,
        );
      }
      const stream = new Readable({ read: () => undefined });
      told.set(stream, '');
      stream.once('close', () => {
        told.delete(stream);
        if (told.size > 0) return;
        clearInterval(timer);
        timer = undefined;
      });
      tell(stream, look());
      timer ??= setInterval(tick, interval).unref();
      return stream;
    },
    get isOpen() {
      return told.size > 0;
    },
    close() {
      clearInterval(timer);
      for (const stream of told.keys()) stream.push(null);
    },
  };
}
