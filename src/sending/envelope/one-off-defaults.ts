import type { Context } from '../../cli/context/context.js';
import { explain } from '../../cli/failure/explain.js';
import { CommandFailure, UsageFailure } from '../../cli/failure/failure.js';
import { limits } from '../../contract/limits.js';
import type { FileUpload } from '../../contract/operations/templates.js';
import { isObject } from '../../core/platform/json.js';
import { copyRole } from '../../domain/rules/recipients.js';
import { readUploadToUse, withDocuments } from '../../authoring/template/offline.js';
import type { RolesOf } from './open-roles.js';

/** A title from the name of a file: `lease_2027.pdf` is “Lease 2027”. Null where no readable name is left. */
export function titleOf(file: string): string | null {
  if (file === '-') return null;
  const name = (file.split(/[\\/]/).at(-1) ?? '')
    .replace(/\.(?:pdf|docx?)$/i, '')
    .replace(/[_\p{C}]/gu, ' ')
    // A hyphen between digits belongs to a date or a number.
    .replace(/(?<!\d)-|-(?!\d)/g, ' ')
    .replace(/ {2,}/g, ' ')
    .trim();
  if (!/[\p{L}\p{N}]/u.test(name)) return null;
  const characters = [...name].slice(0, limits.titleLength);
  return `${(characters[0] ?? '').toUpperCase()}${characters.slice(1).join('')}`.slice(0, limits.titleLength).trim();
}

/** The documents of a body that can be read; the check of the whole body names the others. */
export const uploadsIn = (documents: readonly unknown[]): readonly FileUpload[] =>
  documents.flatMap((entry) => {
    if (!isObject(entry)) return [];
    const { filename, file } = entry;
    return typeof filename === 'string' && typeof file === 'string' ? [{ filename, file }] : [];
  });

/**
 * The roles of text tags in the documents, which are read on this machine, and of placed fields. Fields without a role
 * belong to the only signer, as `Signer`. Throws UsageFailure for a document that cannot be read here, and CommandFailure
 * (5) for one that the service would refuse.
 */
export function rolesOfDocuments(
  context: Context,
  documents: readonly FileUpload[],
  placed: readonly unknown[],
): RolesOf {
  return async (taken) => {
    const tagged = await taggedRoles(context, documents);
    const named = placed.flatMap((field) =>
      isObject(field) && typeof field['role'] === 'string' ? [field['role']] : [],
    );
    const roles = [...new Set([...tagged, ...named])];
    if (roles.length > 0) return roles;
    return taken.every((role) => role === copyRole) ? ['Signer'] : [];
  };
}

async function taggedRoles(context: Context, documents: readonly FileUpload[]): Promise<readonly string[]> {
  let filename = '';
  try {
    return await withDocuments(context, async (engine) => {
      const roles: string[] = [];
      for (const document of documents) {
        filename = document.filename;
        const { boxes } = await readUploadToUse(engine, filename, Buffer.from(document.file, 'base64'));
        roles.push(...boxes.flatMap(({ tag }) => tag?.role ?? []));
      }
      return roles;
    });
  } catch (failure) {
    // What the service would refuse needs another file, not the name of a role.
    if (context.signal.aborted || (failure instanceof CommandFailure && failure.exitCode === 5)) throw failure;
    throw new UsageFailure(`Cannot read the roles from ${filename}: ${explain(failure).message}`, {
      code: 'missing_role',
      hint: 'Name the role. Example: --recipient "role=Signer,name=Thandi Mokoena,email=thandi@example.test"',
    });
  }
}
