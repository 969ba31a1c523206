import { FileFailure, UsageFailure } from '../../cli/failure/failure.js';
import type { Context } from '../../cli/context/context.js';
import { isEdited } from '../names-file/merge.js';
import type { WholeTemplate } from '../names-file/names.js';
import { writeNames } from '../names-file/write.js';
import { readNamesText } from '../template/names-state.js';

/** A names file beside the page: written as `template pull` writes it, with the comments that somebody wrote into it. */
export class KeptFile {
  readonly #context: Context;
  readonly #path: string;
  readonly templateId: string;
  /** As it was read or written here last. */
  #text: string;

  private constructor(context: Context, path: string, templateId: string, text: string) {
    this.#context = context;
    this.#path = path;
    this.templateId = templateId;
    this.#text = text;
  }

  /** Throws FileFailure for another kind of file, and UsageFailure for one with edits that the page would lose. */
  static async open(context: Context, path: string): Promise<KeptFile> {
    const { text, file } = await readNamesText(context, path);
    if (isEdited(file)) {
      throw new UsageFailure(`${path} has edits that were not pushed.`, {
        code: 'file_edited',
        hint: `Push them first: esign template push ${path}`,
      });
    }
    return new KeptFile(context, path, file.templateId, text);
  }

  /** Writes the names; answers with what is wrong when it cannot, or when somebody edited the file meanwhile. */
  async write(names: WholeTemplate): Promise<string | null> {
    let text = writeNames(names, this.#text);
    if (text === this.#text) return null;
    const { files } = this.#context;
    try {
      const found = await readNamesText(this.#context, this.#path);
      if (found.text !== this.#text) {
        const isOurs = found.file.templateId === this.templateId && !isEdited(found.file);
        if (!isOurs) return `Saved on the service. ${this.#path} was edited meanwhile, so it was not written.`;
        // Written by `pull` or `push` at another place: nothing of it is lost.
        text = writeNames(names, found.text);
      }
      await files.write(this.#path, text, { overwrite: true });
    } catch (error) {
      if (!(error instanceof FileFailure)) throw error;
      return `Saved on the service, but not in the file. ${error.message}`;
    }
    this.#text = text;
    return null;
  }
}
