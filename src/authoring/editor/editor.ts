import { contractInUse } from '../../cli/context/contract.js';
import { newDataKeyProblem } from '../../contract/data-key.js';
import type { Contract } from '../../contract/overlay/contract.js';
import type { Field, NamingRun, Person, Template } from '../../contract/resources/template.js';
import { newlyShared, type SharedAddress } from '../../domain/rules/shared-addresses.js';
import { labelOf } from '../template/field-words.js';
import type { Rename } from '../../contract/operations/templates.js';
import { type CommandLines, commandLines } from '../wizard/command-lines.js';
import { decisionState, type PersonOnForm } from '../wizard/decision-state.js';
import { ChangedMeanwhile, HeldTemplate } from '../wizard/held-template.js';
import { acceptLine } from '../wizard/naming-actions.js';
import {
  address,
  askedShares,
  isNamedSo,
  names as countedNames,
  type Proposal,
  sharedAfter,
  sharedQuestion,
} from '../wizard/naming-list.js';
import { suggestedOf } from '../wizard/people-screen.js';
import { answersInRole, answersOf, type Chosen, type PersonFacts, personStart } from '../wizard/person-screen.js';
import { calledAtStart, consequence, meanings, plainHeading } from '../wizard/person-words.js';
import { holderQuestion, holderWords, otherHolder, witnessQuestion, witnessWords } from '../wizard/save-decision.js';
import { type Answers, answerProblem, questionOf, questionsFor } from '../wizard/questions.js';
import { type Act, Acts, type ActsParts, awayAsker, refused } from './acts.js';
import type { EditorRequest } from './requests.js';
import type { EditorState, Outcome, PersonChoice, Weighed } from './shapes.js';
import { editorState, personNow, whyNotNamed } from './state.js';

export interface EditorParts extends ActsParts {
  readonly templateId: string;
  /** Of a wizard that the page stands beside; `tell` is called at each change. */
  readonly wizard?: { readonly template: HeldTemplate; readonly tell: () => void };
}

/**
 * One template with its people and suggestions, as the page and the wizard change it: every write carries the ETag of
 * what was read, and what somebody else changed is answered instead of overwritten. One act runs at a time.
 */
export class Editor {
  readonly #template: HeldTemplate;
  readonly #lines: CommandLines;
  readonly #contract: Contract | undefined;
  readonly #acts: Acts;
  #run: NamingRun | null = null;
  /** Whether a decision of this page was saved and the people were not read after it. */
  #isBehind = false;

  private constructor(parts: EditorParts, template: HeldTemplate, contract: Contract | undefined) {
    this.#template = template;
    this.#lines = commandLines(template.body.id, parts.context.flags());
    this.#contract = contract;
    this.#acts = new Acts(parts, {
      form: () => this.form,
      state: () => this.state(),
      names: () => template.state,
      reread: () => this.#reread(),
    });
  }

  /** Reads the template and its people. Throws what reading throws. */
  static async open(parts: EditorParts): Promise<Editor> {
    const { wizard } = parts;
    const template =
      wizard?.template.beside(awayAsker(), wizard.tell) ??
      (await HeldTemplate.read(parts.context, awayAsker(), parts.templateId));
    await template.people('all');
    return new Editor(parts, template, (await contractInUse(parts.context.settings()))?.contract);
  }

  get form(): Template {
    return this.#template.body;
  }

  state(): EditorState {
    return editorState(this.#template.state, this.#run);
  }

  /** Reads the template again; `changed` when somebody else changed it. */
  refresh(): Promise<Outcome> {
    return this.#acts.run([], async () => {
      // Read first, so that the page's own decision is not told as somebody else's.
      if (this.#isBehind) await this.#reread();
      const changes = await this.#template.refresh();
      await this.#reread();
      const own = await this.#acts.settled();
      if (own !== null) return this.#saved(own.words);
      return changes.length > 0 ? this.#changed(changes) : this.#saved('');
    });
  }

  /** Asks the service for names of the fields that have none. */
  propose(): Promise<Outcome> {
    return this.#acts.run([], async () => {
      this.#run = await this.#template.propose();
      return this.#saved('');
    });
  }

  name({ field: id, names, was, agreed }: EditorRequest<'name'>): Promise<Outcome> {
    const wanted = { data_key: textOrNull(names.data_key), subject: names.subject, label: textOrNull(names.label) };
    return this.#acts.run(agreed, async (act) => {
      const field = this.#field(id);
      if (field === undefined) return refused('Field not found: it was removed from the form.');
      const words = (): string => {
        const named = this.#field(id) ?? field;
        const read = wanted.label === was.label ? null : `signers now read “${labelOf(named, this.form)}”`;
        const called = `its name is ${wordsOfName(named)}`;
        if (read === null) return `“${labelOf(named, this.form)}”: ${called}.`;
        return wanted.data_key === was.data_key && wanted.subject === was.subject
          ? `${read}.`
          : `${read}, and ${called}.`;
      };
      const isDone = (): boolean => isNamedSo(this.#field(id), wanted);
      if (!isNamedSo(field, was)) {
        return isDone() ? this.#saved(words()) : this.#changed([words()]);
      }
      const run = await this.#runWithSubject(id, wanted);
      const problem = run === null ? this.#nameProblem(field, wanted) : null;
      if (problem !== null) return refused(problem);
      const after = this.form.fields.map((each) => (each.id === id ? { ...each, ...wanted, label: each.label } : each));
      const shared = newlyShared(this.form.fields, after);
      const asked = act.ask('shared', this.#sharedWords(shared), sharedQuestion);
      if (asked !== null) return asked;
      if (run !== null) await this.#accept(act, run, (proposal) => proposal.field_id === id);
      if (!isDone()) {
        await act.save({
          send: () => this.#template.rename(id, wanted),
          isSaved: isDone,
          change: () => ({ words: words(), command: this.#lines.rename(id, wanted, shared.length > 0) }),
        });
      }
      const outcome = this.#saved(words());
      return run === null ? outcome : await this.#andSuggest(outcome);
    });
  }

  /** The form of a person, with the defaults of the wizard, and what saving it does. Null if not found. */
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

  decide({ was, agreed, ...choice }: EditorRequest<'decide'>): Promise<Outcome> {
    return this.#acts.run(agreed, async (act) => {
      const facts = this.#facts(choice.person);
      if (facts === null) return refused('Person not found: they were removed from the form.');
      const { person, form, contract } = facts;
      const answers = answersOf(chosenState(person, choice), facts);
      if (JSON.stringify(personNow(person)) !== JSON.stringify(was)) {
        if (decisionState(answers, { person, form }) === 'saved')
          return this.#saved(consequence(answers, person, form));
        const now = this.state().people.find(({ id }) => id === person.id);
        return this.#changed([`“${person.heading}”: ${now?.consequence ?? ''}`]);
      }
      for (const id of questionsFor(answers.decision, person)) {
        const question = questionOf(id, person, form, answers, contract);
        const problem = question.choices === null ? answerProblem(answers[id] ?? '', question) : null;
        if (problem !== null) return refused(`${question.words}: ${problem}`);
      }
      return await this.#andSuggest(await this.#decide(act, person, answers));
    });
  }

  /** Saves every suggestion for the people; a witness is permanent, so each is left to be decided alone. */
  decideSuggested({ agreed }: EditorRequest<'decide-suggested'>): Promise<Outcome> {
    return this.#acts.run(agreed, async (act) => {
      const chosen = suggestedOf(this.#template.state.people).filter(({ answers }) => answers.decision !== 'witness');
      act.leaves(chosen.map(({ person }) => plainHeading(person.heading)));
      for (const { person, answers } of chosen) {
        const outcome = await this.#decide(act, person, answers);
        if (outcome.kind !== 'saved') return outcome;
      }
      const words = chosen.length === 1 ? '1 person' : `${chosen.length} people`;
      return await this.#andSuggest(this.#saved(`${words}.`));
    });
  }

  /** Accepts names as they were shown; what the service no longer suggests so is left out. */
  accept({ names, agreed }: EditorRequest<'accept'>): Promise<Outcome> {
    return this.#acts.run(agreed, async (act) => {
      const wanted = new Map(names.map((name) => [name.field, name]));
      const isWanted = ({ field_id: id, proposed }: Proposal): boolean => {
        const name = wanted.get(id);
        return name !== undefined && name.data_key === proposed.data_key && name.subject === proposed.subject;
      };
      const run = await this.#currentRun();
      const chosen = run.proposals.fields.filter(isWanted);
      if (chosen.length === 0) {
        const isDone = names.every(({ field, ...name }) => isNamedSo(this.#field(field), name));
        if (isDone) return await this.#andSuggest(this.#saved(`${countedNames(names.length)}.`));
        return refused('The service no longer suggests these names. Look at them again.');
      }
      const asked = act.ask('shared', this.#sharedWords(sharedAfter(chosen, this.form)), sharedQuestion);
      if (asked !== null) return asked;
      await this.#accept(act, run, isWanted);
      const left = names.length - chosen.length;
      const changed = left === 0 ? '' : ` ${countedNames(left)} changed: look again.`;
      return await this.#andSuggest(this.#saved(`${countedNames(chosen.length)}.${changed}`));
    });
  }

  /** Gives all fields of a role that nobody on the form has to a person, who is called by that role then. */
  give({ person: id, role, agreed }: EditorRequest<'give'>): Promise<Outcome> {
    return this.#acts.run(agreed, async (act) => {
      const facts = this.#facts(id);
      const isOffered = this.state().others?.takers.some((taker) => taker.id === id) === true;
      if (facts === null || !isOffered) return refused('This person cannot take the fields.');
      const { person } = facts;
      const words = `${calledAtStart(person)} is called “${role}” and fills in these fields too.`;
      return await this.#andSuggest(await this.#decide(act, person, answersInRole(facts, role), words));
    });
  }

  async #decide(
    act: Act,
    person: Person,
    answers: Answers,
    words = consequence(answers, person, this.form),
  ): Promise<Outcome> {
    const holder = otherHolder(this.#template.state.people, person, answers);
    const asked =
      (holder === null ? null : act.ask('same person', [holderWords(holder, answers.role_name)], holderQuestion)) ??
      (answers.decision === 'witness' ? act.ask('witness', [witnessWords], witnessQuestion(person)) : null);
    if (asked !== null) return asked;
    const before = { person, form: this.form };
    const now = (): PersonOnForm => ({ person: this.#facts(person.id)?.person, form: this.form });
    await act.save({
      send: () => this.#template.decide(person.id, answers),
      isSaved: () => decisionState(answers, now(), before) === 'saved',
      change: () => ({ words, command: this.#lines.decide(person.id, answers) }),
    });
    this.#isBehind = true;
    await this.#reread();
    return this.#saved(words);
  }

  async #accept(act: Act, run: NamingRun, isChosen: (proposal: Proposal) => boolean): Promise<void> {
    const chosen = run.proposals.fields.filter(isChosen);
    const ids = chosen.map(({ id }) => id);
    await act.save({
      send: () => this.#template.accept(run, ids),
      isSaved: () =>
        chosen.every(({ field_id: id, proposed: { data_key, subject } }) =>
          isNamedSo(this.#field(id), { data_key, subject }),
        ),
      change: () => ({
        words: `${countedNames(chosen.length)}.`,
        command: acceptLine({ lines: this.#lines }, run, isChosen),
      }),
    });
  }

  async #reread(): Promise<void> {
    await this.#template.people('all');
    this.#isBehind = false;
  }

  /** The suggestions for the template as it is held. */
  async #currentRun(): Promise<NamingRun> {
    if (this.#run?.template_etag === this.#template.etag) return this.#run;
    this.#run = await this.#template.propose();
    return this.#run;
  }

  /** A name about somebody who is not saved yet comes with the service's own suggestion alone: null for any other. */
  async #runWithSubject(id: string, wanted: Rename & Pick<Field, 'subject'>): Promise<NamingRun | null> {
    if (wanted.subject === null || this.form.subjects.some(({ key }) => key === wanted.subject)) return null;
    if (this.#run === null) return null;
    const run = await this.#currentRun();
    const isSuggested = run.proposals.fields.some(
      ({ field_id, proposed }) =>
        field_id === id && proposed.data_key === wanted.data_key && proposed.subject === wanted.subject,
    );
    return isSuggested ? run : null;
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
      await this.#template.people('all');
      return { ...outcome, state: this.state(), changes: error.changes };
    }
  }

  #facts(id: string): PersonFacts | null {
    const at = this.#template.state.people.findIndex((each) => each.id === id);
    const person = this.#template.state.people[at];
    if (person === undefined) return null;
    const place = { number: at + 1, of: this.#template.state.people.length };
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
    const { subject } = wanted;
    const problem = newDataKeyProblem(wanted.data_key, keys, undefined, { subject, fields: this.form.fields });
    return problem === null ? null : `The column name ${problem}.`;
  }

  #sharedWords(all: readonly SharedAddress<Field>[]): readonly string[] {
    return askedShares(all, this.form).map(({ text }) => text);
  }

  #saved(said: string): Outcome {
    return { kind: 'saved', said, state: this.state() };
  }

  #changed(changes: readonly string[]): Outcome {
    return { kind: 'changed', changes, state: this.state() };
  }
}

const textOrNull = (text: string | null): string | null => {
  const trimmed = text?.trim() ?? '';
  return trimmed === '' ? null : trimmed;
};

const wordsOfName = ({ subject, data_key: key }: Field): string =>
  key === null ? 'without a name' : subject === null ? key : address(subject, key);

function chosenState(person: Person, { decision, typed }: PersonChoice): Chosen {
  const start = personStart(person);
  const given = decision === undefined || !person.offered.includes(decision) ? start.decision : decision;
  const texts = Object.entries(typed).map(([id, text]) => [id, text?.trim()]);
  return { ...start, decision: given, typed: { ...start.typed, ...(Object.fromEntries(texts) as Chosen['typed']) } };
}
