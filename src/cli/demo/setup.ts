import type { Contract } from '../../contract/overlay/contract.js';
import { createClient, type Client } from '../../client/client.js';
import { EsignCommand } from '../flags/command.js';
import type { Context } from '../context/context.js';
import { readApiKey } from '../../core/config/api-key.js';
import type { Settings } from '../../core/config/settings.js';
import { createSender } from '../../core/http/send.js';
import { idsOf } from '../../core/terminal/json.js';
import type { Output, View } from '../../core/terminal/output.js';
import { silentProgress } from '../../core/terminal/progress.js';
import { version } from '../../core/platform/version.js';

/** The result of a command: the service's body, and the IDs of `-q`. */
export interface Outcome {
  readonly value: unknown;
  readonly ids: readonly string[];
}

export interface Setup {
  /** Runs a command line through the real commands. */
  run(words: readonly string[]): Promise<Outcome>;
  close(): Promise<void>;
}

/** Loads the commands of a noun, or one of its verbs. */
export type NounCommand = (context: Context, verb?: string) => Promise<EsignCommand>;

/** The emulator, and a folder for the state of the commands. */
interface DemoPlace {
  readonly url: string;
  readonly liveKey: string;
  readonly scratch: string;
  /** Of the contract file of the run. */
  readonly contract: Contract | undefined;
}

/**
 * Sets up the commands for one emulator: its URL and key, without the user's configuration, state or environment. Their
 * output is captured.
 */
export function openSetup(context: Context, place: DemoPlace, nouns: readonly NounCommand[]): Setup {
  const { url, liveKey } = place;
  const sender = createSender({ network: direct });
  const client = createClient({
    baseUrl: url,
    apiKey: liveKey,
    userAgent: `esign/${version}`,
    contract: place.contract,
    send: sender.send,
    clock: context.clock,
    random: () => 0.5,
    uuid: () => globalThis.crypto.randomUUID(),
    signal: context.signal,
    trace: context.flags().debug === true ? (line) => context.output.trace(line) : undefined,
    traceBodies: context.flags().debugBodies,
  });
  return {
    run: async (words) => {
      const caught = catchOutput(context.output);
      const staged = onStage(context, caught.output, settingsFor(context, place), client, url);
      const [, verb] = words;
      const program = new EsignCommand('esign').verbs(...(await Promise.all(nouns.map((noun) => noun(staged, verb)))));
      await program.parseAsync([...words], { from: 'user' });
      return caught.outcome();
    },
    close: () => sender.close(),
  };
}

const direct = { httpProxy: '', httpsProxy: '', noProxy: '', caFile: undefined, nodeCaFile: undefined };

function onStage(context: Context, output: Output, settings: Settings, client: Client, url: string): Context {
  return {
    output,
    prompt: context.prompt,
    files: context.files,
    clock: context.clock,
    machine: context.machine,
    signal: context.signal,
    flags: () => ({ baseUrl: url, input: false }),
    settings: () => settings,
    // It is the emulator that the demo started in this process.
    isEmulator: () => Promise.resolve(true),
    confirmation: () => Promise.resolve('none'),
    api: () => Promise.resolve(client),
    recordedAs: () => Promise.resolve(url),
    state: async () => {
      const { openState } = await import('../../store/state.js');
      return openState(settings.stateDir.value);
    },
    journal: () => Promise.reject(new Error('the demo keeps no journal')),
    at: () => {
      throw new Error('the demo has no profiles');
    },
  };
}

function settingsFor(context: Context, { url, liveKey, scratch }: Omit<DemoPlace, 'contract'>): Settings {
  const { configDir, contract } = context.settings();
  const origin = { from: 'default' } as const;
  const baseUrl = { value: url, origin };
  const key = () => Promise.resolve({ value: readApiKey(liveKey, 'the demo'), origin });
  return {
    configDir,
    stateDir: { value: scratch, origin },
    profile: null,
    baseUrl,
    mode: { value: 'live', origin },
    emulator: true,
    signatureHeader: { value: 'Service-Signature', origin },
    completionDeliveryValue: { value: 'service', origin },
    contract,
    given: { profile: null, baseUrl, contract: null, key },
    warnings: [],
    key,
  };
}

function catchOutput(output: Output): { readonly output: Output; outcome(): Outcome } {
  let caught: Outcome = { value: null, ids: [] };
  const keep = (value: unknown, view: View = {}): Promise<void> => {
    caught = { value, ids: view.ids ?? idsOf(value, view.items) };
    return Promise.resolve();
  };
  return {
    output: {
      form: 'human',
      toTerminal: false,
      columns: undefined,
      result: keep,
      text: (name, text) => keep({ [name]: text }),
      bytes: () => Promise.resolve(),
      willTell: () => Promise.resolve(),
      event: (value) => keep(value),
      events: (all) => keep(all.at(-1)?.value),
      note: () => {},
      warn: (text) => output.warn(text),
      trace: (line) => output.trace(line),
      changing: () => output.changing(),
      changed: (write) => output.changed(write),
      progress: () => silentProgress,
      instant: (iso) => output.instant(iso),
    },
    outcome: () => caught,
  };
}
