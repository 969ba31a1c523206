import type { EsignCommand } from '../flags/command.js';
import { asksForAnotherForm, asksForJson, readGlobalFlags } from '../flags/global-flags.js';

/** Whether an error is a JSON object: whenever stdout would be JSON. `command`: null before it is known. */
export function failsAsJson(argv: readonly string[], stdoutIsTerminal: boolean, command: EsignCommand | null): boolean {
  if (asksForJson(argv)) return true;
  if (stdoutIsTerminal || asksForText(argv)) return false;
  if (command === null) return !asksForAnotherForm(argv);
  const { quiet, tsv } = readGlobalFlags(command);
  return quiet !== true && tsv !== true && !printsText(command);
}

/** Help and the version. */
const asksForText = (argv: readonly string[]): boolean =>
  argv[0] === 'help' || argv[0] === 'version' || argv.some((word) => /^(--help|-h|--version|-V)$/.test(word));

/** Whether a command prints text or bytes in a pipe. */
function printsText(command: EsignCommand): boolean {
  const options = command.opts<Readonly<Record<string, unknown>>>();
  if (command.noOutput !== null || options['output'] === '-') return true;
  const output = command.outputInUse();
  const isInUse = (flag: string | null): boolean =>
    flag === null ? output === undefined || output.flag === null : command.isGiven(flag);
  return output?.printed === null || command.plainForms.some(({ flag, when }) => isInUse(flag) && when(options));
}
