import type { ValueRequest } from '../../contract/operations/envelopes.js';
import { type WritableAddress, writableAddresses } from '../../domain/rules/addresses.js';
import type { Form } from '../../domain/rules/template-form.js';
import { readCell } from '../../domain/rules/cell.js';
import { openRemarks } from '../../domain/rules/open-values.js';
import { checkValues } from '../../domain/rules/values.js';
import type { Prompt } from '../../core/terminal/prompt.js';
import { PromptEnded } from '../../core/terminal/failure.js';
import type { Interview } from './interview.js';

/** Leaves a field to the signer. */
const open = 'open';

/** Leaves all remaining fields to the signers. */
const enough = '.';

/** The user skips the remaining questions; the answers so far are used. */
class ThatIsAll extends Error {
  override readonly name = 'ThatIsAll';
}

/**
 * Asks for the values of each role: required ones first, optional ones after a confirmation or not at all. Ends early, with the
 * answers so far, when the user skips the rest or closes the input (Ctrl-D).
 */
export async function askValues(held: Interview, requiredOnly = false): Promise<void> {
  try {
    for (const { name } of held.form.roles) await askRole(held, name, requiredOnly);
  } catch (error) {
    if (!(error instanceof ThatIsAll || error instanceof PromptEnded)) throw error;
    held.prompt.say('The signers fill in the remaining fields.');
  }
}

async function askRole(held: Interview, name: string, requiredOnly: boolean): Promise<void> {
  const { form, prompt } = held;
  const own = writableAddresses(form).filter(({ role }) => role === name);
  const unanswered = own.filter((address) => !held.values.some((value) => isAt(value, address)));
  const [required, optional] = [
    unanswered.filter((each) => each.required),
    unanswered.filter((each) => !each.required),
  ];
  if (unanswered.length === 0 || (requiredOnly && required.length === 0)) return;
  prompt.say(`\nValues for ${name}. Leave a field empty to let the signer fill it in.`);
  prompt.say(`Type a single dot (${enough}) to leave all remaining fields to the signers.`);
  await askEach(held, required);
  if (optional.length === 0 || requiredOnly) return;
  const fields = `${optional.length} optional ${optional.length === 1 ? 'field' : 'fields'}`;
  if (await prompt.confirm(`Fill in ${fields}?`)) await askEach(held, optional);
}

async function askEach(held: Interview, addresses: readonly WritableAddress[]): Promise<void> {
  for (const [index, address] of addresses.entries()) {
    await askAddress(held, address, undefined, addresses.length === 1 ? '' : `${index + 1} of ${addresses.length}: `);
  }
}

/** Asks for one value again, with the earlier answer prefilled. */
export async function askAnswer(held: Interview, before: ValueRequest): Promise<void> {
  const address = writableAddresses(held.form).find((each) => isAt(before, each));
  if (address !== undefined) await askAddress(held, address, before);
}

/** A value as plain text. */
export function inWords(value: ValueRequest['value']): string {
  if (value === null) return 'nothing';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  return typeof value === 'string' ? value : value.join(', ');
}

async function askAddress(held: Interview, address: WritableAddress, before?: ValueRequest, place = ''): Promise<void> {
  const value = await answerTo(held.prompt, held.form, address, before, place);
  if (value === undefined) return;
  const { subject, key } = address;
  held.values = [...held.values, { ...before, subject, key, value }];
}

const isAt = (value: Pick<ValueRequest, 'subject' | 'key'>, { subject, key }: WritableAddress): boolean =>
  (value.subject ?? null) === subject && value.key === key;

/** The answer, or undefined to leave it to the signer. */
async function answerTo(
  prompt: Prompt,
  form: Form,
  address: WritableAddress,
  before: ValueRequest | undefined,
  place: string,
): Promise<ValueRequest['value'] | undefined> {
  const { takes, label, subject, key } = address;
  const question = `${place}${label} (${subject ?? ''}.${key})`;
  switch (takes.kind) {
    case 'text':
    case 'date': {
      const initial = typeof before?.value === 'string' ? before.value : '';
      const hint = takes.kind === 'date' ? ', such as 2026-12-01' : '';
      const check = (typed: string): string | null =>
        typed.trim() === enough ? null : problemWith(form, address, typed);
      const typed = await prompt.edit(`${question}${hint}`, { initial, check });
      if (typed.trim() === enough) throw new ThatIsAll();
      return typed.trim() === '' ? undefined : readCell(typed, takes);
    }
    case 'tick': {
      const choice = await choose(prompt, question, ['Yes', 'No']);
      return choice === undefined ? undefined : choice === 'Yes';
    }
    case 'option':
      return choose(prompt, question, takes.options);
    case 'answers':
      return takes.max === 1 ? choose(prompt, question, takes.options) : several(prompt, question, takes);
    case 'nothing':
      prompt.say(`${question}: its fields accept no common value, so the signers fill them in.`);
      return undefined;
  }
}

const allTheRest = { value: enough, name: 'Leave all remaining fields to the signers' };

async function choose(prompt: Prompt, question: string, options: readonly string[]): Promise<string | undefined> {
  const choices = options.map((option, index) => ({ value: String(index), name: option }));
  const chosen = await prompt.select(
    question,
    [...choices, { value: open, name: 'Leave it to the signer' }, allTheRest],
    open,
  );
  if (chosen === enough) throw new ThatIsAll();
  return chosen === open ? undefined : options[Number(chosen)];
}

/** Asks for several options, one at a time, up to the maximum. */
async function several(
  prompt: Prompt,
  question: string,
  { options, max: most }: { readonly options: readonly string[]; readonly max: number },
): Promise<string[] | undefined> {
  const chosen: string[] = [];
  while (chosen.length < most) {
    const rest = options.filter((option) => !chosen.includes(option));
    if (rest.length === 0) break;
    const choices = rest.map((option, index) => ({ value: String(index), name: option }));
    const end = chosen.length === 0 ? 'Leave it to the signer' : `Done: ${chosen.join(', ')}`;
    const ends = [{ value: open, name: end }, ...(chosen.length === 0 ? [allTheRest] : [])];
    const picked = await prompt.select(question, [...choices, ...ends], open);
    if (picked === enough) throw new ThatIsAll();
    if (picked === open) break;
    chosen.push(rest[Number(picked)] ?? '');
  }
  return chosen.length === 0 ? undefined : chosen;
}

/** The objection of the service or of the signer's form to a text; null if valid. */
function problemWith(form: Form, { subject, key, takes }: WritableAddress, typed: string): string | null {
  if (typed.trim() === '') return null;
  const request = { subject, key, value: readCell(typed, takes), locked: false };
  const found = [...checkValues([request], form).problems, ...openRemarks([request], form)][0];
  return found === undefined ? null : `It ${found.says}`;
}
