import type { ValueRequest } from '../../contract/operations/envelopes.js';
import { type WritableAddress, writableAddresses } from '../../form/addresses.js';
import type { Form } from '../../form/form.js';
import { openRemarks } from '../../form/open-values.js';
import { judgeValues } from '../../form/values.js';
import type { Prompt } from '../../terminal/prompt.js';
import type { Interview } from './interview.js';

/** What somebody who fills in for others may leave open. */
const open = 'open';

/** Asks for the values of each role: what must be answered first, the rest only when it is wanted. */
export async function askValues(held: Interview): Promise<void> {
  const { form, prompt } = held;
  for (const { name } of form.roles) {
    const own = writableAddresses(form).filter(({ role }) => role === name);
    const unanswered = own.filter((address) => !held.values.some((value) => isAt(value, address)));
    const [required, optional] = [
      unanswered.filter((each) => each.required),
      unanswered.filter((each) => !each.required),
    ];
    if (unanswered.length === 0) continue;
    prompt.say(`\nValues of ${name}. What you leave empty is left to the signer.`);
    for (const address of required) await askAddress(held, address);
    if (optional.length === 0) continue;
    const many = optional.length === 1 ? 'one more that is' : `${optional.length} more that are`;
    if (!(await prompt.confirm(`Fill in ${many} not required?`))) continue;
    for (const address of optional) await askAddress(held, address);
  }
}

/** Asks for one value again, with the answer that it had. */
export async function askAnswer(held: Interview, before: ValueRequest): Promise<void> {
  const address = writableAddresses(held.form).find((each) => isAt(before, each));
  if (address !== undefined) await askAddress(held, address, before);
}

/** An answer for a person. */
export function inWords(value: ValueRequest['value']): string {
  if (value === null) return 'nothing';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  return typeof value === 'string' ? value : value.join(', ');
}

async function askAddress(held: Interview, address: WritableAddress, before?: ValueRequest): Promise<void> {
  const value = await answerTo(held.prompt, held.form, address, before);
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
): Promise<ValueRequest['value'] | undefined> {
  const { takes, label, subject, key } = address;
  const question = `${label} (${subject ?? ''}.${key})`;
  switch (takes.kind) {
    case 'text':
    case 'date': {
      const initial = typeof before?.value === 'string' ? before.value : '';
      const hint = takes.kind === 'date' ? ', such as 2026-12-01' : '';
      const check = (typed: string): string | null => problemWith(form, address, typed);
      const typed = await prompt.edit(`${question}${hint}`, { initial, check });
      return typed.trim() === '' ? undefined : typed;
    }
    case 'tick': {
      const choice = await choose(prompt, question, ['Yes', 'No']);
      return choice === undefined ? undefined : choice === 'Yes';
    }
    case 'option':
      return choose(prompt, question, takes.options);
    case 'answers':
      return takes.most === 1 ? choose(prompt, question, takes.options) : several(prompt, question, takes);
    case 'nothing':
      prompt.say(`${question}: its boxes have no answer in common; it is left to the signers.`);
      return undefined;
  }
}

async function choose(prompt: Prompt, question: string, options: readonly string[]): Promise<string | undefined> {
  const choices = options.map((option, index) => ({ value: String(index), name: option }));
  const chosen = await prompt.select(question, [...choices, { value: open, name: 'Leave it to the signer' }], open);
  return chosen === open ? undefined : options[Number(chosen)];
}

/** One answer after another, until there are enough. */
async function several(
  prompt: Prompt,
  question: string,
  { options, most }: { readonly options: readonly string[]; readonly most: number },
): Promise<string[] | undefined> {
  const chosen: string[] = [];
  while (chosen.length < most) {
    const rest = options.filter((option) => !chosen.includes(option));
    if (rest.length === 0) break;
    const choices = rest.map((option, index) => ({ value: String(index), name: option }));
    const end = chosen.length === 0 ? 'Leave it to the signer' : `That is all: ${chosen.join(', ')}`;
    const picked = await prompt.select(question, [...choices, { value: open, name: end }], open);
    if (picked === open) break;
    chosen.push(rest[Number(picked)] ?? '');
  }
  return chosen.length === 0 ? undefined : chosen;
}

/** What the service, or the signer's form, would object to in a text; null while there is none. */
function problemWith(form: Form, { subject, key }: WritableAddress, typed: string): string | null {
  if (typed.trim() === '') return null;
  const request = { subject, key, value: typed, locked: false };
  const found = [...judgeValues([request], form).problems, ...openRemarks([request], form)][0];
  return found === undefined ? null : `It ${found.says}`;
}
