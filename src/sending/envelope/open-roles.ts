import { pluralize } from '../../cli/context/counted.js';
import { UsageFailure } from '../../cli/failure/failure.js';
import { shellWord } from '../../cli/flags/reach-flags.js';
import type { RecipientRequest } from '../../contract/operations/envelopes.js';
import { isObject } from '../../core/platform/json.js';
import { copyRole } from '../../domain/rules/recipients.js';
import { recipientFlag } from './equivalent-command.js';

/** The roles that need a recipient, read only where a recipient has none. `taken` are those that are given. */
export type RolesOf = (taken: readonly string[]) => Promise<readonly string[]>;

/**
 * Gives the role to a recipient of the flags that was written without one: the only role that nobody has. `others` are
 * those of a file. Roles are never given by order. Throws UsageFailure that names the open roles.
 */
export async function withRoles(
  given: readonly RecipientRequest[],
  others: readonly unknown[],
  rolesOf: RolesOf,
): Promise<readonly RecipientRequest[]> {
  const unnamed = given.filter(({ role }) => role === '');
  const [person] = unnamed;
  if (person === undefined) return given;
  const taken = [...others, ...given].flatMap((each) =>
    isObject(each) && typeof each['role'] === 'string' && each['role'] !== '' ? [each['role']] : [],
  );
  const open = (await rolesOf(taken)).filter((role) => !taken.includes(role));
  const [role] = open;
  if (role !== undefined && open.length === 1 && unnamed.length === 1) {
    return given.map((each) => (each === person ? { ...person, role } : each));
  }
  const who = unnamed.length === 1 ? short(person.name) : pluralize(unnamed.length, 'recipient');
  const roles = open.slice(0, maxShown).map(short).join(', ');
  const more = open.length > maxShown ? ` and ${open.length - maxShown} more` : '';
  const example = `--recipient ${shellWord(recipientFlag({ ...person, role: role ?? copyRole }))}`;
  throw new UsageFailure(
    role === undefined
      ? `No role is open for ${who}.`
      : `Missing the role of ${who}. Open ${open.length === 1 ? 'role' : 'roles'}: ${roles}${more}.`,
    {
      code: 'missing_role',
      hint: role === undefined ? `To send a copy: ${example}` : `Name the role of each. Example: ${example}`,
    },
  );
}

const maxShown = 8;
const maxLength = 60;
const short = (text: string): string => `"${text.length > maxLength ? `${text.slice(0, maxLength)}…` : text}"`;
