import { noteLive } from '../../cli/write/write.js';
import type { Context } from '../../cli/context/context.js';
import { type PageOptions, untilDone } from '../page/until-done.js';
import { refuseTestKey } from '../template/live-key.js';
import type { SavedChange } from './acts.js';
import { Editor } from './editor.js';
import { KeptFile } from './kept-file.js';
import { serveEditor } from './serve-editor.js';

export interface EditOptions extends PageOptions {
  readonly target: { readonly id: string } | { readonly file: string };
}

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
  await untilDone(context, options, {
    serve: (engine, port, done) => serveEditor(context, engine, editor, { port, done }),
    ready: (url) =>
      context.output.event(
        { type: 'ready', url, template_id: editor.form.id },
        (colour) => `Open ${colour.accent(url)}\nEvery change is saved at once. Press Ctrl-C to stop.`,
      ),
    stopped: () => 'Stopped. Every change is saved.',
  });
}

async function tellSaved(context: Context, { words, command }: SavedChange): Promise<void> {
  const at = new Date(context.clock.now()).toISOString();
  await context.output.event({ type: 'saved', at, change: words, command }, (colour, clean) => {
    const line = `${colour.dim(context.output.instant(at))}  Saved: ${clean(words)}`;
    return `${line}\n  ${colour.dim(clean(command))}`;
  });
}
