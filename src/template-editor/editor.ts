import type { Context } from '../cli/context.js';
import { contractInUse } from '../cli/contract.js';
import { explain } from '../cli/explain.js';
import { CommandFailure } from '../cli/failure.js';
import type { Asker } from '../cli/until-connected.js';
import { newDataKeyProblem } from '../contract/data-key.js';
import type { Contract } from '../contract/overlay/contract.js';
import type { Field, NamingRun, Person, Template } from '../contract/resources/template.js';
import { roleHolder } from '../rules/role-holder.js';
import { meanTheSame, newlyShared, type SharedAddress } from '../rules/shared-addresses.js';
import { labelOf } from '../template/field-words.js';
import { type CommandLines, commandLines } from '../wizard/command-lines.js';
import { ChangedMeanwhile, HeldTemplate } from '../wizard/held-template.js';
import { Memory } from '../wizard/memory.js';
import { acceptLine } from '../wizard/naming-actions.js';
import { address, names as countedNames, sharedAfter, sharedWarnings } from '../wizard/naming-list.js';
import { suggestedOf } from '../wizard/people-screen.js';
import { namesOf } from '../names-file/names.js';
import { answersOf, type PersonFacts, personStart, type PersonState } from '../wizard/person-screen.js';
import { calledAtStart, consequence, meanings } from '../wizard/person-words.js';
import { type Answers, answerProblem, proposedAnswers, questionOf, questionsFor } from '../wizard/questions.js';
import { isDecided } from '../wizard/save-decision.js';
import type { KeptFile } from './kept-file.js';
import type { AcceptRequest, DecideRequest, GiveRequest, NameRequest } from './requests.js';
import type { Agreement, EditorState, Outcome, PersonChoice, Weighed } from './shapes.js';
import { editorState, whyNotNamed } from './state.js';

/** A change that was saved: in words, and the command that does the same. */
export interface SavedChange {
  readonly words: string;
  readonly command: string;
}

export interface EditorParts {
  readonly context: Context;
  readonly templateId: string;
  /** Called after each change; the page gets its answer afterwards. */
  readonly saved: (change: SavedChange) => Promise<void>;
  /** Of a wizard that the page stands beside; `tell` is called at each change. */
  readonly wizard?: { readonly template: HeldTemplate; readonly tell: () => void };
  /** A file that is written when the names change. */
  readonly file: Pick<KeptFile, 'write'> | null;
}

/**
 * One template with its people and suggestions, as the page and the wizard change it: every write carries the ETag of
 * what was read, and what somebody else changed is answered instead of overwritten. One act runs at a time.
 */
export class Editor {
  readonly #parts: EditorParts;
  readonly #template: HeldTemplate;
  readonly #lines: CommandLines;
  readonly #contract: Contract | undefined;
  #people: readonly Person[];
  #run: NamingRun | null = null;
  #last: Promise<unknown> = Promise.resolve();

  private constructor(
    parts: EditorParts,
    template: HeldTemplate,
    people: readonly Person[],
    contract: Contract | undefined,
  ) {
    this.#parts = parts;
    this.#template = template;
    this.#people = people;
    this.#lines = commandLines(template.body.id, parts.context.flags());
    this.#contract = contract;
  }

  /** Reads the template and its people. Throws what reading throws. */
  static async open(parts: EditorParts): Promise<Editor> {
    const { wizard } = parts;
    const template =
      wizard?.template.beside(asker(), wizard.tell) ??
      (await HeldTemplate.read(parts.context, asker(), parts.templateId));
    const people = await template.people('all');
    return new Editor(parts, template, people, (await contractInUse(parts.context.settings()))?.contract);
  }

  get form(): Template {
    return this.#template.body;
  }

  state(): EditorState {
    return editorState(this.form, this.#people, this.#run);
  }

  /** Reads the template anew; `changed` when somebody else changed it. */
  refresh(): Promise<Outcome> {
    return this.#act([], async () => {
      const changes = await this.#template.refresh();
      this.#people = await this.#template.people('all');
      if (changes.length > 0) return { kind: 'changed', changes, state: this.state() };
      return this.#saved('');
    });
  }

  /** Asks the service for names of the fields that have none. */
  propose(): Promise<Outcome> {
    return this.#act([], async () => {
      this.#run = await this.#template.propose();
      return this.#saved('');
    });
  }

  name({ field: id, names, was, agreed }: NameRequest): Promise<Outcome> {
    const key = names.key?.trim() ?? '';
    const label = names.label?.trim() ?? '';
    const wanted = {
      data_key: key === '' ? null : key,
      subject: names.subject,
      label: label === '' ? null : label,
    };
    const isDone = (): boolean => {
      const field = this.#field(id);
      return field?.data_key === wanted.data_key && field.subject === wanted.subject && field.label === wanted.label;
    };
    return this.#act(
      agreed,
      async (ask) => {
        const field = this.#field(id);
        if (field === undefined) return refused('The field is no longer on the form.');
        const problem = this.#nameProblem(field, wanted);
        if (problem !== null) return refused(problem);
        if (field.data_key !== was.key || field.subject !== was.subject || field.label !== was.label) {
          return this.#changed([`“${labelOf(field, this.form)}” is now ${wordsOfName(field)}.`]);
        }
        const after = this.form.fields.map((each) =>
          each.id === id ? { ...each, ...wanted, label: each.label } : each,
        );
        const shared = newlyShared(this.form.fields, after);
        const asked = ask('shared', this.#sharedWords(shared), sharedQuestion);
        if (asked !== null) return asked;
        await this.#template.rename(id, wanted);
        const named = this.#field(id) ?? field;
        const words = `“${labelOf(named, this.form)}” is now ${wordsOfName(named)}.`;
        return await this.#tell(words, this.#lines.rename(id, wanted, shared.length > 0));
      },
      isDone,
    );
  }

  /** The form of a person, with the defaults of the wizard, and what saving it does. Null: there is no such person. */
  weigh(choice: PersonChoice): Weighed | null {
    const facts = this.#facts(choice.person);
    if (facts === null) return null;
    const { person, form, contract } = facts;
    const state = chosenState(person, choice);
    const answers = answersOf(state, facts);
    return {
      decision: state.decision,
      decisions: person.offered.map((value) => ({ value, meaning: meanings[value] })),
      questions: questionsFor(state.decision, person).map((id) => {
        const { words, choices, limit } = questionOf(id, person, form, answers, contract);
        return { id, words, choices, limit, value: answers[id] ?? '' };
      }),
      consequence: consequence(answers, person, form),
    };
  }

  decide({ was, agreed, ...choice }: DecideRequest): Promise<Outcome> {
    return this.#act(
      agreed,
      async (ask) => {
        const facts = this.#facts(choice.person);
        if (facts === null) return refused('The person is no longer on the form.');
        const { person, form, contract } = facts;
        const { role_name: role, subject_key: subject } = person.current;
        if (role !== was.role || subject !== was.subject) {
          const now = this.state().people.find(({ id }) => id === person.id);
          return this.#changed([`“${person.heading}”: ${now?.consequence ?? ''}`]);
        }
        const answers = answersOf(chosenState(person, choice), facts);
        for (const id of questionsFor(answers.decision, person)) {
          const question = questionOf(id, person, form, answers, contract);
          const problem = question.choices === null ? answerProblem(answers[id] ?? '', question) : null;
          if (problem !== null) return refused(`${question.words}: ${problem}`);
        }
        return await this.#andSuggest(await this.#decide(person, answers, ask));
      },
      () => this.#isDecidedSo(choice),
    );
  }

  /** Saves every suggestion for the people; a witness is permanent, so each is left to be decided alone. */
  decideSuggested(): Promise<Outcome> {
    return this.#act([], async (ask) => {
      let count = 0;
      for (const { person, answers } of suggestedOf(this.#people)) {
        if (answers.decision === 'witness') continue;
        const outcome = await this.#decide(person, answers, ask);
        if (outcome.kind !== 'saved') return outcome;
        count += 1;
      }
      return await this.#andSuggest(this.#saved(`${count === 1 ? '1 person' : `${count} people`}.`));
    });
  }

  /** Accepts names as they were shown; what the service no longer suggests so is left out. */
  accept({ names, agreed }: AcceptRequest): Promise<Outcome> {
    return this.#act(agreed, async (ask) => {
      if (this.#run === null || this.#run.template_etag !== this.#template.etag) {
        this.#run = await this.#template.propose();
      }
      const run = this.#run;
      const wanted = new Map(names.map((name) => [name.field, name]));
      const chosen = run.proposals.fields.filter(({ field_id: id, proposed }) => {
        const name = wanted.get(id);
        return name !== undefined && name.key === proposed.data_key && name.subject === proposed.subject;
      });
      if (chosen.length === 0) return refused('The service no longer suggests these names. Look at them again.');
      const asked = ask('shared', this.#sharedWords(sharedAfter(chosen, this.form)), sharedQuestion);
      if (asked !== null) return asked;
      await this.#template.accept(
        run,
        chosen.map(({ id }) => id),
      );
      const left = names.length - chosen.length;
      const words = `${countedNames(chosen.length)}.${left === 0 ? '' : ` ${countedNames(left)} changed: look again.`}`;
      const line = acceptLine({ lines: this.#lines }, run, (proposal) => chosen.includes(proposal));
      return await this.#andSuggest(await this.#tell(words, line));
    });
  }

  /** Gives all fields of a role that nobody on the form has to a person, who is called by that role then. */
  give({ person: id, role, agreed }: GiveRequest): Promise<Outcome> {
    return this.#act(agreed, async (ask) => {
      const person = this.#people.find((each) => each.id === id);
      const proposed = person === undefined ? null : proposedAnswers(person);
      const isOffered = this.state().others?.takers.some((taker) => taker.id === id) === true;
      if (person === undefined || proposed === null || !isOffered)
        return refused('This person cannot take the fields.');
      const words = `${calledAtStart(person)} is called “${role}” and fills in these fields too.`;
      return await this.#andSuggest(await this.#decide(person, { ...proposed, role_name: role }, ask, words));
    });
  }

  async #decide(
    person: Person,
    answers: Answers,
    ask: Ask,
    words = consequence(answers, person, this.form),
  ): Promise<Outcome> {
    const holder = roleHolder(this.#people, person.id, answers.role_name);
    if (holder !== null && answers.role_name !== person.proposed.role_name) {
      const words = `“${holder.heading}” already signs as ${answers.role_name}. One recipient would sign for both.`;
      const asked = ask('same person', [words], 'Is this the same person?');
      if (asked !== null) return asked;
    }
    if (answers.decision === 'witness') {
      const words = 'A witness is permanent. It cannot be changed once it is saved.';
      const asked = ask('witness', [words], `Save “${person.heading}” as a permanent witness?`);
      if (asked !== null) return asked;
    }
    await this.#template.decide(person.id, answers);
    this.#people = await this.#template.people('all');
    return await this.#tell(words, this.#lines.decide(person.id, answers));
  }

  /** Suggestions for the template as it is now: who is decided makes names surer. */
  async #andSuggest(outcome: Outcome): Promise<Outcome> {
    if (outcome.kind !== 'saved' || this.#run === null) return outcome;
    try {
      this.#run = await this.#template.propose();
      return { ...outcome, state: this.state() };
    } catch (error) {
      // The change is saved; what somebody else changed right after it is shown beside that.
      if (!(error instanceof ChangedMeanwhile)) return outcome;
      this.#people = await this.#template.people('all');
      return { ...outcome, state: this.state(), changes: error.changes };
    }
  }

  #facts(id: string): PersonFacts | null {
    const at = this.#people.findIndex((each) => each.id === id);
    const person = this.#people[at];
    if (person === undefined) return null;
    const place = { number: at + 1, of: this.#people.length };
    return { person, form: this.form, contract: this.#contract, columns: 0, hasPictures: false, ...place };
  }

  #field(id: string): Field | undefined {
    return this.form.fields.find((each) => each.id === id);
  }

  #nameProblem(field: Field, wanted: { readonly data_key: string | null; readonly subject: string | null }) {
    const whyNot = whyNotNamed(field, this.form);
    if (whyNot !== null) return whyNot;
    const keys = this.form.subjects.map(({ key }) => key);
    if (wanted.subject !== null && wanted.subject !== field.subject && !keys.includes(wanted.subject)) {
      return `“${wanted.subject}” is not saved yet. Accept the suggestion as it is, or decide about the person first.`;
    }
    if (wanted.data_key === null || wanted.data_key === field.data_key) return null;
    const problem = newDataKeyProblem(wanted.data_key, keys);
    return problem === null ? null : `The column name ${problem}.`;
  }

  #isDecidedSo(choice: PersonChoice): boolean {
    const facts = this.#facts(choice.person);
    if (facts === null || !isDecided(facts.person)) return false;
    const { role_name: role, subject_key: subject } = choice.typed;
    const { current } = facts.person;
    return role !== undefined && role === current.role_name && (subject ?? null) === current.subject_key;
  }

  /** What two fields would share, unless they say themselves that they mean the same. */
  #sharedWords(all: readonly SharedAddress<Field>[]): readonly string[] {
    const shared = all.filter(({ fields }) => !meanTheSame(fields));
    return sharedWarnings(shared, this.form).map(({ text }) => text);
  }

  async #tell(words: string, command: string): Promise<Outcome> {
    // Read again each time: the wizard may be open beside the page.
    const memory = await Memory.open(this.#parts.context, this.form);
    await memory.didRun(command);
    await this.#parts.saved({ words, command });
    return this.#saved(words);
  }

  /** The file follows what is saved, by whomever. */
  async #kept(outcome: Outcome): Promise<Outcome> {
    if (this.#parts.file === null || (outcome.kind !== 'saved' && outcome.kind !== 'changed')) return outcome;
    const problem = await this.#parts.file.write(namesOf(this.form, this.#people, this.#template.etag));
    return problem === null ? outcome : { ...outcome, problem };
  }

  #saved(said: string): Outcome {
    return { kind: 'saved', said, state: this.state() };
  }

  #changed(changes: readonly string[]): Outcome {
    return { kind: 'changed', changes, state: this.state() };
  }

  /**
   * Runs one act after the other. `isDone` tells after a change by others whether the template has it already: the
   * response to an earlier attempt can be lost, but not the attempt.
   */
  #act(
    agreed: readonly Agreement[],
    work: (ask: Ask) => Promise<Outcome>,
    isDone: () => boolean = () => false,
  ): Promise<Outcome> {
    const ask: Ask = (id, words, question) =>
      words.length === 0 || agreed.includes(id) ? null : { kind: 'ask', id, words, question };
    const done = this.#last.then(async (): Promise<Outcome> => {
      try {
        return await this.#kept(await work(ask));
      } catch (error) {
        if (error instanceof ChangedMeanwhile) {
          this.#people = await this.#template.people('all').catch(() => this.#people);
          return await this.#kept(isDone() ? this.#saved('Saved.') : this.#changed(error.changes));
        }
        const { message, hint, ours } = explain(error);
        if (ours) throw error;
        return refused(error instanceof NotConnected || hint === null ? message : `${message} ${hint}`);
      }
    });
    this.#last = done.catch(() => undefined);
    return done;
  }
}

/** Null when there is nothing to ask, or when it was agreed to. */
type Ask = (id: Agreement, words: readonly string[], question: string) => Outcome | null;

const sharedQuestion = 'One value fills them all. Do they mean the same?';

const refused = (message: string): Outcome => ({ kind: 'refused', message });

const wordsOfName = ({ subject, data_key: key }: Field): string =>
  key === null ? 'without a name' : subject === null ? key : address(subject, key);

function chosenState(person: Person, { decision, typed }: PersonChoice): PersonState {
  const start = personStart(person);
  const given = decision === undefined || !person.offered.includes(decision) ? start.decision : decision;
  return { ...start, decision: given, typed: { ...start.typed, ...(typed as PersonState['typed']) } };
}

class NotConnected extends CommandFailure {}

/** In place of the wizard's question whether to try again: the page says so, and its form keeps what was typed. */
function asker(): Asker {
  let words = '';
  return {
    say: (text) => {
      if (typeof text === 'string') words = text;
    },
    select: () => Promise.reject(new NotConnected(8, 'not_connected', `${words} Try again.`)),
  };
}
