import { isDeepStrictEqual } from 'node:util';
import { noteLive } from '../../cli/write/write.js';
import type { Context } from '../../cli/context/context.js';
import { pluralize } from '../../cli/context/counted.js';
import { Cancelled } from '../../cli/failure/failure.js';
import { ServiceFailure } from '../../client/failure.js';
import { isDecided, isNamed } from '../../contract/decision.js';
import type { Person, Template } from '../../contract/resources/template.js';
import type { Choice, Prompt } from '../../core/terminal/prompt.js';
import { decisionState } from '../../authoring/wizard/decision-state.js';
import { consequence } from '../../authoring/wizard/person-words.js';
import { bodyOf, proposedAnswers } from '../../authoring/wizard/questions.js';
import { impatientClient, untilConnected } from '../../cli/context/until-connected.js';
import { picturesFor } from '../../authoring/wizard/template-pictures.js';

type Step = 'proposals' | 'wizard' | 'leave';

/**
 * Lists the people on the form that nobody has decided about, and offers to: otherwise one signer signs for all who have
 * no role. Returns the resulting template. Throws Cancelled when the user leaves; saved decisions
 * are kept.
 */
export async function decidePeople(context: Context, prompt: Prompt, template: Template): Promise<Template> {
  let proposals = true;
  const read = (): Promise<Template> => untilConnected(prompt, () => readTemplate(context, template.id));
  for (let changed = template; ; changed = await read()) {
    const open = await untilConnected(prompt, () => openPeople(context, template.id));
    if (open.length === 0) return changed;
    prompt.say(undecidedHint(open, changed));
    const key = await context.settings().key();
    if (key?.value.mode === 'test') {
      prompt.say(`A test key cannot change this. With the live key, run: esign template wizard ${template.id}`);
      return changed;
    }
    const usual: boolean = proposals && open.some((person) => proposedAnswers(person) !== null);
    const step: Step = await prompt.select('Who of these people signs?', choicesFor(open, usual));
    if (step === 'leave') return changed;
    await noteLive(context);
    if (step === 'wizard') await walk(context, prompt, template.id);
    // A person who changed meanwhile is shown again before a second attempt.
    proposals = step === 'proposals' && (await applyProposals(context, prompt, template.id, open));
    if (step === 'wizard') return read();
  }
}

const readTemplate = async (context: Context, templateId: string): Promise<Template> =>
  (await (await impatientClient(context)).call('getTemplate', { parameters: { templateId } })).body;

const openPeople = async (context: Context, templateId: string): Promise<readonly Person[]> =>
  (await peopleOf(context, templateId)).filter((person) => !isDecided(person));

/** Empty if the key may not read the people on the form. */
async function peopleOf(context: Context, templateId: string): Promise<readonly Person[]> {
  try {
    return (await (await impatientClient(context)).call('listTemplatePeople', { parameters: { templateId } })).body
      .people;
  } catch (error) {
    if (error instanceof ServiceFailure && error.status < 500) return [];
    throw error;
  }
}

/** Roles of people who are marked as only on some forms, though an envelope must name them all the same. */
export async function conditionalRoles(context: Context, templateId: string): Promise<readonly string[]> {
  const people = await peopleOf(context, templateId);
  return people.flatMap(({ current, proposed }) =>
    current.role_name !== null && proposed.presence === 'conditional' ? [current.role_name] : [],
  );
}

function undecidedHint(open: readonly Person[], template: Template): string {
  const what = open.every(isNamed) ? 'saved as a witness' : 'assigned to a role';
  return [
    '',
    `${pluralize(open.length, 'person', 'people')} on the form ${open.length === 1 ? 'is' : 'are'} not ${what} yet:`,
    ...open.map((person) => {
      const proposed = proposedAnswers(person);
      const words = proposed === null ? 'No suggestion.' : consequence(proposed, person, template);
      return `  ${person.heading} (page ${person.page}): ${words}`;
    }),
    ...(open.every(isNamed)
      ? []
      : [`Until then, ${template.roles.map(({ name }) => `“${name}”`).join(' or ')} signs in their place.`]),
  ].join('\n');
}

function choicesFor(open: readonly Person[], proposals: boolean): readonly Choice<Step>[] {
  const witness = open.some(({ proposed }) => proposed.decision === 'witness');
  return [
    ...(proposals
      ? [
          {
            value: 'proposals',
            name: `Save the proposals${witness ? ' (a witness cannot be changed later)' : ''}`,
          } as const,
        ]
      : []),
    { value: 'wizard', name: 'Decide one by one' },
    { value: 'leave', name: 'Continue without changes' },
  ];
}

/**
 * Saves the proposals one by one, since each can change the others. A person who changed since they were shown is
 * skipped. Refusals of the service are printed. Returns whether somebody was skipped because of a change.
 */
async function applyProposals(
  context: Context,
  prompt: Prompt,
  templateId: string,
  open: readonly Person[],
): Promise<boolean> {
  const client = await impatientClient(context);
  let changed = false;
  for (const person of open) {
    if (proposedAnswers(person) === null) continue;
    try {
      const now = await untilConnected(prompt, (isAgain) => saveProposal(client, templateId, person, isAgain));
      changed ||= now !== 'saved';
      prompt.say(
        now === 'saved'
          ? `Saved: ${person.heading}.`
          : `${person.heading} has changed since it was shown${now === null ? '' : nowWords(now)}. Not saved.`,
      );
    } catch (error) {
      if (!(error instanceof ServiceFailure)) throw error;
      changed ||= error.code === 'template_changed';
      prompt.say(`${person.heading}: ${error.message}`);
    }
  }
  return changed;
}

/**
 * Saves the proposal for one person; returns the person as they are now if they changed since they were shown, null if
 * they are gone. `isAgain`: an earlier attempt may have saved it.
 */
async function saveProposal(
  client: Awaited<ReturnType<typeof impatientClient>>,
  templateId: string,
  person: Person,
  isAgain: boolean,
): Promise<'saved' | Person | null> {
  const proposed = proposedAnswers(person);
  if (proposed === null) return person;
  // The ETag is read first, so that a change between the two reads is refused.
  const { body: form, etag } = await client.call('getTemplate', { parameters: { templateId } });
  const { body } = await client.call('listTemplatePeople', { parameters: { templateId } });
  const now = body.people.find(({ id }) => id === person.id);
  if (now === undefined) return null;
  if (!isAsShown(person, now)) {
    return isAgain && decisionState(proposed, { person: now, form }) === 'saved' ? 'saved' : now;
  }
  // The service's own way to take a proposal leaves the details with the person who fills them in now.
  await client.call('decideTemplatePerson', {
    parameters: { templateId, personId: person.id },
    body: bodyOf(proposed),
    ...(etag === undefined ? {} : { ifMatch: etag }),
  });
  return 'saved';
}

const isAsShown = (shown: Person, now: Person): boolean =>
  isDeepStrictEqual([shown.current, shown.proposed], [now.current, now.proposed]);

function nowWords(person: Person): string {
  const { role_name: role, subject_key: subject } = person.current;
  if (role === null && subject === null) return '';
  return `: decided as ${[role, subject].filter((each) => each !== null).join(', ')}`;
}

/** Runs only the first part of the wizard: the people, and the fields of nobody. */
async function walk(context: Context, prompt: Prompt, id: string): Promise<void> {
  const { withSession } = await import('../../authoring/editor/wizard-session.js');
  const { peopleAndOthers } = await import('../../authoring/wizard/people-overview.js');
  const pictures = picturesFor(context, prompt, prompt.room.colour ? undefined : 'none');
  const move = await withSession(context, id, { prompt, pictures, afterPeople: 'the envelope' }, (session) =>
    peopleAndOthers(session, 'open'),
  );
  if (move === 'leave') throw new Cancelled('No envelope was created. Your decisions are saved.');
}
