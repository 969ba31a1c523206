import { EsignCommand, loadVerbs, type Verbs } from '../../cli/command.js';
import type { Context } from '../../cli/context.js';

/** `esign envelope`: one sending of a document to named people. */
export async function envelopeCommand(context: Context, only?: string): Promise<EsignCommand> {
  const verbs: Verbs = {
    create: async () => (await import('./create.js')).envelopeCreateCommand(context),
    'one-off': async () => (await import('./one-off.js')).envelopeOneOffCommand(context),
    send: async () => (await import('./send.js')).envelopeSendCommand(context),
    list: async () => (await import('./list.js')).envelopeListCommand(context),
    show: async () => (await import('./show.js')).envelopeShowCommand(context),
    get: async () => (await import('./get.js')).envelopeGetCommand(context),
    wait: async () => (await import('./wait.js')).envelopeWaitCommand(context),
    watch: async () => (await import('./watch.js')).envelopeWatchCommand(context),
    void: async () => (await import('./void.js')).envelopeVoidCommand(context),
    documents: async () => (await import('./documents.js')).envelopeDocumentsCommand(context),
    draft: async () => (await import('./draft.js')).envelopeDraftCommand(context),
    download: async () => (await import('./download.js')).envelopeDownloadCommand(context),
    evidence: async () => (await import('./evidence.js')).envelopeEvidenceCommand(context),
    'signing-url': async () => (await import('./signing-url.js')).envelopeSigningUrlCommand(context),
    plan: async () => (await import('./plan.js')).envelopePlanCommand(context),
    apply: async () => (await import('./apply.js')).envelopeApplyCommand(context),
    runs: async () => (await import('./runs.js')).envelopeRunsCommand(context),
    batch: async () => (await import('./batch.js')).envelopeBatchCommand(context),
  };
  return new EsignCommand('envelope')
    .description('One sending of a document to named people. A draft mails nobody until it is sent.')
    .unsupported(absent)
    .verbs(...(await loadVerbs(verbs, only)))
    .groups({ 'Bulk runs:': ['plan', 'apply', 'runs'], 'More commands:': ['batch'] });
}

const anew = 'withdraw it with `esign envelope void ID --reason R` and create it anew';

/** What the service has no way to do to an envelope (Known absences, and the list of its operations). */
const absent = {
  remind: 'The service sends no reminder: see whom to ask with `esign envelope show ID`.',
  resend: `The service invites each person once: ${anew}.`,
  extend: `The service does not move a deadline: ${anew}, with --expires-in.`,
  edit: `The service changes no envelope once it is created: ${anew}.`,
  update: `The service changes no envelope once it is created: ${anew}.`,
  delete: 'The service deletes no envelope: withdraw one that was sent with `esign envelope void ID --reason R`.',
  cancel: 'Withdraw one that was sent with `esign envelope void ID --reason R`.',
};
