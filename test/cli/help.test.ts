import { expect, it } from 'vitest';
import type { EsignCommand } from '../../src/cli/command.js';
import { mayHarm } from '../../src/contract/effects.js';
import { operations } from '../../src/contract/operations.js';
import { width } from '../../src/terminal/text.js';
import { needed } from '../../src/terminal/wrap.js';
import { wholeTree } from '../support/tree.js';

const all = (command: EsignCommand): readonly EsignCommand[] => [
  command,
  ...command.commands.filter((child): child is EsignCommand => 'exitCodes' in child).flatMap(all),
];
const commands = all(await wholeTree());

it.each([80, 40])('fits a terminal of %i columns, but for lines to copy and words that are longer', (columns) => {
  const cut = commands.flatMap((command) => {
    command.configureOutput({ getOutHelpWidth: () => columns, getOutHasColors: () => false });
    const lines = command.helpInformation().split('\n');
    const toCopy = new Set(command.examples.map(({ line }) => `  ${line}`));
    return lines
      .filter((line) => width(line) > columns && !toCopy.has(line) && !line.startsWith('Usage:'))
      .filter((line) => !/^ {2}-/.test(line) && needed(line) < width(line.trim()))
      .map((line) => `${command.path()}: ${line}`);
  });
  expect(cut).toEqual([]);
});

it.each([
  ['esign envelope send', 'Asks before it sends the envelope to its recipients.'],
  ['esign envelope create', 'Asks before it creates the envelope and sends it to its recipients.'],
  ['esign envelope void', 'Asks before it withdraws the envelope for everybody.'],
  ['esign webhook rotate', 'Asks before it replaces the signing secret of the webhook endpoint.'],
  ['esign template decide', 'Asks before it saves a witness, which cannot be changed or taken back.'],
])('says what %s asks about first', (path, sentence) => {
  const command = commands.find((each) => each.path() === path);
  expect(command?.helpInformation().replace(/\s+/g, ' ')).toContain(sentence);
});

/** `listen` and `doctor` write to endpoints of their own; to enable one changes nothing that is in use. */
const others = ['esign doctor', 'esign listen', 'esign webhook enable'];

it('says it of every command that emails people or cannot be taken back, and of no other', () => {
  expect(commands.filter((each) => !each.asksByOperations).map((each) => each.path())).toEqual(
    expect.arrayContaining(others),
  );
  for (const command of commands) {
    const harms = !others.includes(command.path()) && command.operations.some((id) => mayHarm(operations[id]));
    expect([command.path(), / Asks before it /.test(command.helpInformation().replace(/\s+/g, ' '))]).toEqual([
      command.path(),
      harms,
    ]);
  }
});

it('puts a flag that is long on a line of its own, and what it is below the others', () => {
  const oneOff = commands.find((command) => command.path() === 'esign envelope one-off');
  oneOff?.configureOutput({ getOutHelpWidth: () => 80, getOutHasColors: () => false });
  expect(oneOff?.helpInformation()).toContain(
    '  --recipient <role=…,name=…,email=…>\n                                one person, in routing order;',
  );
});
