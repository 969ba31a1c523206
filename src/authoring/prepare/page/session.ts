import type { PreparedForm } from '../../../document/prepare/prepared-field.js';
import type { SaveRequest } from './requests.js';
import { samplesOf } from './samples.js';
import type { Doubt, PageForm, PreparePage, PrepareState, SaveAnswer, Saved } from './shapes.js';

interface SessionParts {
  /** The names of the file that was read, and of the one that is written. */
  readonly file: string;
  readonly out: string;
  readonly pages: readonly PreparePage[];
  /** What was read. */
  readonly form: PageForm;
  /** The data key that the words of each field make sure. */
  keysOf(form: PageForm): readonly (string | null)[];
  /** Why a form cannot be written. */
  problemsOf(form: PreparedForm): readonly Doubt[];
  /** What somebody should look at. */
  doubtsOf(form: PreparedForm): readonly Doubt[];
  /** What a form takes off the pages. */
  off(form: PreparedForm): Saved['off'];
  /** Writes the file. Answers with why it could not. */
  write(form: PreparedForm): Promise<string | null>;
}

/** A form while it is drawn: each change is written at once, one after the other, so that the file holds what is drawn. */
export class PrepareSession {
  readonly #parts: SessionParts;
  #form: PageForm;
  #saved: Saved;
  #last: Promise<unknown> = Promise.resolve();

  private constructor(parts: SessionParts) {
    this.#parts = parts;
    this.#form = parts.form;
    this.#saved = { version: 0, problems: [], doubts: [], keys: [], samples: [], off: [] };
  }

  /** Writes what was read, so that there is a file from the start. */
  static async open(parts: SessionParts): Promise<PrepareSession> {
    const session = new PrepareSession(parts);
    await session.#write(parts.form);
    return session;
  }

  get form(): PageForm {
    return this.#form;
  }

  /** Why the file does not hold the form; none when it does. */
  get problems(): readonly Doubt[] {
    return this.#saved.problems;
  }

  state(): PrepareState {
    const { file, out, pages } = this.#parts;
    return { ...this.#saved, file, out, pages, form: this.#form };
  }

  save({ version, form }: SaveRequest): Promise<SaveAnswer> {
    const saving = this.#last.then(async () => {
      if (version !== this.#saved.version) return { stale: true } as const;
      return await this.#write(form);
    });
    this.#last = saving.catch(() => undefined);
    return saving;
  }

  async #write(drawn: PageForm): Promise<Saved> {
    const page = this.#withKeys(drawn);
    this.#form = page;
    const form = plainForm(page);
    const problems = this.#parts.problemsOf(form);
    const failure = problems.length > 0 ? null : await this.#parts.write(form);
    this.#saved = {
      version: this.#saved.version + 1,
      problems: failure === null ? problems : [{ field: null, page: null, words: failure }],
      doubts: this.#parts.doubtsOf(form),
      keys: form.fields.map(({ key }) => key),
      samples: samplesOf(form),
      off: this.#parts.off(form),
    };
    return this.#saved;
  }

  #withKeys(form: PageForm): PageForm {
    if (form.fields.every(({ key_from: from }) => from !== 'words')) return form;
    const keys = this.#parts.keysOf(form);
    return {
      ...form,
      fields: form.fields.map((field, index) =>
        field.key_from === 'words' ? { ...field, key: keys[index] ?? null } : field,
      ),
    };
  }
}

/** A form without what only the page knows of it. */
const plainForm = ({ fields, groups }: PageForm): PreparedForm => ({
  fields: fields.map((field) => {
    const { key_from: _, ...rest } = field;
    return rest;
  }),
  groups,
});
