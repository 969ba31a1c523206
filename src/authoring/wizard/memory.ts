import { isObject, parseJson } from '../../core/platform/json.js';
import type { Context } from '../../cli/context/context.js';
import type { Template } from '../../contract/resources/template.js';
import type { TemplatePlace } from '../../store/last-seen.js';
import { ifUsable, type State } from '../../store/state.js';
import { addWizardNote, readWizardNotes } from '../../store/wizard-notes.js';

/** What the service does not know about a wizard that was left. Decisions are on the template itself. */
export interface Remembered {
  /** How much had a name when the wizard began. */
  readonly before: Template['coverage'];
  /** The command lines of what was done so far, in order. */
  readonly done: readonly string[];
  /** Ids of people and fields that were skipped. */
  readonly skipped: readonly string[];
}

/**
 * What was done with one template of one service. It is not needed to continue: without a usable state file it lasts as
 * long as the wizard. Several wizards and pages can be open at the same time, so each adds its own notes.
 */
export class Memory {
  readonly #state: State;
  readonly #place: TemplatePlace;
  readonly #now: () => number;
  /** Of a wizard that has just begun. */
  readonly #fresh: Remembered;
  #kept: Remembered;
  readonly resumed: boolean;

  private constructor(state: State, place: TemplatePlace, now: () => number, fresh: Remembered) {
    this.#state = state;
    this.#place = place;
    this.#now = now;
    this.#fresh = fresh;
    const kept = this.#read();
    this.#kept = kept ?? fresh;
    this.resumed = kept !== null;
  }

  static async open(context: Context, template: Template): Promise<Memory> {
    const place = { baseUrl: await context.recordedAs(), templateId: template.id };
    const fresh = { before: template.coverage, done: [], skipped: [] };
    return new Memory(await context.state(), place, context.clock.now, fresh);
  }

  get kept(): Remembered {
    return this.#kept;
  }

  /** Reads what others have added meanwhile. */
  refresh(): void {
    this.#kept = this.#read() ?? this.#kept;
  }

  didRun(line: string): void {
    const { done } = this.#kept;
    this.#add('done', line, { done: [...done, line] });
  }

  /** Takes a line back whose effect was undone. */
  forget(line: string): void {
    const { done } = this.#kept;
    this.#add('undone', line, { done: done.filter((_, at) => at !== done.lastIndexOf(line)) });
  }

  skip(id: string): void {
    const { skipped } = this.#kept;
    if (!skipped.includes(id)) this.#add('skipped', id, { skipped: [...skipped, id] });
  }

  /** `changed`: what is remembered after it, if no other process adds a note. */
  #add(kind: 'done' | 'undone' | 'skipped', text: string, changed: Partial<Remembered>): void {
    this.#kept = { ...this.#kept, ...changed };
    const note = { before: JSON.stringify(this.#fresh.before), kind, text };
    const isKept = ifUsable(() => {
      addWizardNote(this.#state, this.#place, note, this.#now());
      return true;
    }, false);
    if (isKept) this.refresh();
  }

  #read(): Remembered | null {
    const notes = ifUsable(() => readWizardNotes(this.#state, this.#place), null);
    if (notes === null) return null;
    const before = parseJson(notes.before);
    const isWhole = isObject(before) && Object.values(before).every((count) => typeof count === 'number');
    return { ...notes, before: isWhole ? (before as Template['coverage']) : this.#fresh.before };
  }
}
