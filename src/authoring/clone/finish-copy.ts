import type { Context } from '../../cli/context/context.js';
import { contractInUse } from '../../cli/context/contract.js';
import type { Client } from '../../client/client.js';
import { isDecided } from '../../contract/decision.js';
import { personKey } from '../last-seen/facts.js';
import { recall } from '../last-seen/remember.js';
import { changeWords } from '../names-file/merge.js';
import type { WholeTemplate } from '../names-file/names.js';
import { readState } from '../template/names-state.js';
import { type Progress as Pushed, pushChanges } from '../template/push-steps.js';
import { translate, type Translation } from './translate.js';

/** What became of a copy. */
export interface Done {
  readonly copy: WholeTemplate;
  readonly created: boolean;
  readonly decided: readonly string[];
  readonly renamed: readonly string[];
  readonly losses: readonly string[];
  /** What differs of an earlier copy, and was left. */
  readonly differences: readonly string[];
  readonly unexpected: readonly string[];
}

interface Finishing {
  readonly context: Context;
  readonly to: Context;
  /** Its name. */
  readonly profile: string;
  readonly client: Client;
  readonly source: WholeTemplate;
}

interface Unfinished {
  readonly copy: WholeTemplate;
  readonly created: boolean;
  /** Losses that were told before anything was written. */
  readonly listed: readonly string[];
}

/** Writes decisions and names, and compares what is there then with the source. */
export async function finishCopy(
  { context, to, client, source, profile }: Finishing,
  { copy, created, listed: told }: Unfinished,
): Promise<Done> {
  const contract = (await contractInUse(to.settings()))?.contract;
  const pushed: Pushed = { decided: [], renamed: [] };
  try {
    const asked = await nameQuestions(client, copy, translate(source, copy, { contract }), pushed);
    const before = asked ? await readState(client, copy.body.id) : copy;
    const { plan } = await untouched(to, before, translate(source, before, { contract }));
    // The names come last: a copy that has them is complete.
    await pushChanges(client, before, plan, pushed);
  } catch (failure) {
    context.output.note(
      `The copy ${copy.body.id} is at ${profile}, and not complete. Run the same command again to complete it.`,
    );
    throw failure;
  }
  const now = await readState(client, copy.body.id);
  const checked = translate(source, now, { contract });
  const unexpected = [...checked.losses.filter((loss) => !told.includes(loss)), ...changesOf(checked)];
  return { copy: now, created, ...pushed, losses: checked.losses, differences: [], unexpected };
}

/** Questions get their keys by accepting what the service proposes for them (POST …/accept-current). */
async function nameQuestions(
  client: Client,
  { body: { id: templateId } }: WholeTemplate,
  { asked }: Translation,
  pushed: Pushed,
): Promise<boolean> {
  if (asked.size === 0) return false;
  const run = await client.call('createNamingRun', { parameters: { templateId }, body: {} });
  const accept = run.body.proposals.fields.filter(({ field_id: id, proposed }) => asked.get(id) === proposed.data_key);
  if (accept.length === 0) return false;
  const parameters = { templateId, runId: run.body.id };
  await client.call('acceptNamingRun', { parameters, body: { accept: accept.map(({ id }) => id) } });
  pushed.renamed.push(...accept.map(({ field_id: id }) => id));
  return true;
}

/** What is left to write of a copy whose names were not written yet, without decisions that somebody took since. */
export async function untouched(to: Context, copy: WholeTemplate, translation: Translation): Promise<Translation> {
  const seen = await recall(to, copy.body.id);
  const decisions = translation.plan.decisions.filter(({ change }) => {
    const person = copy.people.find(({ id }) => id === change.id);
    if (person === undefined || !isDecided(person)) return person !== undefined;
    return (['role_name', 'subject_key'] as const).every(
      (name) => seen?.facts.get(personKey(change.id, name)) === person.current[name],
    );
  });
  return { ...translation, plan: { ...translation.plan, decisions } };
}

/** The differences that could be written, in words. */
export const changesOf = ({ plan }: Translation): readonly string[] =>
  [...plan.decisions.map(({ change }) => change), ...plan.renames].map((change) => changeWords(change));
