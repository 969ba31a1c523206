import { appendFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isObject, parseJson } from '../platform/json.js';
import { makeFolder, reason } from '../platform/durable-file.js';
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

/**
 * The small private file of one template of one service, which is not needed to continue. Wizards and pages can be open
 * at the same time, so each appends what it did to the file, and nobody writes it again as a whole.
 */
export class Memory {
  readonly #context: Context;
  readonly #file: string;
  readonly #owner: Owner;
  /** As it is while there is no file. */
  readonly #fresh: Remembered;
  #kept: Remembered;
  readonly resumed: boolean;

  private constructor(context: Context, owner: Owner, fresh: Remembered, kept: Remembered | null) {
    this.#context = context;
    this.#owner = owner;
    this.#file = fileOf(context, owner.template_id);
    this.#fresh = fresh;
    this.#kept = kept ?? fresh;
    this.resumed = kept !== null;
  }

  static async open(context: Context, template: Template): Promise<Memory> {
    const owner = { base_url: context.settings().baseUrl?.value ?? '', template_id: template.id };
    const kept = await readKept(context, fileOf(context, template.id), owner);
    return new Memory(context, owner, { before: template.coverage, done: [], skipped: [] }, kept);
  }

  get kept(): Remembered {
    return this.#kept;
  }

  /** Reads what others have added meanwhile. */
  async refresh(): Promise<void> {
    this.#kept = (await readKept(this.#context, this.#file, this.#owner)) ?? this.#kept;
  }

  didRun(line: string): Promise<void> {
    return this.#add({ did: line });
  }

  /** Takes a line back whose effect was undone. */
  forget(line: string): Promise<void> {
    return this.#add({ undid: line });
  }

  skip(id: string): Promise<void> {
    return this.#kept.skipped.includes(id) ? Promise.resolve() : this.#add({ skipped: id });
  }

  async #add(change: Change): Promise<void> {
    await makeFolder(join(this.#context.settings().stateDir.value, folder), 0o700);
    if (!(await this.#isThere())) await this.#begin();
    // The leading newline ends a line that a crash left incomplete.
    await appendFile(this.#file, `\n${JSON.stringify(change)}\n`, { mode: 0o600 }).catch((error: unknown) => {
      throw new FileFailure('output', this.#file, `Cannot write ${this.#file}: ${reason(error)}.`);
    });
    await this.refresh();
  }

  async #isThere(): Promise<boolean> {
    return (await readKept(this.#context, this.#file, this.#owner)) !== null;
  }

  async #begin(): Promise<void> {
    const { files } = this.#context;
    const head = `${JSON.stringify({ version, ...this.#owner, ...this.#fresh })}\n`;
    const isNew = await files.write(this.#file, head, { private: true }).catch((error: unknown) => {
      if (error instanceof FileFailure && error.code === 'file_exists') return false;
      throw error;
    });
    // Another process began it, or it is of another service.
    if (isNew === false && !(await this.#isThere())) {
      await files.write(this.#file, head, { private: true, overwrite: true });
    }
  }
}

/** One line of the file, after its head. */
type Change = { readonly did: string } | { readonly undid: string } | { readonly skipped: string };

async function readKept(context: Context, file: string, owner: Owner): Promise<Remembered | null> {
  const text = await context.files.readText(file, { limit }).catch((error: unknown) => {
    if (error instanceof FileFailure) return null;
    throw error;
  });
  return text === null ? null : parse(text, owner);
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
  const [head = '', ...changes] = text.split('\n');
  const found = parseJson(head);
  if (!isObject(found)) return null;
  const { version: written, base_url, template_id, before, done, skipped } = found;
  if (written !== version || base_url !== owner.base_url || template_id !== owner.template_id) return null;
  if (!isTexts(done) || !isTexts(skipped) || !isObject(before)) return null;
  if (!Object.values(before).every((count) => typeof count === 'number')) return null;
  const kept = { before: before as Template['coverage'], done: [...done], skipped: [...skipped] };
  for (const line of changes) {
    const change = parseJson(line);
    if (!isObject(change)) continue;
    if (typeof change['did'] === 'string') kept.done.push(change['did']);
    if (typeof change['skipped'] === 'string') kept.skipped.push(change['skipped']);
    const undone = kept.done.lastIndexOf(String(change['undid']));
    if (undone !== -1) kept.done.splice(undone, 1);
  }
  return kept;
}

const isTexts = (value: unknown): value is readonly string[] =>
  Array.isArray(value) && value.every((item) => typeof item === 'string');
