import type { Host } from '../context/context.js';
import { IdBegun, UsageFailure } from '../failure/failure.js';
import { stateFolder } from '../../core/config/folders.js';
import { isUuid } from '../../contract/schema.js';
import type { RecordedRequest } from '../../store/entry.js';
import { latestEnvelopes } from '../../store/envelope-states.js';
import { openRequestJournal } from '../../store/requests.js';
import { latestTemplates } from '../../store/seen-templates.js';
import { openState, type State } from '../../store/state.js';
import { uuidOf } from './identifier.js';
import { asTemplateName, templateId } from './template-id.js';

/** The number of states that are read only to find an ID. */
const maxRead = 10_000;
const maxShown = 10;

/** The operation that creates an ID of each kind, as the request journal names it. */
const createdBy: Readonly<Record<string, string>> = {
  template: 'createTemplate',
  webhook: 'registerWebhook',
  authorisation: 'createAuthorisation',
};

/**
 * A command line in which an ID prefix is replaced by the full ID, if this machine knows exactly one match; for a
 * template, without a match it may be a name. It sends no request to the service. Throws the given failure when no match
 * is known or when several words could be the prefix, and a UsageFailure that lists the candidates when several IDs
 * match.
 */
export async function withWholeId(words: readonly string[], failure: IdBegun, machine: ThisMachine): Promise<string[]> {
  const { what, begun } = failure;
  const isMeant = (word: string): boolean => word === begun || (word.startsWith('--') && word.endsWith(`=${begun}`));
  if (words.filter(isMeant).length !== 1) throw failure;
  const whole = await wholeId(failure, machine);
  if (whole === null && what !== 'template') throw failure;
  const meant = whole ?? asTemplateName(begun);
  return words.map((word) => (isMeant(word) ? word.slice(0, word.length - begun.length) + meant : word));
}

/**
 * The full ID for an ID or an ID prefix in the argument of a tool, and a marked name for any other text of a template,
 * as on the command line. Throws as `withWholeId` does, and UsageFailure for what cannot be an ID.
 */
export async function completeId(what: string, text: string, machine: ThisMachine): Promise<string> {
  try {
    return what === 'template' ? templateId(text) : uuidOf(what)(text);
  } catch (failure) {
    if (!(failure instanceof IdBegun)) throw failure;
    const whole = await wholeId(failure, machine);
    if (whole === null && what !== 'template') throw failure;
    return whole ?? asTemplateName(text);
  }
}

type ThisMachine = Pick<Host, 'env' | 'home' | 'cwd' | 'clock'>;

/** The one ID that begins so; null for none. Throws UsageFailure for several. */
async function wholeId(failure: IdBegun, { env, home, cwd, clock }: ThisMachine): Promise<string | null> {
  const { what, begun } = failure;
  const known = await knownIds(failure, stateFolder(env, home, cwd).value, clock.now);
  const found = [...known].filter((id) => id.startsWith(begun.toLowerCase()));
  if (found.length <= 1) return found[0] ?? null;
  const shown = found.slice(0, maxShown).map((id) => `  ${id}`);
  const more = found.length > maxShown ? [`  and ${found.length - maxShown} more`] : [];
  throw new UsageFailure(`The ${what} ID prefix "${begun}" is ambiguous: it matches ${found.length} IDs.`, {
    code: 'invalid_id',
    hint: ['Use the full ID:', ...shown, ...more].join('\n'),
  });
}

/** The IDs of one kind that this machine has created, read, or received in a delivery, in lower case. */
async function knownIds({ what }: IdBegun, folder: string, now: () => number): Promise<ReadonlySet<string>> {
  const state = openState(folder);
  const journal = openRequestJournal({ state, now });
  const created: string[] = [];
  if (what === 'envelope') for (const { id } of await journal.envelopes()) created.push(id);
  else for await (const request of journal.newestFirst()) created.push(...createdIds(what, request));
  const read = what === 'template' ? latestTemplates(state, null).map(({ id }) => id) : seenIds(what, state);
  return new Set([...created, ...read].filter(isUuid).map((id) => id.toLowerCase()));
}

function createdIds(what: string, request: RecordedRequest): readonly string[] {
  const { resource } = request.settled ?? {};
  return createdBy[what] === request.operation && resource !== undefined ? [resource] : [];
}

const seenIds = (what: string, state: State): readonly string[] =>
  what === 'envelope' ? latestEnvelopes(state, null, maxRead).map(({ id }) => id) : [];
