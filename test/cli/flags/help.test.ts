import { expect, it } from 'vitest';
import type { EsignCommand } from '../../../src/cli/flags/command.js';
import { globalHeading } from '../../../src/cli/flags/global-flags.js';
import { mayHarm } from '../../../src/contract/effects.js';
import { operations } from '../../../src/contract/operations.js';
import { width } from '../../../src/core/terminal/text.js';
import { needed } from '../../../src/core/terminal/wrap.js';
import { wholeTree } from '../../support/program/tree.js';

const all = (command: EsignCommand): readonly EsignCommand[] => [
  command,
  ...command.commands.filter((child): child is EsignCommand => 'exitCodes' in child).flatMap(all),
];
const commands = all(await wholeTree());

const command = (path: string): EsignCommand => {
  const found = commands.find((each) => each.path() === path);
  if (found === undefined) throw new Error(`there is no command ${path}`);
  return found;
};

/** The help of a command as on a terminal: the short one, or all of it as with `--help --all`. */
function help(of: EsignCommand, columns = 80, full = false): string {
  of.configureOutput({ getOutHelpWidth: () => columns, getOutHasColors: () => false });
  of.fullHelp = full;
  try {
    return of.helpInformation();
  } finally {
    of.fullHelp = false;
  }
}

it.each([
  [80, false],
  [40, false],
  [80, true],
  [40, true],
])('fits a terminal of %i columns, but for lines to copy and words that are longer (all: %s)', (columns, full) => {
  const cut = commands.flatMap((command) => {
    const lines = help(command, columns, full).split('\n');
    const toCopy = new Set(command.examples.map(({ line }) => `  ${line}`));
    return lines
      .filter((line) => width(line) > columns && !toCopy.has(line) && !/^(Usage:|esign .* --all$)/.test(line))
      .filter((line) => !/^ {2}-/.test(line) && needed(line) < width(line.trim()))
      .map((line) => `${command.path()}: ${line}`);
  });
  expect(cut).toEqual([]);
});

it.each([
  ['esign envelope send', 'Asks for confirmation before it sends the envelope to its recipients.'],
  [
    'esign envelope create',
    // With --replace changed it also withdraws the envelope that a corrected row replaces.
    'Asks for confirmation before operations that email people or cannot be undone.',
  ],
  ['esign envelope void', 'Asks for confirmation before it withdraws the envelope for everybody.'],
  ['esign webhook rotate', 'Asks for confirmation before it replaces the signing secret of the webhook endpoint.'],
  ['esign template decide', 'Asks for confirmation before it saves a witness, which cannot be changed or taken back.'],
])('says what %s asks about first', (path, sentence) => {
  expect(help(command(path)).replace(/\s+/g, ' ')).toContain(sentence);
});

/** `listen` and `doctor` write to endpoints of their own; to enable one changes nothing that is in use. */
const others = ['esign doctor', 'esign listen', 'esign webhook enable'];

it('says it of every command that emails people or cannot be taken back, and of no other', () => {
  expect(commands.filter((each) => !each.asksByOperations).map((each) => each.path())).toEqual(
    expect.arrayContaining(others),
  );
  for (const command of commands) {
    const harms = !others.includes(command.path()) && command.operations.some((id) => mayHarm(operations[id]));
    for (const full of [false, true]) {
      const asks = / Asks for confirmation before /.test(help(command, 80, full).replace(/\s+/g, ' '));
      expect([command.path(), asks]).toEqual([command.path(), harms]);
    }
  }
});

it('puts a flag that is long on a line of its own, and its description below the others', () => {
  expect(help(command('esign envelope one-off'), 80, true)).toMatch(
    /\n {2}--to, --recipient <role=…,name=…,email=…>\n {20,32}\S/,
  );
});

it('is short: at most 45 lines on 80 columns', () => {
  const long = commands
    .map((each) => [each.path(), help(each).trimEnd().split('\n').length] as const)
    .filter(([, lines]) => lines > 45);
  expect(long).toEqual([]);
});

it('ends with one line for the global options, one for the exit codes and one for hidden flags', () => {
  expect(help(command('esign envelope create'))).toMatch(
    new RegExp(
      [
        '\n\nGlobal options \\(--json, --jq, --yes, --profile, …\\): esign help global-options',
        'Exit codes 0–8, 13, 130: esign help exit-codes',
        '\\d+ more options and all details: esign envelope create --help --all\n$',
      ].join('\n'),
    ),
  );
  // Nothing is left out here.
  expect(help(command('esign emulator clock run'))).toMatch(/: esign help exit-codes\n$/);
});

it('shows every flag, or those that the command names for everyday use', () => {
  for (const each of commands) {
    const short = help(each);
    const own = each.options.filter(({ hidden, helpGroupHeading }) => !hidden && helpGroupHeading !== globalHeading);
    const shown = own.filter(({ flags }) => short.includes(`  ${flags}`));
    const left = /^(\d+) more options? and all details: /m.exec(short)?.[1] ?? '0';
    expect([each.path(), shown.length + Number(left)]).toEqual([each.path(), own.length]);
    for (const { flags } of each.options.filter(({ hidden }) => !hidden)) {
      expect(help(each, 80, true)).toContain(`  ${flags}`);
    }
  }
});

it('lists the flags of the command', () => {
  for (const { options, everydayFlags, rareFlags } of commands) {
    const flags = options.map(({ long }) => long);
    expect(flags).toEqual(expect.arrayContaining([...(everydayFlags ?? []), ...rareFlags]));
  }
});

it('takes the sentences and examples of a short help from the beginning', () => {
  const short = help(command('esign envelope create'));
  expect(short).toMatch(/^Create an envelope from a template\. [^.]*\.\s+Asks for confirmation before /);
  expect([...short.matchAll(/^ {2}esign /gm)]).toHaveLength(3);
});

it('hides a verb from the help of its noun, except with --help --all', () => {
  const envelope = command('esign envelope');
  expect(help(envelope)).not.toMatch(/^ +batch/m);
  expect(help(envelope, 80, true)).toMatch(/^ +batch/m);
});
