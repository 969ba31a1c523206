import { EsignCommand, loadVerbs, type Verbs } from '../../cli/flags/command.js';
import type { Context } from '../../cli/context/context.js';

/** `esign envelope`: one sending of a document to named people. */
export async function envelopeCommand(context: Context, only?: string): Promise<EsignCommand> {
  const verbs: Verbs = {
    create: async () => (await import('./create.js')).envelopeCreateCommand(context),
    'one-off': async () => (await import('./one-off.js')).envelopeOneOffCommand(context),
    send: async () => (await import('./send.js')).envelopeSendCommand(context),
    list: async () => (await import('./list.js')).envelopeListCommand(context),
    desk: async () => (await import('./desk.js')).envelopeDeskCommand(context),
    show: async () => (await import('./show.js')).envelopeShowCommand(context),
    get: async () => (await import('./get.js')).envelopeGetCommand(context),
    wait: async () => (await import('./wait.js')).envelopeWaitCommand(context),
    watch: async () => (await import('./watch.js')).envelopeWatchCommand(context),
    void: async () => (await import('./void.js')).envelopeVoidCommand(context),
    correct: async () => (await import('./correct.js')).envelopeCorrectCommand(context),
    documents: async () => (await import('./documents.js')).envelopeDocumentsCommand(context),
    draft: async () => (await import('./draft.js')).envelopeDraftCommand(context),
    download: async () => (await import('./download.js')).envelopeDownloadCommand(context),
    reconcile: async () => (await import('./reconcile.js')).envelopeReconcileCommand(context),
    check: async () => (await import('./check.js')).envelopeCheckCommand(context),
    nudge: async () => (await import('./nudge.js')).envelopeNudgeCommand(context),
    evidence: async () => (await import('./evidence.js')).envelopeEvidenceCommand(context),
    'signing-url': async () => (await import('./signing-url.js')).envelopeSigningUrlCommand(context),
    rows: async () => (await import('./rows.js')).envelopeRowsCommand(context),
    plan: async () => (await import('./plan.js')).envelopePlanCommand(context),
    run: async () => (await import('./run.js')).envelopeRunCommand(context),
    runs: async () => (await import('./runs.js')).envelopeRunsCommand(context),
    batch: async () => (await import('./batch.js')).envelopeBatchCommand(context),
  };
  return new EsignCommand('envelope')
    .description(
      'Create, send and follow envelopes. An envelope is a document sent to named people. A draft emails nobody ' +
        'until you send it.',
    )
    .unsupported(absent)
    .verbs(...(await loadVerbs(verbs, only)))
    .groups({ 'Bulk runs:': ['rows', 'plan', 'run', 'runs'], 'More commands:': ['batch'] })
    .hides('batch');
}

const again = 'replace it with `esign envelope correct ID --void`';

/** What the service cannot do to an envelope (Known absences, and the list of its operations). */
const absent = {
  apply: 'Send the envelopes of a plan with `esign envelope run PLAN`.',
  remind: 'The service sends no reminders. Write mail drafts with `esign envelope nudge ID`.',
  resend: `The service invites each person once. To invite again, ${again}.`,
  extend: `A deadline cannot be moved. Instead, ${again} and --expires-in.`,
  edit: `An envelope cannot be changed after it is created. Instead, ${again}.`,
  update: `An envelope cannot be changed after it is created. Instead, ${again}.`,
  delete: 'Envelopes cannot be deleted. Void a sent one with `esign envelope void ID --reason R`.',
  cancel: 'Void a sent envelope with `esign envelope void ID --reason R`.',
};
