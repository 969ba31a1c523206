import { lazy } from '../core/platform/lazy.js';
import type { Client } from '../client/client.js';
import type { Proof } from '../client/emulator-proof.js';
import type { Wait } from '../client/send-with-retry.js';
import type { Mask } from '../client/mask.js';
import type { Context, Reach, Host } from '../cli/context/context.js';
import { pluralize } from '../cli/context/counted.js';
import { CommandFailure } from '../cli/failure/failure.js';
import { createFiles } from '../cli/files/files.js';
import { contractInUse } from '../cli/context/contract.js';
import { noKey, waysToAKey } from '../cli/context/ways-to-a-key.js';
import type { GlobalFlags } from '../cli/flags/global-flags.js';
import type { Contract } from '../contract/overlay/contract.js';
import type { Problem } from '../contract/schema.js';
import { readJournalLimits } from '../core/config/journal-limits.js';
import { readSettings, requireBaseUrl, type Settings } from '../core/config/settings.js';
import { JournalFailure } from '../store/failure.js';
import type { RequestJournal } from '../store/requests.js';
import type { State } from '../store/state.js';
import { createColour, wantsColour } from '../core/terminal/colour.js';
import { createOutput, type Output } from '../core/terminal/output.js';
import { createPrompt } from '../core/terminal/prompt.js';
import { agentVariable } from '../core/platform/agent.js';
import { listenerMark, version } from '../core/platform/version.js';
import type { DeviatingAnswer, OpenClient } from './compose-client.js';
import type { RecordedAs } from './recorded-as.js';

/** Builds the context of one run; nothing in it is made before it is used, since few commands need all of it. */
export function createContext(
  surroundings: Host,
  flags: GlobalFlags,
  mask: Mask,
  unsettled: 'told' | 'silent' = 'told',
  shared?: Output,
): Composed {
  const { streams, env, cwd, home, clock, signal } = surroundings;
  const opened: Pick<OpenClient, 'close'>[] = [];
  let deviating: DeviatingAnswer | undefined;
  let misread: DeviatingAnswer | undefined;
  const files = createFiles(cwd, streams);
  const output = lazy(() => shared ?? outputFor(surroundings, flags, mask, () => misread && misreadWords(misread)));
  const settingsNow = (): Settings =>
    readSettings({ env, home, cwd, flags, readSecret: (path) => files.readText(path, { limit: 4096 }) });
  const settings = lazy(settingsNow);
  const open = async (reach: FullReach, stop?: AbortSignal): Promise<Client> => {
    const { stateDir } = settings();
    // An address given by hand belongs to no profile, which need not even be there.
    const from = reach.isGiven === true ? { contract: settings().given.contract } : settings();
    const contract = (await contractInUse(from))?.contract;
    const until = stop === undefined ? surroundings : { ...surroundings, signal: stop };
    const onDeviating = (answer: DeviatingAnswer): void => {
      deviating = answer;
      if (answer.misread !== null) misread = answer;
    };
    const local = { stateDir: stateDir.value, state: await state(), journal: await journal() };
    const known = await (reach.isGiven === true ? recordedBy(reach.baseUrl) : recorded());
    const how = { flags, ...local, output: output(), mask, reach, contract, known, onDeviating };
    const mark = stop === undefined ? '' : ` ${listenerMark}`;
    const opening = await openClient({ surroundings: until, userAgent: `esign/${version}${mark}`, ...how });
    opened.push(opening);
    return opening.client;
  };
  const openConfigured = async (stop?: AbortSignal): Promise<Client> => {
    for (const warning of settings().warnings) output().warn(warning);
    if (unsettled === 'told') await tellUnsettled();
    return open(await configuredReach(settings()), stop);
  };
  const state = lazy(async () => {
    const { openState } = await import('../store/state.js');
    return openState(settings().stateDir.value);
  });
  const journal = lazy(async () => {
    const { openRequestJournal } = await import('../store/requests.js');
    return openRequestJournal({ state: await state(), now: clock.now, ...readJournalLimits(env) });
  });
  const prove = async (): Promise<Proof> => {
    const { emulator, baseUrl, stateDir } = settings();
    if (!emulator || baseUrl === null) return 'unproven';
    const [{ proofOf }, { readEmulatorToken }] = await Promise.all([
      import('../client/emulator-proof.js'),
      import('../core/config/emulator-token.js'),
    ]);
    // `emulator exec` gives its command the secret of an emulator that keeps nothing.
    const given = env['ESIGN_EMULATOR_TOKEN'] ?? '';
    const tokens = [given, (await readEmulatorToken(stateDir.value, baseUrl.value)) ?? ''];
    for (const token of tokens) {
      const proof = token === '' ? 'unproven' : await proofOf(baseUrl.value, token, signal);
      if (isProven(proof)) return proof;
    }
    return 'unproven';
  };
  const firstProof = lazy(prove);
  const proofNow = (again: boolean): Promise<Proof> => (again ? prove() : firstProof());
  const tellUnsettled = lazy(async () => {
    try {
      const unsettled = await (await journal()).countUnsettled();
      if (unsettled > 0) output().warn(unsettledWords(unsettled));
    } catch (failure) {
      // A write is refused with the reason; a read needs nothing of the record.
      if (failure instanceof JournalFailure && failure.code === 'journal_damaged') output().warn(damagedWords);
    }
  });
  const configured = lazy(() => openConfigured());
  const recordedBy = async (baseUrl: string, urlNow?: () => string | null): Promise<RecordedAs> =>
    (await import('./recorded-as.js')).recordedAs(baseUrl, state, signal, urlNow);
  const recorded = lazy(() => recordedBy(requireBaseUrl(settings()), () => settingsNow().baseUrl?.value ?? null));
  // An address given by hand belongs to no profile, so nothing of one is used.
  const given = (reach: Reach, stop?: AbortSignal): Promise<Client> =>
    open({ ...reach, profile: undefined, completionDeliveryValue: undefined, isGiven: true }, stop);
  return {
    context: {
      get output() {
        return output();
      },
      prompt: createPrompt(
        streams,
        () => flags.noInput !== true && agentVariable(env) === null,
        signal,
        lazy(() => createColour(wantsColour(flags.color ?? 'auto', env, streams.stderrIsTerminal))),
      ),
      files,
      clock,
      signal,
      flags: () => flags,
      settings,
      isEmulator: async (again = false) => isProven(await proofNow(again)),
      confirmation: async (again = false) => confirmations[await proofNow(again)],
      recordedAs: async () => (await recorded()).address(),
      state,
      journal,
      at: (profile, profileFlag) => {
        const other = createContext(
          { ...surroundings, env: withoutReach(env) },
          { ...flagsWithoutReach(flags), profile, profileFlag },
          mask,
          'silent',
          output(),
        );
        opened.push(other);
        return other.context;
      },
      machine: {
        env,
        cwd,
        home,
        random: surroundings.random,
        documents: surroundings.documents,
        interrupt: surroundings.interrupt,
      },
      api: (reach, stop) => {
        if (reach !== undefined) return given(reach, stop);
        return stop === undefined ? configured() : openConfigured(stop);
      },
    },
    deviating: () => deviating,
    close: async () => {
      for (const client of opened) await client.close();
    },
  };
}

/** What of the environment and the flags names a service, a key or a contract: a profile has its own. */
function withoutReach(env: Host['env']): Host['env'] {
  const names = ['ESIGN_BASE_URL', 'ESIGN_API_KEY', 'ESIGN_PROFILE', 'ESIGN_CONTRACT'];
  return Object.fromEntries(Object.entries(env).filter(([name]) => !names.includes(name)));
}

function flagsWithoutReach(flags: GlobalFlags): GlobalFlags {
  const { baseUrl: _url, apiKeyFile: _file, apiKeyStdin: _stdin, contract: _contract, ...rest } = flags;
  return rest;
}

const isProven = (proof: Proof): boolean => proof === 'proven' || proof === 'asking';

const confirmations = { proven: 'none', asking: 'as_live', unproven: 'by_key', silent: 'by_key' } as const;

export interface Composed {
  readonly context: Context;
  /** The last response that differs from its description. */
  deviating(): DeviatingAnswer | undefined;
  /** Ends what the run opened. */
  close(): Promise<void>;
}

function outputFor(
  { streams, env, onChanging }: Host,
  flags: GlobalFlags,
  mask: Mask,
  misread: () => string | undefined,
): Output {
  const choice = flags.color ?? 'auto';
  const asked = flags.json !== undefined || flags.jq !== undefined;
  const rows = flags.tsv === true;
  const unasked = streams.stdoutIsTerminal && !rows && flags.get !== true ? 'human' : 'piped';
  return createOutput(streams, {
    form: asked ? 'json' : flags.quiet === true ? 'ids' : unasked,
    rows,
    fields: flags.json === undefined || flags.json === true ? null : flags.json,
    jq: flags.jq ?? null,
    colour: createColour(wantsColour(choice, env, streams.stdoutIsTerminal)),
    errorColour: createColour(wantsColour(choice, env, streams.stderrIsTerminal)),
    quiet: flags.quiet === true,
    agent: agentVariable(env) !== null,
    hide: (text) => mask.text(text),
    onChanging,
    misread,
  });
}

const misreadWords = ({ operation, misread }: DeviatingAnswer): string =>
  `The response of the service to ${operation} is not as described: \`${misread}\` is invalid. The result is shown as JSON.`;

const unsettledWords = (count: number): string =>
  `${pluralize(count, 'request')} from this machine ${count === 1 ? 'has' : 'have'} an unknown outcome. ` +
  'Resume with `esign request resume --all`, or list with `esign request list --unsettled`.';

const damagedWords =
  'The record of requests on this machine is damaged, so an outcome may be unknown. See `esign doctor`.';

interface Opening {
  readonly surroundings: Host;
  readonly flags: GlobalFlags;
  readonly stateDir: string;
  readonly state: State;
  readonly journal: RequestJournal;
  readonly output: Output;
  readonly mask: Mask;
  readonly reach: FullReach;
  readonly contract: Contract | undefined;
  readonly known: RecordedAs;
  readonly onDeviating: (answer: DeviatingAnswer) => void;
  readonly userAgent: string;
}

interface FullReach extends Reach {
  readonly isGiven?: boolean;
  readonly profile: string | undefined;
  readonly completionDeliveryValue: string | undefined;
}

async function configuredReach(settings: Settings): Promise<FullReach> {
  const key = await settings.key();
  if (key === null && settings.baseUrl === null) {
    throw new CommandFailure(3, 'no_key', 'Neither an address of the service nor an API key is known.', {
      hint: waysToAKey(settings),
    });
  }
  const baseUrl = requireBaseUrl(settings);
  if (key !== null) {
    const { profile, completionDeliveryValue } = settings;
    return {
      baseUrl,
      apiKey: key.value.secret,
      profile: profile?.value,
      completionDeliveryValue: completionDeliveryValue.value,
    };
  }
  throw noKey(settings);
}

async function openClient({ surroundings, flags, output, mask, reach, ...rest }: Opening): Promise<OpenClient> {
  const { openServiceClient } = await import('./compose-client.js');
  return openServiceClient({
    ...surroundings,
    baseUrl: reach.baseUrl,
    apiKey: reach.apiKey ?? '',
    completionDeliveryValue: reach.completionDeliveryValue,
    profile: reach.profile,
    ...rest,
    timeout: flags.timeout,
    retryFor: flags.retryFor,
    trace: flags.debug === true ? (line) => output.trace(line) : undefined,
    traceBodies: flags.debugBodies,
    mask,
    strict: flags.strict,
    onGuess: tellGuesses(output),
    onWrite: () => output.changing(),
    onUnrecorded: (request) =>
      output.warn(
        `The outcome of request ${request} could not be recorded, so it is listed as unsettled. ` +
          `Make room on the disk, then run \`esign request resume ${request}\`.`,
      ),
    onTwin: ({ id }) =>
      output.note(`An identical request had an unknown outcome. It is settled first, with its own key: request ${id}.`),
    onWait: tellWaits(output, surroundings.clock),
    onWritten: (write) => output.changed(write),
  });
}

/** Each once, however often a request is prepared. */
function tellGuesses(output: Output): (problem: Problem) => void {
  const told = new Set<string>();
  return ({ path, message }) => {
    const words = `${path === '' ? 'The body' : `\`${path}\``} ${message}, as esign assumes. It is sent all the same, unless you add --strict.`;
    if (!told.has(words)) output.warn(words);
    told.add(words);
  };
}

/** Concurrent requests wait for the same thing, so one line covers all of them. */
function tellWaits(output: Output, { now }: Host['clock']): (wait: Wait) => void {
  let toldUntil = -Infinity;
  let toldAttempt = 0;
  return ({ milliseconds, attempt, why }) => {
    if (now() < toldUntil && attempt <= toldAttempt) return;
    toldUntil = now() + milliseconds;
    toldAttempt = attempt;
    const next = attempt === 1 ? '' : ` before attempt ${attempt}`;
    const cause = `${why.charAt(0).toUpperCase()}${why.slice(1).replace(/[.]$/, '')}`;
    output.note(`${cause}. Waiting ${Math.ceil(milliseconds / 1000)} s${next}.`);
  };
}
