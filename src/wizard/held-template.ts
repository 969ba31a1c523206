import { describeChanges } from '../client/changes.js';
import { ServiceFailure } from '../client/failure.js';
import type { Context } from '../cli/context.js';
import type { NamingRun, Person, Template } from '../contract/resources/template.js';
import type { NewName } from './command-lines.js';
import { type Answers, bodyOf } from './questions.js';

type Client = Awaited<ReturnType<Context['api']>>;

/** Somebody else changed the template since it was read here; `changes` says what, in sentences. */
export class ChangedMeanwhile extends Error {
  override readonly name = 'ChangedMeanwhile';
  readonly changes: readonly string[];

  constructor(changes: readonly string[]) {
    super('the template was changed by somebody else');
    this.changes = changes;
  }
}

/**
 * A template as the wizard knows it, with the ETag that goes with every write. A write that the service refuses because
 * somebody else was faster reads the template anew and throws ChangedMeanwhile; every other failure passes.
 */
export class HeldTemplate {
  readonly #client: Client;
  #body: Template;
  #etag: string;

  private constructor(client: Client, body: Template, etag: string) {
    this.#client = client;
    this.#body = body;
    this.#etag = etag;
  }

  static async read(client: Client, id: string): Promise<HeldTemplate> {
    const { body, etag } = await client.call('getTemplate', { parameters: { templateId: id } });
    return new HeldTemplate(client, body, etag ?? '');
  }

  get body(): Template {
    return this.#body;
  }

  get etag(): string {
    return this.#etag;
  }

  /** The people in the order in which a reader meets them. */
  async people(): Promise<readonly Person[]> {
    const { body } = await this.#client.call('listTemplatePeople', { parameters: { templateId: this.#body.id } });
    return body.people;
  }

  async decide(personId: string, answers: Answers): Promise<void> {
    await this.#write((ifMatch) =>
      this.#client.call('decideTemplatePerson', {
        parameters: { templateId: this.#body.id, personId },
        body: bodyOf(answers),
        ...ifMatch,
      }),
    );
  }

  async rename(fieldId: string, name: NewName): Promise<void> {
    await this.#write((ifMatch) =>
      this.#client.call('renameTemplateField', {
        parameters: { templateId: this.#body.id, fieldId },
        body: { ...name },
        ...ifMatch,
      }),
    );
  }

  /** Names that the service proposes for the template as it is held. */
  async propose(): Promise<NamingRun> {
    const { body } = await this.#client.call('createNamingRun', { parameters: { templateId: this.#body.id } });
    if (body.template_etag !== this.#etag) throw await this.#changed();
    return body;
  }

  async accept(runId: string, accept: 'high' | readonly string[]): Promise<void> {
    await this.#write(() =>
      this.#client.call('acceptNamingRun', {
        parameters: { templateId: this.#body.id, runId },
        body: { accept: accept === 'high' ? accept : [...accept] },
      }),
    );
  }

  async #write(
    call: (ifMatch: { readonly ifMatch: string }) => Promise<{ body: Template; etag: string | undefined }>,
  ): Promise<void> {
    try {
      const { body, etag } = await call({ ifMatch: this.#etag });
      this.#body = completed(this.#body, body);
      if (etag === undefined) await this.#read();
      else this.#etag = etag;
    } catch (error) {
      if (error instanceof ServiceFailure && error.code === 'template_changed') throw await this.#changed();
      throw error;
    }
  }

  async #changed(): Promise<ChangedMeanwhile> {
    const before = this.#body;
    await this.#read();
    return new ChangedMeanwhile(describeChanges(before, this.#body));
  }

  async #read(): Promise<void> {
    const { body, etag } = await this.#client.call('getTemplate', { parameters: { templateId: this.#body.id } });
    this.#body = body;
    this.#etag = etag ?? '';
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
