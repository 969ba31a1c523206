import { Option } from 'commander';
import { type ClientName, clientNames, clients } from '../../cli/agents/clients.js';
import type { Part, Wanted } from '../../cli/agents/setup.js';
import type { ShapeBlocks } from '../../contract/shape.js';
import { EsignCommand } from '../../cli/flags/command.js';
import type { Context } from '../../cli/context/context.js';
import { localExitCodes } from '../../cli/failure/exit-code.js';
import { UsageFailure } from '../../cli/failure/failure.js';
import { addFailEmpty, failIfEmpty } from '../../cli/flags/paging.js';
import { reachFlags } from '../../cli/flags/reach-flags.js';
import { collect } from '../../cli/flags/option.js';
import {
  findProfile,
  isProjectProfile,
  type ProfilesFile,
  readProfiles,
  sharedProfile,
} from '../../core/config/profiles.js';

interface SetupOptions {
  readonly client?: readonly ClientName[];
  readonly allowWrites?: boolean;
  readonly reset?: boolean;
  readonly dryRun?: boolean;
  readonly undo?: boolean;
  readonly check?: boolean;
  readonly failEmpty?: boolean;
}

/** `esign agent setup`: the MCP server and the skill, in the settings of the agents of a project. */
export function agentSetupCommand(context: Context): EsignCommand {
  const command = new EsignCommand('setup')
    .summary('Add the MCP server and a skill to this project')
    .description(
      'Add `esign mcp` to the settings of AI agents in the working folder, and a skill that tells them how to work with ' +
        'esign. Only the entry named esign and the skill file are written. Run it again after an upgrade: the entry keeps ' +
        'its flags unless you give others or use --reset. The files hold no secrets. Options that choose the service, such ' +
        'as --profile, are written into the entry; without one, the agent uses the current profile.',
    )
    .addOption(
      new Option('--client <name>', 'agent to set up (repeatable) (default: those with files in this folder)')
        .choices(clientNames)
        .argParser(collect((name: string) => knownClient(name))),
    )
    .option('--allow-writes', 'let the agent change things: see `esign mcp`')
    .option('--reset', 'write the entry with the flags of this command only')
    .option('--check', 'only show what is set up')
    .option('--undo', 'remove the entry and the skill')
    .option('--dry-run', 'show what would be written, and write nothing')
    .example('esign agent setup', 'Set up the agents that this project uses.')
    .example('esign agent setup --client claude --profile local --allow-writes', 'Let an agent act on the emulator.')
    .example('esign agent setup --undo', 'Remove everything again.')
    .prints((s) =>
      s.object({
        data: s.list(s.object({ ...partShape(s), done: s.oneOf('written', 'removed', 'left') })),
        warnings: s.list(s.text),
      }),
    )
    .prints(
      (s) =>
        s.object({
          dry_run: s.yes,
          data: s.list(
            s.object({
              ...partShape(s),
              would: s.oneOf('write', 'remove', 'leave'),
              after: s.optional(s.nullable(s.text)),
            }),
          ),
          warnings: s.list(s.text),
        }),
      '--dry-run',
    )
    .exits(localExitCodes, 4)
    .action((options: SetupOptions) => runSetup(context, options));
  return addFailEmpty(command, 'the profile of an entry does not exist');
}

const partShape = (s: ShapeBlocks) => ({
  clients: s.list(s.oneOf(...clientNames)),
  kind: s.oneOf('mcp', 'skill'),
  file: s.text,
  state: s.oneOf('current', 'outdated', 'absent', 'foreign'),
  args: s.optional(s.list(s.text)),
});

function knownClient(name: string): ClientName {
  const known = clientNames.find((each) => each === name);
  if (known !== undefined) return known;
  throw new UsageFailure(`Unknown agent "${name}". Use one of: ${clientNames.join(', ')}.`, { code: 'invalid_value' });
}

type Act = 'write' | 'remove' | 'leave';
type SetupStep = Part & { readonly act: Act };

async function runSetup(context: Context, options: SetupOptions): Promise<void> {
  if (options.check === true && options.undo === true) {
    throw new UsageFailure('--check and --undo cannot be used together.', { code: 'conflicting_options' });
  }
  const known = options.undo === true ? null : readProfiles(context.settings().configDir.value);
  const { carryOut, partsToSetUp, partsToUndo } = await import('../../cli/agents/setup.js');
  const wanted = await wantedOf(context, options);
  const parts = await (options.undo === true ? partsToUndo : partsToSetUp)(context, wanted);
  const isTrial = options.dryRun === true || options.check === true;
  const rows = parts.map((part): SetupStep => ({
    ...part,
    act: options.check === true ? 'leave' : toDo(part, options.undo === true),
  }));
  const [unknown] = rows.flatMap((row) => unknownProfile(row, known));
  if (unknown !== undefined) failIfEmpty(options, 0, unknown);
  for (const row of rows) if (row.act !== 'leave' && !isTrial) await carryOut(context, row);
  await print(context, rows, warningsOf(rows, known), options);
}

async function wantedOf(context: Context, options: SetupOptions): Promise<Wanted> {
  const { clientsInUse } = await import('../../cli/agents/setup.js');
  const { skillMark, skillText } = await import('../../cli/docs-gen/agents-topic.js');
  const isLookingBack = options.undo === true || options.check === true;
  const named = options.client?.length ? clients.filter(({ name }) => options.client?.includes(name)) : null;
  const chosen = named ?? (isLookingBack ? clients : await clientsInUse(context));
  if (chosen.length === 0) {
    throw new UsageFailure('This folder has no files of an AI agent.', {
      code: 'missing_option',
      hint: `Name one with --client: ${clientNames.join(', ')}.`,
    });
  }
  return {
    clients: chosen,
    flags: [...reachFlags(context.flags()), ...(options.allowWrites === true ? ['--allow-writes'] : [])],
    reset: options.reset === true,
    skill: { text: skillText(skillMark), mark: skillMark },
  };
}

/** What belongs to somebody else is never changed. */
function toDo({ state }: Part, undo: boolean): Act {
  if (undo) return state === 'current' || state === 'outdated' ? 'remove' : 'leave';
  return state === 'absent' || state === 'outdated' ? 'write' : 'leave';
}

const titleOf = (name: ClientName): string => clients.find((each) => each.name === name)?.title ?? name;

async function print(
  context: Context,
  rows: readonly SetupStep[],
  warnings: readonly string[],
  { check = false, dryRun = false }: SetupOptions,
): Promise<void> {
  for (const warning of warnings) context.output.warn(warning);
  const past = { write: 'written', remove: 'removed', leave: 'left' } as const;
  const data = rows.map((row) => {
    const { clients: readers, kind, file, state, act, after } = row;
    return {
      clients: readers,
      kind,
      file,
      state,
      ...(isThere(row) ? { args: row.entry.args } : {}),
      ...(dryRun ? { would: act, ...(act === 'leave' ? {} : { after }) } : { done: past[act] }),
    };
  });
  const words = (act: 'write' | 'remove'): string => (dryRun ? `would be ${past[act]}` : past[act]);
  const shown = rows.map((row) => {
    const { clients: readers, kind, file, state, act } = row;
    return [
      file,
      kind === 'mcp' ? 'MCP server' : 'skill',
      readers.map(titleOf).join(', '),
      act === 'leave' ? stateWords[state] : words(act),
      isThere(row) ? row.entry.args.slice(1).join(' ') : '',
    ];
  });
  await context.output.result(
    { ...(dryRun ? { dry_run: true } : {}), data, warnings },
    {
      table: { columns: ['FILE', 'WHAT', 'FOR', check ? 'STATE' : 'RESULT', 'FLAGS'], rows: shown, empty: 'None.' },
      ids: rows.filter(({ act }) => act !== 'leave').map(({ file }) => file),
    },
  );
}

/** An entry that is there afterwards, or is removed. */
const isThere = (row: SetupStep): row is SetupStep & { readonly entry: NonNullable<Part['entry']> } =>
  row.entry !== null && (row.state !== 'absent' || row.act !== 'leave');

/** `known` is null where the entries are to be removed. */
function warningsOf(rows: readonly SetupStep[], known: ProfilesFile | null): readonly string[] {
  return rows.flatMap((row) => {
    const { file, kind, state } = row;
    if (state === 'foreign') {
      const what = kind === 'mcp' ? 'an entry "esign" of its own' : 'a skill "esign" of its own';
      return [`${file} has ${what}, which stays as it is.`];
    }
    return unknownProfile(row, known);
  });
}

/** A warning that an entry names a profile that does not exist; `known` is null where the entries are to be removed. */
function unknownProfile(row: SetupStep, known: ProfilesFile | null): readonly string[] {
  const { file, profile } = row;
  if (known === null || profile === null || !isThere(row) || findProfile(known, profile) !== undefined) return [];
  // That of a project, whenever its emulator runs.
  if (profile === sharedProfile && Object.keys(known.profiles).some(isProjectProfile)) return [];
  const names = Object.keys(known.profiles).sort();
  const ways = names.length === 0 ? 'Create it' : `Create it, or choose one with --profile: ${names.join(', ')}`;
  return [`${file} names profile "${profile}", which does not exist on this machine. ${ways}.`];
}

const stateWords = { current: 'set up', outdated: 'outdated', absent: 'not set up', foreign: 'not ours' } as const;
