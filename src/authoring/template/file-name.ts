import { basename } from 'node:path';
import { isUuid } from '../../contract/schema.js';
import { fileNameOf } from '../../core/platform/file-name.js';

/** The name of a file about a template or form, from its name or path. */
export function templateFileName(title: string, after: string): string {
  const name = basename(title);
  return fileNameOf(isUuid(name) ? '' : name, { after, otherwise: 'template' });
}
