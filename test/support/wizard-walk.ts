import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import { execa } from 'execa';
import { expect } from 'vitest';
import { openState } from '../../src/store/state.js';
import { bin } from './esign.js';
import type { WizardDesk } from './wizard-desk.js';

/** What walks through the wizard have in common. */

/** The demo's lease, whose fields have names of their own. */
export const leaseForm = 'src/demo/lease.pdf';
/** A form that nobody here wrote. */
export const courtForm = 'test/fixtures/forms/court-foc102.pdf';

/** A form with a person who signs and many fields of nobody. */
export const taxForm = 'test/fixtures/forms/tax-us-1040.pdf';

/** Compares with the screen that was checked: `npx vitest -u` rewrites it. */
export const golden = (screen: string, name: string): Promise<void> =>
  expect(`${screen}\n`).toMatchFileSnapshot(fileURLToPath(new URL(`../fixtures/wizard/${name}.txt`, import.meta.url)));

/** Makes a template from the form at the desk; answers with its id. */
export const made = async (desk: WizardDesk, form: string): Promise<string> =>
  (await desk.esign.ok(['template', 'create', basename(form), '-q'])).stdout.trim();

/** The command lines that a wizard, or the page beside it, has kept of a template. */
export const doneByWizard = (stateDir: string, id: string): readonly string[] =>
  openState(stateDir)
    .read(
      (sql) =>
        sql.all<{ text: string }>(
          "SELECT text FROM wizard_notes WHERE template_id = ? AND kind = 'done' ORDER BY place",
          id,
        ),
      [],
    )
    .map(({ text }) => JSON.parse(text) as string);

/**
 * Runs the lines that the wizard wrote at another desk, on a template made in the same way, and once more, as somebody
 * does whom a failure stopped halfway; answers with its ETag after the first time.
 */
export async function replay(desk: WizardDesk, other: WizardDesk, form: string, script: string): Promise<string> {
  const id = await made(other, form);
  const shim = other.esign.write('esign', `#!/bin/sh\nexec '${process.execPath}' '${bin}' "$@"\n`);
  const text = readFileSync(desk.esign.path(script), 'utf8');
  other.esign.write('replay.sh', `chmod +x ${shim}\nPATH="$PWD:$PATH"\n${text}`);
  const cwd = other.esign.folder;
  const run = (): Promise<unknown> =>
    execa('sh', ['replay.sh'], { cwd, env: { ...other.esign.env }, extendEnv: false, timeout: 60_000 });
  await run();
  const { etag } = await other.template(id);
  await run();
  return etag;
}
