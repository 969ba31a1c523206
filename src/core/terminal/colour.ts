import { Chalk } from 'chalk';

/** The few styles of the program; plain functions when colour is off. */
export interface Colour {
  readonly on: boolean;
  readonly bold: Style;
  readonly dim: Style;
  readonly good: Style;
  readonly bad: Style;
  readonly warn: Style;
  readonly accent: Style;
}

export type Style = (text: string) => string;
export type ColourChoice = 'auto' | 'always' | 'never';

/** Whether to colour: --color, then NO_COLOR, CLICOLOR_FORCE, CLICOLOR, TERM=dumb, then whether it is a terminal. */
export function wantsColour(
  choice: ColourChoice,
  environment: Readonly<Record<string, string | undefined>>,
  isTerminal: boolean,
): boolean {
  if (choice !== 'auto') return choice === 'always';
  const set = (name: string): boolean => (environment[name] ?? '') !== '';
  if (set('NO_COLOR')) return false;
  if (set('CLICOLOR_FORCE') && environment['CLICOLOR_FORCE'] !== '0') return true;
  if (environment['CLICOLOR'] === '0' || environment['TERM'] === 'dumb') return false;
  return isTerminal;
}

export function createColour(on: boolean): Colour {
  const chalk = new Chalk({ level: on ? 1 : 0 });
  const style =
    (paint: Style): Style =>
    (text) =>
      on ? paint(text) : text;
  return {
    on,
    bold: style(chalk.bold),
    dim: style(chalk.dim),
    good: style(chalk.green),
    bad: style(chalk.red),
    warn: style(chalk.yellow),
    accent: style(chalk.cyan),
  };
}
