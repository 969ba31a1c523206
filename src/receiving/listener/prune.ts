import { confirmAct } from '../../cli/write/write.js';
import type { Context } from '../../cli/context/context.js';
import { hidePath } from '../../listen/endpoint/endpoint.js';
import { findStrays, pruneDead, removeEndpoint, type Stray } from '../../listen/endpoint/prune.js';
import { fingerprint, machineMark } from '../../listen/endpoint/state.js';
import { whereIs } from '../../core/platform/process-identity.js';
import type { ListenOptions } from './options.js';

/** `esign listen --prune`: deletes the endpoints that listeners left behind, and no others. */
export async function runPrune(context: Context, options: ListenOptions): Promise<void> {
  const settings = context.settings();
  const client = await context.api();
  const key = await settings.key();
  const stateDir = settings.stateDir.value;
  const scope = {
    client,
    stateDir,
    baseUrl: await context.recordedAs(),
    account: fingerprint(key?.value.secret ?? ''),
    whereIs: ({ pid, started }: { readonly pid: number; readonly started: string | null }) => whereIs(pid, started),
  };
  const forgotten = await pruneDead(scope);
  const found = await findStrays(scope, await machineMark(stateDir), context.clock.now());
  const chosen = found.filter((stray) => stray.removable && (stray.thisMachine || options.allMachines === true));
  const foreign = chosen.filter(({ thisMachine }) => !thisMachine);
  if (foreign.length > 0) {
    const what = 'This deletes endpoints that listeners of other machines registered';
    const act = { what, toWhom: foreign.map(describe), question: 'Delete them?' };
    await confirmAct(context, { operation: 'deleteWebhook' }, act);
  }
  for (const { webhook } of chosen) await removeEndpoint(scope, webhook.id);
  const left = found.filter((stray) => !chosen.includes(stray));
  const removed = forgotten + chosen.length;
  await context.output.result(
    {
      removed,
      left: left.map(({ webhook: { id, url }, why }) => ({ id, url: hidePath(url), why })),
    },
    {
      human: [
        removed === 0 ? 'Nothing to delete.' : `Deleted ${removed} ${removed === 1 ? 'endpoint' : 'endpoints'}.`,
        ...left.map((stray) => `Left: ${describe(stray)}`),
      ].join('\n'),
      ids: chosen.map(({ webhook }) => webhook.id),
    },
  );
}

const describe = ({ webhook: { id, url }, thisMachine, why }: Stray): string =>
  `${id}  ${hidePath(url)}  ${thisMachine ? 'this machine' : 'another machine'}, ${why}`;
