import type { EnvelopeState } from '../../contract/states.js';
import { isObject } from '../../core/platform/json.js';
import { noteLive } from '../../cli/write/write.js';
import type { Context } from '../../cli/context/context.js';
import { CommandFailure } from '../../cli/failure/failure.js';
import type { Client } from '../../client/client.js';
import { whichRecipient } from '../envelope/which-recipient.js';
import { actionOf, type HeardMessage, openHost, type Wanted } from './host.js';
import { openOrNote, type PrivateOpening } from '../../cli/context/open-privately.js';
import type { PrivatePage } from '../../core/http/private-page.js';
import { ServiceFailure } from '../../client/failure.js';
import { requireBaseUrl } from '../../core/config/settings.js';
import { isLoopback } from '../../core/http/network.js';
import { atTheEnd, controlAt } from '../../cli/emulator/control.js';

export interface EmbedOptions {
  readonly envelope: string;
  readonly recipient: string;
  readonly port?: number;
  readonly open?: boolean;
  /** Milliseconds. */
  readonly maxWait?: number;
}

/** Embeds the signing page until the recipient has acted: 0 signed, 10 declined or delegated, 12 timed out. */
export async function serveHostPage(context: Context, given: EmbedOptions): Promise<void> {
  const client = await context.api();
  const options = { ...given, recipient: await whichRecipient(client, given.envelope, given.recipient) };
  await noteLive(context);
  // The first URL is created before anything is shown, so that an error is reported at once.
  let next: string | null = await mint(client, options);
  const { origin: signingOrigin } = new URL(next);
  const ending = new Ending(context, client, options);
  let host: PrivatePage | null = null;
  let registered: Registered | null = null;
  let opened: PrivateOpening | null = null;
  try {
    host = await openHost({
      port: options.port ?? 0,
      envelopeId: options.envelope,
      recipientId: options.recipient,
      signingOrigin,
      mint: async (why) => {
        const url = next ?? (await mint(client, options).catch((failure: unknown) => ending.refused(failure)));
        next = null;
        await tellMinted(context, why);
        return url;
      },
      heard: (message) => ending.heard(message),
    });
    registered = await register(context, options.envelope, host.origin);
    await tellReady(context, options, host, registered);
    if (options.open === true) opened = await openOrNote(context, host);
    await ending.wait();
  } finally {
    opened?.end();
    await registered?.takeAway();
    await host?.close();
  }
}

async function mint(client: Client, { envelope, recipient }: EmbedOptions): Promise<string> {
  const { body } = await client.call('mintSigningUrl', {
    parameters: { envelopeId: envelope, recipientId: recipient },
  });
  return body.url;
}

/** Handles the messages. A message can be forged, so the service must confirm it. */
class Ending {
  readonly #context: Context;
  readonly #client: Client;
  readonly #options: EmbedOptions;
  readonly #done = new AbortController();
  #outcome: { readonly failure: unknown } | null = null;
  #handled: Promise<void> = Promise.resolve();

  constructor(context: Context, client: Client, options: EmbedOptions) {
    this.#context = context;
    this.#client = client;
    this.#options = options;
  }

  heard(message: HeardMessage): void {
    this.#handle(() => this.#take(message));
  }

  /** Another URL was refused: the recipient acted elsewhere, or this is the end. Throws the failure. */
  refused(failure: unknown): never {
    this.#handle(async () => {
      if (!isAct((await this.#settle()).status)) this.#end({ failure });
    });
    throw failure;
  }

  /** One after the other, in order of arrival, until the end. */
  #handle(act: () => Promise<void>): void {
    this.#handled = this.#handled
      .then(() => (this.#outcome === null ? act() : undefined))
      .catch((failure: unknown) => this.#end({ failure }));
  }

  /** Resolves when the recipient has signed; throws CommandFailure for every other outcome. */
  async wait(): Promise<void> {
    const { clock, signal } = this.#context;
    const limit = this.#options.maxWait;
    const either = AbortSignal.any([signal, this.#done.signal]);
    await clock.sleep(limit ?? maxWaitMs, either).catch(() => undefined);
    await this.#handled;
    if (this.#outcome !== null) {
      if (this.#outcome.failure !== null) throw this.#outcome.failure;
      return;
    }
    if (signal.aborted) throw new CommandFailure(130, 'interrupted', 'Interrupted before the recipient acted.');
    throw new CommandFailure(12, 'timed_out', 'Timed out waiting for the recipient.');
  }

  #end(outcome: { readonly failure: unknown }): void {
    this.#outcome ??= outcome;
    this.#done.abort();
  }

  async #take(message: HeardMessage): Promise<void> {
    const at = new Date(this.#context.clock.now()).toISOString();
    await this.#context.output.event({ type: 'message', at, ...message }, (colour, clean) => {
      const words = clean(JSON.stringify(message.data));
      const from = `${clean(message.origin)}${message.trusted ? '' : ' (not the signing page: ignored)'}`;
      return `${colour.dim(this.#context.output.instant(at))}  ${words}  ${colour.dim(`from ${from}`)}`;
    });
    const action = actionOf(message);
    if (action === 'signing_url_invalid' && !canRemint(message)) return await this.#closed(message);
    if (!isAct(action)) return;
    const { status } = await this.#settle();
    if (status !== action) this.#context.output.warn(`The page says ${action}, the service says ${status}.`);
  }

  /** Ends the command if the recipient has acted. Returns what the service says of them and of the envelope. */
  async #settle(): Promise<{ readonly status: string; readonly envelope: EnvelopeState }> {
    const { envelope: envelopeId, recipient: recipientId } = this.#options;
    const { body } = await this.#client.call('getEnvelope', { parameters: { envelopeId } });
    const recipient = body.recipients.find(({ id }) => id === recipientId);
    const status = recipient?.status ?? 'nothing';
    if (!isAct(status)) return { status, envelope: body.status };
    const at = new Date(this.#context.clock.now()).toISOString();
    await this.#context.output.event({ type: 'ended', at, status, envelope_status: body.status }, (colour) => {
      const words = { signed: 'Signed', declined: 'Declined', delegated: 'Delegated' }[status];
      return `${status === 'signed' ? colour.good(words) : colour.bad(words)}. The envelope is ${body.status}.`;
    });
    const replacement = body.recipients.find(
      ({ role, status: its, id }) => role === recipient?.role && its === 'sent' && id !== recipientId,
    );
    this.#end({ failure: status === 'signed' ? null : otherEnd(status, envelopeId, replacement?.id) });
    return { status, envelope: body.status };
  }

  /** Another URL would not help: the envelope was withdrawn, is over, or is signed in another window. */
  async #closed(message: HeardMessage): Promise<void> {
    const { status, envelope } = await this.#settle();
    if (isAct(status)) return;
    if (status === 'sent' && isReplaced(message)) {
      this.#context.output.note('The signing page was opened elsewhere. Waiting for that session.');
      return;
    }
    const words = `The recipient can no longer sign, because the envelope is ${envelope}.`;
    this.#end({ failure: new CommandFailure(10, 'closed', words) });
  }
}

const acts = ['signed', 'declined', 'delegated'] as const;
type Act = (typeof acts)[number];
const isAct = (text: string | null): text is Act => acts.some((act) => act === text);

const canRemint = ({ data }: HeardMessage): boolean => isObject(data) && data['can_remint'] === true;

const isReplaced = ({ data }: HeardMessage): boolean => isObject(data) && data['reason'] === 'session_replaced';

/** Milliseconds, a day: longer than any signing URL or session, but new URLs can be created. */
const maxWaitMs = 24 * 3_600_000;

function otherEnd(action: Exclude<Act, 'signed'>, envelope: string, replacement: string | undefined): CommandFailure {
  if (action === 'declined') return new CommandFailure(10, 'declined', 'The recipient declined.');
  const hint =
    replacement === undefined ? undefined : `Continue with the replacement: esign embed ${envelope} ${replacement}`;
  return new CommandFailure(
    10,
    'delegated',
    'The recipient delegated to another person.',
    hint === undefined ? {} : { hint },
  );
}

async function tellMinted(context: Context, why: Wanted): Promise<void> {
  const at = new Date(context.clock.now()).toISOString();
  const words = {
    first: 'Loaded a signing URL in the page.',
    can_remint: 'The signing URL expired, so a new one was created.',
    no_ready: 'No ready message arrived, so a new signing URL was created once.',
  }[why];
  await context.output.event({ type: 'minted', at, why }, (colour) => {
    return `${colour.dim(context.output.instant(at))}  ${words}`;
  });
}

async function tellReady(
  context: Context,
  { envelope, recipient }: EmbedOptions,
  host: PrivatePage,
  registered: Registered | null,
): Promise<void> {
  const value = {
    type: 'ready',
    url: host.address,
    origin: host.origin,
    registered: registered !== null,
    envelope_id: envelope,
    recipient_id: recipient,
  };
  await context.output.event(value, (colour) => `Open ${colour.accent(host.address)}`);
  if (registered === null) {
    context.output.note(
      `Register the origin ${host.origin} for the brand of the envelope; otherwise the browser blocks the ` +
        'page. Use --port to keep the origin the same.',
    );
  }
}

/** An origin that the emulator allows to embed the signing page. */
interface Registered {
  /** Removes it again, unless it existed before. */
  takeAway(): Promise<void>;
}

/** Registers an origin for the brand of an envelope; null when the service is not an emulator on this machine. */
async function register(context: Context, envelopeId: string, origin: string): Promise<Registered | null> {
  const base = requireBaseUrl(context.settings());
  if (!URL.canParse(base) || !isLoopback(new URL(base).hostname)) return null;
  const change = (registered: boolean, run: Context): Promise<{ readonly changed: boolean }> =>
    controlAt(run, base, {
      method: 'POST',
      path: `/_emulator/envelopes/${envelopeId}/origins`,
      body: { origin, registered },
    });
  try {
    const { changed } = await change(true, context);
    return {
      async takeAway() {
        if (changed) await change(false, atTheEnd(context)).catch(() => undefined);
      },
    };
  } catch (error) {
    // Another service on this machine, or an emulator without this route.
    if (error instanceof ServiceFailure || (error instanceof CommandFailure && error.exitCode !== 130)) return null;
    throw error;
  }
}
