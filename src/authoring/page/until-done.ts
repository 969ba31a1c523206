import type { Context } from '../../cli/context/context.js';
import { openOrNote, type PrivateOpening } from '../../cli/context/open-privately.js';
import { CommandFailure } from '../../cli/failure/failure.js';
import type { PrivatePage } from '../../core/http/private-page.js';
import type { DocumentEngine } from '../../document/document-engine.js';
import { withDocuments } from '../template/offline.js';

/** The options of a command that works on a page. */
export interface PageOptions {
  readonly port?: number;
  /** False: the URL is only printed. */
  readonly open?: boolean;
  /** Milliseconds. */
  readonly maxWait?: number;
}

interface Served {
  /** Serves the page; `done` is called when the person is done with it. */
  serve(engine: DocumentEngine, port: number, done: () => void): Promise<PrivatePage>;
  /** Tells the address of the page. */
  ready(address: string): Promise<void>;
  /** How things stand when Ctrl-C ends the command. */
  stopped(): string;
}

/** Milliseconds, a day. */
const maxWaitMs = 24 * 3_600_000;

/** Serves a page until the person is done with it. Throws CommandFailure (12, 130), and what serving throws. */
export async function untilDone(context: Context, options: PageOptions, served: Served): Promise<void> {
  const done = new AbortController();
  const end = await withDocuments(context, async (engine) => {
    let opened: PrivateOpening | null = null;
    let page: PrivatePage | null = null;
    try {
      page = await served.serve(engine, options.port ?? 0, () => done.abort());
      await served.ready(page.address);
      if (options.open !== false) opened = await openOrNote(context, page);
      return await waitForEnd(context, options.maxWait ?? maxWaitMs, done.signal);
    } finally {
      opened?.end();
      await page?.close();
    }
  });
  if (end === 'stopped') throw new CommandFailure(130, 'cancelled', served.stopped());
  if (end === 'late') throw new CommandFailure(12, 'timed_out', 'Timed out waiting for the page to be finished.');
}

async function waitForEnd(
  { clock, signal }: Context,
  limit: number,
  done: AbortSignal,
): Promise<'done' | 'stopped' | 'late'> {
  await clock.sleep(limit, AbortSignal.any([signal, done])).catch(() => undefined);
  if (done.aborted) return 'done';
  return signal.aborted ? 'stopped' : 'late';
}
