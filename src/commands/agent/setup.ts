import { Option } from 'commander';
import { type ClientName, clientNames, clients } from '../../agent/clients.js';
import type { Part, Wanted } from '../../agent/setup.js';
import { EsignCommand } from '../../cli/command.js';
import type { Context } from '../../cli/context.js';
import { localExitCodes } from '../../cli/exit-code.js';
import { UsageFailure } from '../../cli/failure.js';
import { collect } from '../../cli/recipient.js';

interface SetupOptions {
  readonly client?: readonly ClientName[];
  readonly allowWrites?: boolean;
  readonly dryRun?: boolean;
  readonly undo?: boolean;
  readonly status?: boolean;
}

/** `esign agent setup`: the MCP server and the skill, in the settings of the agents of a project. */
export function agentSetupCommand(context: Context): EsignCommand {
  return new EsignCommand('setup')
    .summary('Add the MCP server and a skill to this project')
    .description(
      'Add `esign mcp` to the settings of AI agents in the working folder, and a skill that tells them how to work with ' +
        'esign. Only the entry named esign and the skill file are written; run it again after an upgrade. The files hold ' +
        'no secrets. With --profile, the entry names the profile.',
    )
    .addOption(
      new Option('--client <name>', 'agent to set up (repeatable) (default: those with files in this folder)')
        .choices(clientNames)
        .argParser(collect((name: string) => knownClient(name))),
    )
    .option('--allow-writes', 'let the agent change things: see `esign mcp`')
    .option('--status', 'only show what is set up')
    .option('--undo', 'remove the entry and the skill')
    .option('--dry-run', 'show what would be written, and write nothing')
    .example('esign agent setup', 'Set up the agents that this project uses.')
    .example('esign agent setup --client claude --profile local --allow-writes', 'Let an agent act on the emulator.')
    .example('esign agent setup --undo', 'Remove everything again.')
    .prints((s) =>
      s.object({
        data: s.list(
          s.object({
            clients: s.list(s.oneOf(...clientNames)),
            kind: s.oneOf('mcp', 'skill'),
            file: s.text,
            state: s.oneOf('current', 'outdated', 'absent', 'foreign'),
            done: s.oneOf('written', 'removed', 'left'),
            after: s.optional(s.nullable(s.text)),
          }),
        ),
      }),
    )
    .exits(localExitCodes)
    .action((options: SetupOptions) => runSetup(context, options));
}

function knownClient(name: string): ClientName {
  const known = clientNames.find((each) => each === name);
  if (known !== undefined) return known;
  throw new UsageFailure(`Unknown agent "${name}". Use one of: ${clientNames.join(', ')}.`, { code: 'invalid_value' });
}

type Done = 'written' | 'removed' | 'left';

async function runSetup(context: Context, options: SetupOptions): Promise<void> {
  if (options.status === true && options.undo === true) {
    throw new UsageFailure('--status and --undo cannot be used together.', { code: 'conflicting_options' });
  }
  const { carryOut, partsToSetUp, partsToUndo } = await import('../../agent/setup.js');
  const wanted = await wantedOf(context, options);
  const parts = await (options.undo === true ? partsToUndo : partsToSetUp)(context, wanted);
  const isTrial = options.dryRun === true || options.status === true;
  const rows: (Part & { readonly done: Done })[] = [];
  for (const part of parts) {
    const done = options.status === true ? 'left' : toDo(part, options.undo === true);
    if (done !== 'left' && !isTrial) await carryOut(context, part);
    rows.push({ ...part, done });
  }
  await print(context, rows, options);
}

async function wantedOf(context: Context, options: SetupOptions): Promise<Wanted> {
  const { clientsInUse } = await import('../../agent/setup.js');
  const { skillMark, skillText } = await import('../../docs-gen/skill.js');
  const { profile } = context.flags();
  const isLookingBack = options.undo === true || options.status === true;
  const named = options.client?.length ? clients.filter(({ name }) => options.client?.includes(name)) : null;
  const chosen = named ?? (isLookingBack ? clients : await clientsInUse(context));
  if (chosen.length === 0) {
    throw new UsageFailure('This folder has no files of an AI agent.', {
      code: 'missing_option',
      hint: `Name one with --client: ${clientNames.join(', ')}.`,
    });
  }
  const args = ['mcp', ...(profile === undefined ? [] : ['--profile', profile])];
  return {
    clients: chosen,
    entry: { command: 'esign', args: [...args, ...(options.allowWrites === true ? ['--allow-writes'] : [])] },
    skill: { text: skillText(), mark: skillMark },
  };
}

/** What belongs to somebody else is never changed. */
function toDo({ state }: Part, undo: boolean): Done {
  if (undo) return state === 'current' || state === 'outdated' ? 'removed' : 'left';
  return state === 'absent' || state === 'outdated' ? 'written' : 'left';
}

const titleOf = (name: ClientName): string => clients.find((each) => each.name === name)?.title ?? name;

async function print(
  context: Context,
  rows: readonly (Part & { readonly done: Done })[],
  { status = false, dryRun = false }: SetupOptions,
): Promise<void> {
  for (const { file, kind, state } of rows) {
    if (state !== 'foreign') continue;
    const what = kind === 'mcp' ? 'an entry "esign" of its own' : 'a skill "esign" of its own';
    context.output.warn(`${file} has ${what}, which stays as it is.`);
  }
  const data = rows.map(({ clients: readers, kind, file, state, done, after }) => ({
    clients: readers,
    kind,
    file,
    state,
    done,
    ...(dryRun && done !== 'left' ? { after } : {}),
  }));
  const words = { written: dryRun ? 'would be written' : 'written', removed: dryRun ? 'would be removed' : 'removed' };
  const shown = rows.map(({ clients: readers, kind, file, state, done }) => [
    file,
    kind === 'mcp' ? 'MCP server' : 'skill',
    readers.map(titleOf).join(', '),
    done === 'left' ? stateWords[state] : words[done],
  ]);
  await context.output.result(
    { data },
    {
      table: { columns: ['FILE', 'WHAT', 'FOR', status ? 'STATE' : 'RESULT'], rows: shown, empty: 'None.' },
      ids: rows.filter(({ done }) => done !== 'left').map(({ file }) => file),
    },
  );
}

const stateWords = { current: 'set up', outdated: 'outdated', absent: 'not set up', foreign: 'not ours' } as const;
