import { Option } from 'commander';
import type { EsignCommand } from '../../cli/flags/command.js';
import { type Act, addWriteOptions, type LookedUp, write, type WriteOptions } from '../../cli/write/write.js';
import type { Context } from '../../cli/context/context.js';
import type { CallInput } from '../../client/call.js';
import type { Template } from '../../contract/resources/template.js';
import { operations } from '../../contract/operations.js';
import { type Answered, type Guarded, writeOverSeen, type WrittenTemplate } from './guard.js';

/** The flags of a command that changes a template. */
export interface TemplateWriteOptions extends WriteOptions {
  readonly overwrite?: boolean;
  readonly ifMatch?: string;
}

export const overwriteFlag = (): Option =>
  new Option('--overwrite', 'overwrite changes that others made since you last looked');

export const allowSharedFlag = (): Option =>
  new Option('--allow-shared', 'let several fields share an address, so that one value fills them all');

/** Adds `--dry-run`, `--overwrite` and `--if-match`. */
export function addTemplateWriteOptions(command: EsignCommand): EsignCommand {
  return addWriteOptions(command, 'takes no key')
    .addOption(overwriteFlag())
    .addOption(
      new Option(
        '--if-match <etag>',
        'write only if the template still has this ETag, from `template get --etag`',
      ).conflicts('overwrite'),
    );
}

type TemplateWriteId =
  | 'decideTemplatePerson'
  | 'applyTemplatePerson'
  | 'renameTemplateField'
  | 'renameTemplateFields'
  | 'acceptNamingRun';

export interface TemplateWrite<Id extends TemplateWriteId> extends Omit<Guarded, 'takesEtag' | 'options'> {
  readonly operation: Id;
  readonly input: CallInput<Id>;
  readonly options: TemplateWriteOptions;
  readonly act?: Act | LookedUp | undefined;
  /** Judges the write on the template as it is just before; throws what stops it. */
  readonly check?: (template: Template) => Promise<void>;
}

/** Carries out one write to a template, on top of what the person last saw of it. Null under `--dry-run`. */
export async function writeTemplate<Id extends TemplateWriteId>(
  context: Context,
  request: TemplateWrite<Id>,
): Promise<WrittenTemplate | null> {
  const { operation, input, options, act } = request;
  const takesEtag = operations[operation].ifMatch !== 'none';
  if (options.dryRun === true) {
    const ifMatch = takesEtag ? options.ifMatch : undefined;
    await write(context, { operation, input: { ...input, ifMatch }, options });
    return null;
  }
  const client = await context.api();
  // Wrong input is refused before anything is read.
  await client.preview(operation, { ...input, ...(takesEtag ? { ifMatch: 'unread' } : {}) });
  return await writeOverSeen(context, { ...request, takesEtag }, async (condition, attempt) => {
    const asked = attempt === 1 ? act : undefined;
    if (condition.readBefore !== undefined) await request.check?.(condition.readBefore);
    const done = await write(context, { operation, input: { ...input, ...condition }, options, act: asked });
    // Each of these operations answers with the template.
    return done as Answered;
  });
}
