import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { builtProgram } from '../support/built.js';
import { shared } from '../support/shared.js';

const program = shared(builtProgram);

/** The commands that the demo prints, each with the lines that belong to it. */
function printedCommands(output: string): readonly string[] {
  const commands: string[] = [];
  for (const line of output.split('\n')) {
    if (line.startsWith('    $ ')) commands.push(line.slice(6));
    // What follows a command is indented deeper than any other line.
    else if (line.startsWith('      ') && commands.length > 0) commands.push(`${commands.pop() ?? ''}\n${line}`);
  }
  return commands;
}

it('the commands that the demo prints do the same job, typed into a shell', { timeout: 240_000 }, async () => {
  const demo = await program.run(['demo', '--output', 'lease']);
  expect(demo.code).toBe(0);
  const commands = printedCommands(demo.stdout);
  expect(commands.length).toBeGreaterThan(14);
  expect(commands[0]).toBe('esign emulator start --detach');

  // The usual port may be taken where tests run.
  const script = commands.join('\n').replace('start --detach', 'start --detach --port 0');
  const typed = await program.shell(`${script}\nesign envelope get $envelope --jq .status\nesign emulator stop`);
  expect(typed.stderr).not.toMatch(/^Error/m);
  expect(typed.code).toBe(0);
  expect(typed.stdout).toMatch(/^completed$/m);
  const pdf = readFileSync(join(program.folder, 'lease', 'lease-sealed.pdf'));
  expect(pdf.subarray(0, 5).toString()).toBe('%PDF-');
});
