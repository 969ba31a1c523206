import { noteLive } from '../../cli/write/write.js';
import type { Context } from '../../cli/context/context.js';
import { CommandFailure } from '../../cli/failure/failure.js';
import { openOrNote, type PrivateOpening } from '../../cli/context/open-privately.js';
import type { PrivatePage } from '../../core/http/private-page.js';
import { refuseTestKey } from '../template/live-key.js';
import { withDocuments } from '../template/offline.js';
import type { SavedChange } from './acts.js';
import { Editor } from './editor.js';
import { KeptFile } from './kept-file.js';
import { serveEditor } from './serve-editor.js';

export interface EditOptions {
  readonly target: { readonly id: string } | { readonly file: string };
  readonly port?: number;
  /** False: the URL is only printed. */
  readonly open?: boolean;
  /** Milliseconds. */
  readonly maxWait?: number;
}

/** Milliseconds, a day. */
const maxWaitMs = 24 * 3_600_000;

/** Serves the page of a template until the person is done with it. Throws CommandFailure (12, 130), and what reading throws. */
export async function serveTemplateEditor(context: Context, options: EditOptions): Promise<void> {
  const { target } = options;
  const file = 'file' in target ? await KeptFile.open(context, target.file) : null;
  await refuseTestKey(context);
  await noteLive(context);
  const editor = await Editor.open({
    context,
    templateId: 'id' in target ? target.id : (file?.templateId ?? ''),
    saved: (change) => tellSaved(context, change),
    file,
  });
  const done = new AbortController();
  const end = await withDocuments(context, async (engine) => {
    let opened: PrivateOpening | null = null;
    let page: PrivatePage | null = null;
    try {
      page = await serveEditor(context, engine, editor, { port: options.port ?? 0, done: () => done.abort() });
      const { address } = page;
      await context.output.event(
        { type: 'ready', url: address, template_id: editor.form.id },
        (colour) => `Open ${colour.accent(address)}\nEvery change is saved at once. Press Ctrl-C to stop.`,
      );
      if (options.open !== false) opened = await openOrNote(context, page);
      return await waitForEnd(context, options.maxWait ?? maxWaitMs, done.signal);
    } finally {
      opened?.end();
      await page?.close();
    }
  });
  if (end !== null) throw end;
}

/** Null when the person is done. */
async function waitForEnd(
  { clock, signal }: Context,
  limit: number,
  done: AbortSignal,
): Promise<CommandFailure | null> {
  await clock.sleep(limit, AbortSignal.any([signal, done])).catch(() => undefined);
  if (done.aborted) return null;
  if (signal.aborted) return new CommandFailure(130, 'interrupted', 'Stopped. Every change is saved.');
  return new CommandFailure(12, 'timed_out', 'Timed out waiting for the page to be finished.');
}

async function tellSaved(context: Context, { words, command }: SavedChange): Promise<void> {
  const at = new Date(context.clock.now()).toISOString();
  await context.output.event({ type: 'saved', at, change: words, command }, (colour, clean) => {
    const line = `${colour.dim(context.output.instant(at))}  Saved: ${clean(words)}`;
    return `${line}\n  ${colour.dim(clean(command))}`;
  });
}
