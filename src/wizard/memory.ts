import { join } from 'node:path';
import { isObject } from '../platform/json.js';
import { makeFolder } from '../platform/durable-file.js';
import { FileFailure } from '../cli/failure.js';
import type { Context } from '../cli/context.js';
import type { Template } from '../contract/resources/template.js';

/** What the service does not know about a wizard that was left; everything decided is on the template itself. */
export interface Remembered {
  /** How much had a name when the wizard began. */
  readonly before: Template['coverage'];
  /** The command lines of what was done so far, in order. */
  readonly done: readonly string[];
  /** Ids of people and fields that were skipped. */
  readonly skipped: readonly string[];
}

/** The wizard's small file for one template of one service: private, replaced whole, and never needed to go on. */
export class Memory {
  readonly #context: Context;
  readonly #file: string;
  readonly #owner: { readonly base_url: string; readonly template_id: string };
  #kept: Remembered;
  readonly resumed: boolean;

  private constructor(context: Context, owner: Owner, kept: Remembered, resumed: boolean) {
    this.#context = context;
    this.#owner = owner;
    this.#file = fileOf(context, owner.template_id);
    this.#kept = kept;
    this.resumed = resumed;
  }

  static async open(context: Context, template: Template): Promise<Memory> {
    const owner = { base_url: context.settings().baseUrl?.value ?? '', template_id: template.id };
    const text = await context.files.readText(fileOf(context, template.id), { limit }).catch((error: unknown) => {
      if (error instanceof FileFailure) return null;
      throw error;
    });
    const kept = text === null ? null : parse(text, owner);
    const fresh = { before: template.coverage, done: [], skipped: [] };
    return new Memory(context, owner, kept ?? fresh, kept !== null);
  }

  get kept(): Remembered {
    return this.#kept;
  }

  didRun(line: string): Promise<void> {
    return this.#save({ ...this.#kept, done: [...this.#kept.done, line] });
  }

  /** Takes a line back whose effect was undone. */
  forget(line: string): Promise<void> {
    const last = this.#kept.done.lastIndexOf(line);
    return this.#save({ ...this.#kept, done: this.#kept.done.filter((_line, index) => index !== last) });
  }

  skip(id: string): Promise<void> {
    if (this.#kept.skipped.includes(id)) return Promise.resolve();
    return this.#save({ ...this.#kept, skipped: [...this.#kept.skipped, id] });
  }

  async #save(kept: Remembered): Promise<void> {
    this.#kept = kept;
    const { files, settings } = this.#context;
    await makeFolder(join(settings().stateDir.value, folder), 0o700);
    const text = JSON.stringify({ version, ...this.#owner, ...kept });
    await files.write(this.#file, `${text}\n`, { mode: 0o600, overwrite: true });
  }
}

interface Owner {
  readonly base_url: string;
  readonly template_id: string;
}

const version = 1;
const folder = 'wizard';
/** Bytes. */
const limit = 4 * 1024 * 1024;

/** The id is a uuid: it was read from the service and found to be one. */
const fileOf = (context: Context, id: string): string =>
  join(context.settings().stateDir.value, folder, `${id.toLowerCase().replace(/[^0-9a-f-]/g, '')}.json`);

/** Null for a file of another service, version or shape: it is written anew then. */
function parse(text: string, owner: Owner): Remembered | null {
  let found: unknown;
  try {
    found = JSON.parse(text);
  } catch {
    return null;
  }
  if (!isObject(found)) return null;
  const { version: written, base_url, template_id, before, done, skipped } = found;
  if (written !== version || base_url !== owner.base_url || template_id !== owner.template_id) return null;
  if (!isTexts(done) || !isTexts(skipped) || !isObject(before)) return null;
  if (!Object.values(before).every((count) => typeof count === 'number')) return null;
  return { before: before as Template['coverage'], done, skipped };
}

const isTexts = (value: unknown): value is readonly string[] =>
  Array.isArray(value) && value.every((item) => typeof item === 'string');
