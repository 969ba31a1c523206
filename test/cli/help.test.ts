import { expect, it } from 'vitest';
import type { EsignCommand } from '../../src/cli/command.js';
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

it('puts a flag that is long on a line of its own, and what it is below the others', () => {
  const oneOff = commands.find((command) => command.path() === 'esign envelope one-off');
  oneOff?.configureOutput({ getOutHelpWidth: () => 80, getOutHasColors: () => false });
  expect(oneOff?.helpInformation()).toContain(
    '  --recipient <role=…,name=…,email=…>\n                                one person, in routing order;',
  );
});
