import type { Person } from '../../contract/resources/template.js';

/** Who on the form has a role already, other than this person; null when nobody has. */
export const roleHolder = (people: readonly Person[], personId: string, role: string | undefined): Person | null =>
  (role === undefined ? undefined : people.find(({ id, current }) => id !== personId && current.role_name === role)) ??
  null;
