import type { Context } from '../../cli/context/context.js';
import { Cancelled, CommandFailure } from '../../cli/failure/failure.js';
import { fieldsAfter, type Plan } from '../names-file/plan.js';
import type { WholeTemplate } from '../names-file/names.js';
import {
  type Addressable,
  meanTheSame,
  newlyShared,
  type SharedAddress,
  sharedAddresses,
} from '../../domain/rules/shared-addresses.js';
import { addressOf } from './view.js';

/** Two fields under one address: shown before it is saved, and saved only when the user says so. */

/** A field that can be named to a person. */
interface NamedTaker extends Addressable {
  readonly label: string | null;
  readonly page: number;
}

/** `tenant.contact.email: “Email address” on page 1, “Telephone number” on page 1`, one line for each address. */
const sharedLines = (shared: readonly SharedAddress<NamedTaker>[]): readonly string[] =>
  shared.map(({ subject, key, fields }) => {
    const takers = fields.map(({ label, page, type }) => `“${label ?? type}” on page ${page}`);
    return `${addressOf(subject, key) ?? ''}: ${takers.join(', ')}`;
  });

interface Addresses {
  readonly before: readonly Addressable[];
  readonly after: readonly NamedTaker[];
}

/** The fields of a push, before and after it. */
export function addressesOf(service: WholeTemplate, plan: Pick<Plan, 'decisions' | 'wishes'>): Addresses {
  const { fields } = service.body;
  const decided = new Map(fieldsAfter(service, plan.decisions).map((field) => [field.id, field]));
  return {
    before: fields,
    after: fields.map((field) => ({ ...field, ...decided.get(field.id), ...plan.wishes.get(field.id) })),
  };
}

const head = 'Several fields would share an address, so one value fills them all:';

/** Notes what a dry run would share. */
export function noteShared({ output }: Context, { before, after }: Addresses): void {
  const shared = newlyShared(before, after);
  if (shared.length > 0) output.note([head, ...sharedLines(shared)].join('\n  '));
}

/** Notes which fields of a template share an address although their labels differ, and how to change that. */
export function noteUnlike({ output }: Context, templateId: string, fields: readonly NamedTaker[]): void {
  const shared = sharedAddresses(fields).filter((each) => !meanTheSame(each.fields));
  const last = shared[0]?.fields.at(-1);
  if (last === undefined) return;
  const lines = ['One value fills several fields that are called differently:', ...sharedLines(shared)].join('\n  ');
  output.note(`${lines}\nIf they do not mean the same: esign template rename ${templateId} ${last.id} --data-key NEW`);
}

/**
 * Shows the addresses that a write lets several fields share, and asks. Without a terminal, and with --yes, it needs
 * `allowed`. Throws CommandFailure 5 `address_shared`, and Cancelled.
 */
export async function agreeToShare(
  { prompt, flags }: Context,
  { before, after, allowed }: Addresses & { readonly allowed: boolean },
): Promise<void> {
  const shared = allowed ? [] : newlyShared(before, after).filter(({ fields }) => !meanTheSame(fields));
  if (shared.length === 0) return;
  const text = [head, ...sharedLines(shared)];
  if (!prompt.available || flags().yes === true) {
    throw new CommandFailure(5, 'address_shared', text.join('\n  '), {
      hint: 'Use another key, or add --allow-shared if they mean the same.',
      details: {
        addresses: shared.map(({ subject, key, fields }) => ({ subject, key, fields: fields.map(({ id }) => id) })),
      },
    });
  }
  prompt.say(text.join('\n  '));
  if (!(await prompt.confirm('Do they mean the same?'))) throw new Cancelled();
}
