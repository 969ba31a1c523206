import { baseUrlIn } from '../../core/config/listen-address.js';
import { configFolder, stateFolder } from '../../core/config/folders.js';
import { checkProfileName, readProfiles } from '../../core/config/profiles.js';
import { serviceHost } from '../../contract/service-host.js';
import type { LiveValues } from '../docs-gen/shells.js';
import { latestEnvelopes } from '../../store/envelope-states.js';
import { knownIdentity } from '../../store/identities.js';
import { envelopesNewestFirst } from '../../store/known-envelopes.js';
import { latestTemplates } from '../../store/seen-templates.js';
import { ifUsable, openState, type State } from '../../store/state.js';
import { visibleLine } from '../../core/platform/visible-text.js';
import { cut } from '../../core/terminal/text.js';

interface ValueRequest {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly home: string;
  readonly cwd: string;
}

const none: ReadonlyMap<string, string> = new Map();
const maxValues = 100;
const maxTitleLength = 60;

/**
 * Completions for profile names and for envelope and template IDs: lines of a value, a tab and a description; none where
 * the record cannot be read, which the command itself reports.
 */
export function completionValues(kind: string, place: ValueRequest): string {
  const found = isLive(kind) ? ifUsable(() => lists[kind](place), none) : none;
  return [...found].map(([value, about]) => `${value}\t${about}\n`).join('');
}

const shown = (text: string): string => cut(visibleLine(text), maxTitleLength);

function profiles({ env, home, cwd }: ValueRequest): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  try {
    const file = readProfiles(configFolder(env, home, cwd).value);
    for (const [name, { base_url }] of Object.entries(file.profiles)) {
      if (isProfileName(name)) found.set(name, shown(base_url));
    }
  } catch {
    // File errors are not reported on Tab; the command itself reports them.
  }
  return found;
}

/**
 * The host of a command without flags; null where unknown. IDs of other services, such as stopped emulators, would not
 * be found there.
 */
function currentHost(place: ValueRequest): string | null {
  const { env, home, cwd } = place;
  try {
    const { current, profiles: known } = readProfiles(configFolder(env, home, cwd).value);
    const name = env['ESIGN_PROFILE'] || current;
    const own = name !== null && Object.hasOwn(known, name) ? known[name]?.base_url : undefined;
    const address = baseUrlIn(env) || own;
    if (address === undefined) return null;
    const host = serviceHost(address);
    return serviceHost(knownIdentity(stateOf(place), host) ?? address);
  } catch {
    // Nothing is printed while somebody types: without settings there is nothing to suggest.
    return null;
  }
}

/** Envelopes as last read here, latest first; then known ones that were never read. */
function envelopes(place: ValueRequest): ReadonlyMap<string, string> {
  const [state, here] = [stateOf(place), currentHost(place)];
  const found = new Map<string, string>();
  for (const { id, host, title, status, sealed } of latestEnvelopes(state, here, maxValues)) {
    if (!found.has(id)) found.set(id, facts(title, sealed === true ? 'sealed' : status, host));
  }
  for (const { id, host, firstAt } of envelopesNewestFirst(state, here ?? undefined)) {
    if (found.size >= maxValues) break;
    if (!found.has(id)) found.set(id, shown(`known since ${firstAt}, ${host}`));
  }
  return found;
}

/** Templates as last read here, latest first. */
function templates(place: ValueRequest): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const { id, host, name } of latestTemplates(stateOf(place), currentHost(place))) {
    if (found.size >= maxValues) break;
    if (!found.has(id)) found.set(id, facts(name, host));
  }
  return found;
}

const stateOf = ({ env, home, cwd }: ValueRequest): State => openState(stateFolder(env, home, cwd).value);
const facts = (...about: readonly (string | null)[]): string =>
  about
    .filter((each) => each !== null)
    .map(shown)
    .join(', ');

const isLive = (kind: string): kind is LiveValues => Object.hasOwn(lists, kind);

const lists: Readonly<Record<LiveValues, (place: ValueRequest) => ReadonlyMap<string, string>>> = {
  profiles,
  envelopes,
  templates,
};

function isProfileName(name: string): boolean {
  try {
    checkProfileName(name);
    return true;
  } catch {
    // It throws for nothing else.
    return false;
  }
}
