import type { Context } from '../../cli/context/context.js';
import type { WrittenRows } from '../../cli/files/rows-file.js';
import { UsageFailure } from '../../cli/failure/failure.js';
import { lockValues, writeAddress } from '../../cli/flags/value.js';
import type { RecipientRequest, ValueRequest } from '../../contract/operations/envelopes.js';
import { readCells } from '../../domain/rules/cell.js';
import { neededRoles, recipientProblems } from '../../domain/rules/recipients.js';
import { checkRequest } from '../../domain/rules/request.js';
import { knownNames } from '../../domain/rules/known-names.js';
import type { Form } from '../../domain/rules/template-form.js';
import {
  type Draft,
  listOf,
  type PeopleOptions,
  type CreateOptions,
  writtenValues,
} from '../envelope/create-options.js';
import { withRoles } from '../envelope/open-roles.js';

/** What the rows have in common. */
export interface Shared {
  readonly title: string | undefined;
  readonly recipients: readonly RecipientRequest[];
  readonly values: readonly ValueRequest[];
  readonly lock: NonNullable<PeopleOptions['lock']>;
}

/** What the flags say for every row; a role that a row names is taken. Throws FileFailure and UsageFailure. */
export async function sharedOf(
  context: Context,
  options: PeopleOptions & CreateOptions & { readonly template?: string },
  form: Form,
  rows: readonly Draft[],
): Promise<Shared> {
  const { title, recipient = [], lock = [] } = options;
  const named = rows.flatMap(({ recipients }) => (Array.isArray(recipients) ? (recipients as readonly unknown[]) : []));
  const recipients = await withRoles(recipient, named, () => Promise.resolve(neededRoles(form)));
  const values = readCells(await writtenValues(context, options), form);
  refuseFlags({ recipients, values }, form, options);
  return { title, recipients, values, lock };
}

/** What is wrong in flags is said once, and not of each row. Throws UsageFailure. */
function refuseFlags(
  { recipients, values }: Pick<Shared, 'recipients' | 'values'>,
  form: Form,
  { value = [], template }: PeopleOptions & { readonly template?: string },
): void {
  const roles = recipientProblems(recipients, form).filter(({ code }) => code === 'recipient_role_unknown');
  const checked = checkRequest({ values }, { form, now: 0, people: false, title: '' });
  const [problem] = [...roles, ...checked.problems.filter(({ path }) => path.startsWith('values['))];
  if (problem === undefined) return;
  const { path, says } = problem;
  const index = Number(/\[(\d+)\]/.exec(path)?.[1]);
  const role = recipients[index]?.role ?? '';
  const address = writeAddress({ subject: values[index]?.subject ?? null, key: values[index]?.key ?? '' });
  const isFlag = value.some(({ subject, key }) => writeAddress({ subject: subject ?? null, key }) === address);
  const isPerson = path.startsWith('recipients');
  const written = isPerson ? `--recipient role=${role}` : `${isFlag ? '--value' : '--values-file:'} ${address}`;
  throw new UsageFailure(`${written}: ${says}`, {
    code: 'invalid_value',
    hint: `See \`esign template ${isPerson ? 'get' : 'fields'} ${template ?? 'ID'}\`. Nothing was sent.`,
  });
}

/** A row of columns as the form has it: its roles and addresses in any case, and its cells as the fields take them. */
export function fittedRows(form: Form): (row: Draft) => Draft {
  const named = knownNames(form);
  return (row) => {
    const known = named(row);
    return Array.isArray(known['values']) ? { ...known, values: readCells(known['values'], form) } : known;
  };
}

/** People of the flags come after those of the row; a value of the row wins over one of the flags. */
export function rowBody(row: Draft, { title, recipients, values, lock }: Shared): Draft {
  if (title === undefined && recipients.length + values.length + lock.length === 0) return row;
  const people = [...listOf(row, 'recipients'), ...recipients];
  const latest = new Map<string, ValueRequest>();
  for (const entry of [...values, ...(listOf(row, 'values') as readonly (ValueRequest | null)[])]) {
    // What is not a value at all is checked with its place, like any other mistake of the row.
    latest.set(JSON.stringify([entry?.subject ?? null, entry?.key]), entry as ValueRequest);
  }
  const all = [...latest.values()];
  return {
    ...(title === undefined ? {} : { title }),
    ...row,
    recipients: people,
    ...(all.length === 0 ? {} : { values: lockValues(all, lock) }),
  };
}

/** What a whole request body in the file says of the sending, and nothing else: the flags win over it. */
export const aroundOf = ({ around }: WrittenRows): Draft =>
  Object.fromEntries(Object.entries(around).filter(([name]) => name !== 'template_id'));

/** What the flags say of the sending. */
export const sendingFlags = ({ send, brand, completionDelivery, expiresAt }: PeopleOptions & CreateOptions): Draft => ({
  ...(send === true ? { send: true } : {}),
  ...(expiresAt === undefined ? {} : { expires_at: expiresAt }),
  ...(brand === undefined ? {} : { brand_id: brand }),
  ...(completionDelivery === undefined ? {} : { completion_delivery: completionDelivery }),
});
