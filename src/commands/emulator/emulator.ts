import { EsignCommand, loadVerbs, type Verbs } from '../../cli/flags/command.js';
import type { Context } from '../../cli/context/context.js';

/** `esign emulator`: the whole service on this machine. */
export async function emulatorCommand(context: Context, only?: string): Promise<EsignCommand> {
  const verbs: Verbs = {
    start: async () => (await import('./start.js')).emulatorStartCommand(context),
    stop: async () => (await import('./stop.js')).emulatorStopCommand(context),
    status: async () => (await import('./status.js')).emulatorStatusCommand(context),
    open: async () => (await import('./open.js')).emulatorOpenCommand(context),
    exec: async () => (await import('./exec.js')).emulatorExecCommand(context),
    sign: async () => (await import('./sign.js')).emulatorSignCommand(context),
    decline: async () => (await import('./decline.js')).emulatorDeclineCommand(context),
    delegate: async () => (await import('./delegate.js')).emulatorDelegateCommand(context),
    clock: async () => (await import('./clock.js')).emulatorClockCommand(context),
    inbox: async () => (await import('./inbox.js')).emulatorInboxCommand(context),
    trigger: async () => (await import('./trigger.js')).emulatorTriggerCommand(context),
    log: async () => (await import('./log.js')).emulatorLogCommand(context),
    fault: async () => (await import('./fault.js')).emulatorFaultCommand(context),
    scenario: async () => (await import('./scenario.js')).emulatorScenarioCommand(context),
    reset: async () => (await import('./reset.js')).emulatorResetCommand(context),
    snapshot: async () => (await import('./snapshot.js')).emulatorSnapshotCommand(context),
    restore: async () => (await import('./restore.js')).emulatorRestoreCommand(context),
    grant: async () => (await import('./grant.js')).emulatorGrantCommand(context),
    'decline-grant': async () => (await import('./decline-grant.js')).emulatorDeclineGrantCommand(context),
    redeliver: async () => (await import('./redeliver.js')).emulatorRedeliverCommand(context),
    requeue: async () => (await import('./requeue.js')).emulatorRequeueCommand(context),
    'export-test': async () => (await import('./export-test.js')).emulatorExportTestCommand(context),
    brands: async () => (await import('./brands.js')).emulatorBrandsCommand(context),
    'allow-origin': async () => (await import('./allow-origin.js')).emulatorAllowOriginCommand(context),
    ca: async () => (await import('./ca.js')).emulatorCaCommand(context),
  };
  return new EsignCommand('emulator')
    .description(
      'Run the whole service on this machine: its API, signers, mail and a movable clock. To back up its data, use ' +
        '`esign emulator snapshot` and `esign emulator restore`. Or stop the emulator, copy its data folder, which ' +
        '`esign emulator status` shows, and start the copy with --data.',
    )
    .verbs(...(await loadVerbs(verbs, only)))
    .groups({
      'More commands:': [
        'grant',
        'decline-grant',
        'redeliver',
        'requeue',
        'export-test',
        'brands',
        'allow-origin',
        'ca',
      ],
    });
}
