import { EsignCommand, loadVerbs, type Verbs } from '../../cli/flags/command.js';
import type { Context } from '../../cli/context/context.js';

/** `esign template`: documents with their signing roles and fields, made once and sent often. */
export async function templateCommand(context: Context, only?: string): Promise<EsignCommand> {
  const verbs: Verbs = {
    create: async () => (await import('./create.js')).templateCreateCommand(context),
    list: async () => (await import('./list.js')).templateListCommand(context),
    get: async () => (await import('./get.js')).templateGetCommand(context),
    wizard: async () => (await import('./wizard.js')).templateWizardCommand(context),
    edit: async () => (await import('./edit.js')).templateEditCommand(context),
    prepare: async () => (await import('./prepare.js')).templatePrepareCommand(context),
    people: async () => (await import('./people.js')).templatePeopleCommand(context),
    decide: async () => (await import('./decide.js')).templateDecideCommand(context),
    apply: async () => (await import('./apply.js')).templateApplyCommand(context),
    fields: async () => (await import('./fields.js')).templateFieldsCommand(context),
    rename: async () => (await import('./rename.js')).templateRenameCommand(context),
    'rename-all': async () => (await import('./rename-all.js')).templateRenameAllCommand(context),
    propose: async () => (await import('./propose.js')).templateProposeCommand(context),
    accept: async () => (await import('./accept.js')).templateAcceptCommand(context),
    rehearse: async () => (await import('./rehearse.js')).templateRehearseCommand(context),
    preview: async () => (await import('./preview.js')).templatePreviewCommand(context),
    types: async () => (await import('./types.js')).templateTypesCommand(context),
    pull: async () => (await import('./pull.js')).templatePullCommand(context),
    diff: async () => (await import('./diff.js')).templateDiffCommand(context),
    push: async () => (await import('./push.js')).templatePushCommand(context),
    'copy-names': async () => (await import('./copy-names.js')).templateCopyNamesCommand(context),
    clone: async () => (await import('./clone.js')).templateCloneCommand(context),
    inspect: async () => (await import('./inspect.js')).templateInspectCommand(context),
    page: async () => (await import('./page.js')).templatePageCommand(context),
  };
  return new EsignCommand('template')
    .description(
      'Create and manage templates: documents with signing roles and named fields, prepared once and sent often.',
    )
    .unsupported({ delete: noDelete, remove: noDelete, rm: noDelete })
    .verbs(...(await loadVerbs(verbs, only)))
    .groups({
      'Names in a file:': ['pull', 'diff', 'push', 'copy-names'],
      'More commands:': ['clone', 'inspect', 'page'],
    });
}

const noDelete = 'The API has no operation that deletes a template. List them with `esign template list`.';
