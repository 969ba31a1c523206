import type { Context } from '../../cli/context/context.js';
import type { Session } from '../wizard/session.js';
import { orSaid } from '../wizard/template-pictures.js';
import { CommandFailure } from '../../cli/failure/failure.js';
import { openPrivately, type PrivateOpening } from '../../cli/context/open-privately.js';
import type { PrivatePage } from '../../core/http/private-page.js';
import { withDocuments } from '../template/offline.js';
import { HeldTemplate } from '../wizard/held-template.js';
import { contractInUse } from '../../cli/context/contract.js';
import { commandLines } from '../wizard/command-lines.js';
import { Memory } from '../wizard/memory.js';

/** Has a conversation about a template, beside which its page can be opened; the page ends with the conversation. */
export async function withSession<Result>(
  context: Context,
  id: string,
  { prompt, ...shown }: Pick<Session, 'prompt' | 'pictures' | 'afterPeople'>,
  talk: (session: Session) => Promise<Result>,
): Promise<Result> {
  const template = await HeldTemplate.read(context, prompt, id);
  const page = new BesideWizard(context);
  const session: Session = {
    context,
    prompt,
    template,
    memory: await Memory.open(context, template.body),
    lines: commandLines(template.body.id, context.flags()),
    contract: (await contractInUse(context.settings()))?.contract,
    undo: [],
    openPage: async () => (await orSaid(prompt, () => page.open(template))) ?? 'The page cannot be shown.',
    changes: page.changes,
    ...shown,
  };
  try {
    return await talk(session);
  } finally {
    await page.close();
  }
}

/** A page that is being served. */
interface Served {
  readonly page: PrivatePage;
  /** Resolves when the page is closed. */
  readonly ended: Promise<void>;
}

/** Milliseconds that a browser has to fail to start. */
const startMs = 1_000;

/** The page of `esign template edit` beside the wizard of the same template. */
class BesideWizard {
  readonly #context: Context;
  readonly #listeners = new Set<() => void>();
  #served: Promise<Served> | null = null;
  #stop = new AbortController();
  readonly #openings: PrivateOpening[] = [];

  constructor(context: Context) {
    this.#context = context;
  }

  /** Calls back at each change that is saved on the page. */
  readonly changes: NonNullable<Session['changes']> = (changed) => {
    this.#listeners.add(changed);
    return () => this.#listeners.delete(changed);
  };

  /** Serves the page, unless it is served, and opens the browser; answers with its address, in words. */
  async open(template: HeldTemplate): Promise<string> {
    const { page } = await (this.#served ??= this.#serve(template));
    const { address } = page;
    const opened = await this.#show(page);
    const where = opened ? `The page is open in the browser: ${address}` : `Open ${address}`;
    return `${where}\nWhat is saved there appears here, and the other way round.`;
  }

  async close(): Promise<void> {
    this.#stop.abort();
    const served = await this.#served?.catch(() => null);
    await served?.ended;
  }

  async #show(page: PrivatePage): Promise<boolean> {
    const { clock, signal } = this.#context;
    try {
      const opening = await openPrivately(this.#context, page, 'Open the URL yourself.');
      this.#openings.push(opening);
      await Promise.race([opening.failed, clock.sleep(startMs, signal)]);
      return true;
    } catch (error) {
      if (!(error instanceof CommandFailure)) throw error;
      return false;
    }
  }

  #serve(template: HeldTemplate): Promise<Served> {
    const stop = (this.#stop = new AbortController());
    const serving = this.#until(stop, template);
    // The next opening tries again.
    serving.catch(() => (this.#served = null));
    return serving;
  }

  async #until(stop: AbortController, template: HeldTemplate): Promise<Served> {
    const [{ Editor }, { serveEditor }] = await Promise.all([import('./editor.js'), import('./serve-editor.js')]);
    const editor = await Editor.open({
      context: this.#context,
      templateId: template.body.id,
      wizard: { template, tell: () => this.#listeners.forEach((changed) => changed()) },
      saved: () => Promise.resolve(),
      file: null,
    });
    return await new Promise<Served>((resolve, reject) => {
      const ended = withDocuments(this.#context, async (engine) => {
        const page = await serveEditor(this.#context, engine, editor, { port: 0, done: () => stop.abort() });
        try {
          resolve({ page, ended: over });
          await aborted(stop.signal);
        } finally {
          this.#served = null;
          for (const opening of this.#openings.splice(0)) opening.end();
          await page.close();
        }
      });
      const over = ended.catch(reject);
    });
  }
}

const aborted = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });
