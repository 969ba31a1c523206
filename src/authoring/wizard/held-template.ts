import { describeDifferences } from '../../client/template-diff.js';
import { compareSeen, type SeenChange } from '../last-seen/compare.js';
import { type Facts, factsOf, factsOfPeople, factsOfTemplate } from '../last-seen/facts.js';
import type { WholeTemplate } from '../names-file/names.js';
import { recall, remember, sameTemplate } from '../last-seen/remember.js';
import { seenChangeWords } from '../last-seen/words.js';
import { leavesOpen, ServiceFailure } from '../../client/failure.js';
import type { Context } from '../../cli/context/context.js';
import type { NamingRun, Person, Template } from '../../contract/resources/template.js';
import type { Rename } from '../../contract/operations/templates.js';
import { decisionState, type DecisionState, type PersonOnForm } from './decision-state.js';
import { isNamedSo } from './naming-list.js';
import { type Answers, bodyOf } from './questions.js';
import { type Asker, impatientClient, untilConnected } from '../../cli/context/until-connected.js';

type Client = Awaited<ReturnType<typeof impatientClient>>;

/** Somebody else changed the template since it was read here; `changes` says what, in sentences. */
export class ChangedMeanwhile extends Error {
  override readonly name = 'ChangedMeanwhile';
  readonly changes: readonly string[];

  constructor(changes: readonly string[]) {
    super('the template was changed by someone else');
    this.changes = changes;
  }
}

/** What a write is about. */
interface Written {
  readonly personId?: string | null;
  readonly fieldIds?: readonly string[];
  /** Whether the template, read again, holds it: the response to an earlier attempt was lost. */
  readonly isSaved: () => DecisionState | Promise<DecisionState>;
}

const stateOf = (isSaved: boolean): DecisionState => (isSaved ? 'saved' : 'not_saved');
const unknownState = 'Whether your answer was saved cannot be seen.';

/**
 * A template as the wizard knows it, with the ETag that goes with every write. A write that the service refuses because
 * somebody else was faster reads the template again and throws ChangedMeanwhile; every other failure passes.
 */
export class HeldTemplate {
  readonly #context: Context;
  readonly #client: Client;
  readonly #prompt: Asker;
  /** The people as they were last shown. */
  #state: WholeTemplate;
  /** The person who was decided here last. */
  #decided: string | null = null;
  /** What the page beside the wizard has saved since this was last shown. */
  #ahead: Pick<WholeTemplate, 'body' | 'etag'> | null = null;
  /** The people whom the wizard decided since the page beside it last looked. */
  readonly #decidedBeside = new Set<string>();
  /** Called after each write with the ETag before it, and the person whom it decided. */
  #onSaved: (from: string, personId: string | null) => void = () => undefined;

  private constructor(context: Context, prompt: Asker, client: Client, state: WholeTemplate) {
    this.#context = context;
    this.#prompt = prompt;
    this.#client = client;
    this.#state = state;
  }

  static async read(context: Context, prompt: Asker, id: string): Promise<HeldTemplate> {
    const client = await impatientClient(context);
    const parameters = { templateId: id };
    const { body, etag } = await untilConnected(prompt, () => client.call('getTemplate', { parameters }));
    return new HeldTemplate(context, prompt, client, { body, etag: etag ?? '', people: [] });
  }

  /**
   * The same template for a page beside the wizard. What the wizard saves is known there at once; what the page saves
   * is told with `tell`, and counts as seen here after `catchUp`: until then a write of the wizard asks about it.
   */
  beside(asker: Asker, tell: () => void): HeldTemplate {
    this.catchUp();
    const page = new HeldTemplate(this.#context, asker, this.#client, this.#state);
    page.#onSaved = (from) => {
      if (from === (this.#ahead?.etag ?? this.etag)) this.#ahead = { body: page.body, etag: page.etag };
      tell();
    };
    this.#onSaved = (from, personId) => {
      if (personId !== null) page.#decidedBeside.add(personId);
      if (page.etag === from) page.#state = { ...this.#state, people: page.state.people };
    };
    return page;
  }

  /** Takes over what the page has saved, unless others changed something as well; whether there was anything. */
  catchUp(): boolean {
    const ahead = this.#ahead;
    this.#ahead = null;
    if (ahead === null) return false;
    this.#state = { ...this.#state, ...ahead };
    return true;
  }

  /** What others changed since the person last looked at the template, in sentences; the step that asks shows it. */
  async sinceLastLook(): Promise<readonly string[]> {
    const known = await recall(this.#context, this.body.id);
    const people = await this.#readPeople();
    this.#state = { ...this.#state, people };
    const facts = factsOf(this.#state);
    const changes =
      known === null || !sameTemplate(known, facts) ? [] : compareSeen(known.facts, facts, [], this.#state).others;
    await this.#remember(facts);
    return changes.map((change) => seenChangeWords(change, this.#state));
  }

  /** Reads it again; returns what others changed since it was last shown, in sentences. */
  async refresh(): Promise<readonly string[]> {
    const before = this.#state;
    await this.#read();
    const people = await this.#readPeople();
    const changes = this.#show(people)
      .filter(({ id }) => !this.#decidedBeside.has(id))
      .map((change) => `${seenChangeWords(change, this.#state)}.`);
    this.#decidedBeside.clear();
    await this.#remember(factsOfPeople(people));
    // The response to a write leaves out parts (A8); only another ETag means a change.
    return [...(before.etag === this.etag ? [] : describeDifferences(before.body, this.body)), ...changes];
  }

  get state(): WholeTemplate {
    return this.#state;
  }

  get body(): Template {
    return this.#state.body;
  }

  get etag(): string {
    return this.#state.etag;
  }

  /**
   * The people in the order in which a reader meets them. Whom somebody else decided meanwhile is seen only when the
   * conversation comes to that person, unless `all` are shown at once.
   */
  async people(shown: 'all' | 'each' = 'each'): Promise<readonly Person[]> {
    this.catchUp();
    const people = await this.#readPeople();
    const changed = new Set(this.#show(people).map(({ id }) => id));
    const isSeen = ({ id }: Person): boolean => shown === 'all' || id === this.#decided || !changed.has(id);
    await this.#remember(factsOfPeople(people.filter(isSeen)));
    return people;
  }

  /** The ETag covers neither presence nor all else about a person, so the person is read again before the write. */
  async decide(personId: string, answers: Answers): Promise<void> {
    const read = async (): Promise<PersonOnForm> => {
      const people = await this.#readPeople();
      return { person: people.find(({ id }) => id === personId), form: this.body };
    };
    const isSaved = async (): Promise<DecisionState> => decisionState(answers, await read(), before);
    await this.#requireAsShown(personId);
    const before: PersonOnForm = { person: this.#state.people.find(({ id }) => id === personId), form: this.body };
    this.#decided = personId;
    await this.#write(
      async (ifMatch, isAgain) => {
        // What somebody else decided since then, the ETag may not tell.
        if (isAgain) await this.#requireAsShown(personId);
        return await this.#client.call('decideTemplatePerson', {
          parameters: { templateId: this.body.id, personId },
          body: bodyOf(answers),
          ...ifMatch,
        });
      },
      { personId, fieldIds: before.person?.fields.map(({ id }) => id) ?? [], isSaved },
    );
  }

  /** Throws ChangedMeanwhile if the person is decided otherwise than when they were shown. */
  async #requireAsShown(personId: string): Promise<void> {
    const people = await this.#readPeople();
    const changes = this.#show(people).filter(({ id }) => id === personId);
    if (changes.length === 0) return;
    throw await this.#changed(changes.map((change) => `${seenChangeWords(change, this.#state)}.`));
  }

  async rename(fieldId: string, name: Rename): Promise<void> {
    await this.#write(
      (ifMatch) =>
        this.#client.call('renameTemplateField', {
          parameters: { templateId: this.body.id, fieldId },
          body: { ...name },
          ...ifMatch,
        }),
      {
        fieldIds: [fieldId],
        isSaved: () => stateOf(this.#isNamed(fieldId, name)),
      },
    );
  }

  /** The same for many fields in one request, all or nothing. */
  async renameAll(names: readonly (Rename & { readonly id: string })[]): Promise<void> {
    await this.#write(
      (ifMatch) =>
        this.#client.call('renameTemplateFields', {
          parameters: { templateId: this.body.id },
          body: { fields: names.map((name) => ({ ...name })) },
          ...ifMatch,
        }),
      {
        fieldIds: names.map(({ id }) => id),
        isSaved: () => stateOf(names.every((name) => this.#isNamed(name.id, name))),
      },
    );
  }

  /** Names that the service proposes for the template as it is held. */
  async propose(): Promise<NamingRun> {
    const parameters = { templateId: this.body.id };
    const { body } = await untilConnected(this.#prompt, () => this.#client.call('createNamingRun', { parameters }));
    if (body.template_etag !== this.etag) throw await this.#changed();
    return body;
  }

  async accept(run: NamingRun, accept: readonly string[]): Promise<void> {
    const names = run.proposals.fields.filter(({ id }) => accept.includes(id));
    const isNamed = ({ field_id: id, proposed: { data_key, subject } }: (typeof names)[number]): boolean =>
      this.#isNamed(id, { data_key, subject });
    await this.#write(
      () =>
        this.#client.call('acceptNamingRun', {
          parameters: { templateId: this.body.id, runId: run.id },
          body: { accept: [...accept] },
        }),
      { isSaved: () => stateOf(names.every(isNamed)) },
    );
  }

  #isNamed(fieldId: string, name: Rename): boolean {
    return isNamedSo(
      this.body.fields.find(({ id }) => id === fieldId),
      name,
    );
  }

  /** Takes the people as shown from now on; answers with those who were decided otherwise since the last time. */
  #show(people: readonly Person[]): readonly SeenChange[] {
    const before = this.#state.people;
    this.#state = { ...this.#state, people };
    return compareSeen(factsOfPeople(before), factsOfPeople(people), [], this.#state).others;
  }

  async #readPeople(): Promise<readonly Person[]> {
    const parameters = { templateId: this.body.id };
    const { body } = await untilConnected(this.#prompt, () => this.#client.call('listTemplatePeople', { parameters }));
    return body.people;
  }

  /** Everything is shown on the way: what is asked about, and what changed since. */
  async #remember(shown: Facts = factsOfTemplate(this.body)): Promise<void> {
    await remember(this.#context, {
      templateId: this.body.id,
      etag: this.etag,
      shown,
      read: factsOfTemplate(this.body),
    });
  }

  async #write(
    call: (
      ifMatch: { readonly ifMatch: string },
      isAgain: boolean,
    ) => Promise<{ body: Template; etag: string | undefined }>,
    { personId = null, fieldIds = [], isSaved }: Written,
  ): Promise<void> {
    await untilConnected(this.#prompt, async (isAgain) => {
      const from = this.etag;
      try {
        const { body, etag } = await call({ ifMatch: from }, isAgain);
        this.#state = { ...this.#state, body: completed(this.body, body), etag: etag ?? from };
        if (etag === undefined) await this.#read();
        this.#onSaved(from, personId);
        await this.#remember();
      } catch (error) {
        const isRefused = error instanceof ServiceFailure && error.code === 'template_changed';
        const changed = isRefused ? await this.#changed([], fieldIds) : error;
        if (!(changed instanceof ChangedMeanwhile)) throw error;
        // The response to an earlier attempt was lost, but perhaps not the attempt.
        const state = isAgain || leavesOpen(error) ? await isSaved() : 'not_saved';
        if (state === 'unknown') throw new ChangedMeanwhile([unknownState, ...changed.changes]);
        if (state === 'not_saved') throw changed;
        this.#onSaved(from, personId);
      }
    });
  }

  /** First what the write would have overwritten: of a long list only the beginning is shown. */
  async #changed(people: readonly string[] = [], fieldIds: readonly string[] = []): Promise<ChangedMeanwhile> {
    const before = this.body;
    await this.#read();
    const of = ({ fields }: Template) => ({ fields: fields.filter(({ id }) => fieldIds.includes(id)) });
    const own = describeDifferences(of(before), of(this.body)).filter((change) =>
      fieldIds.some((id) => change.includes(id)),
    );
    const others = describeDifferences(before, this.body).filter((change) => !own.includes(change));
    return new ChangedMeanwhile([...people, ...own, ...others]);
  }

  async #read(): Promise<void> {
    const parameters = { templateId: this.body.id };
    const { body, etag } = await untilConnected(this.#prompt, () => this.#client.call('getTemplate', { parameters }));
    this.#state = { ...this.#state, body, etag: etag ?? '' };
    this.#ahead = null;
    await this.#remember();
  }
}

/** A rename answers without some properties (A8): what it leaves out stays as it was read. */
function completed(before: Template, after: Template): Template {
  const fields = new Map(before.fields.map((field) => [field.id, field]));
  const roles = new Map(before.roles.map((role) => [role.name, role]));
  return {
    ...after,
    fields: after.fields.map((field) => ({ ...fields.get(field.id), ...field })),
    roles: after.roles.map((role) => ({ ...roles.get(role.name), ...role })),
  };
}
