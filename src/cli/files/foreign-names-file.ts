import { FileFailure } from '../failure/failure.js';

/** What the output of `template pull` has, and no other file for an envelope. */
export const namesProperties = ['version', 'template', 'base'] as const;

/** The refusal of a names file where `wanted` is read, such as `values`. */
export const namesFile = (path: string, wanted: string): FileFailure =>
  new FileFailure('input', path, `${path === '-' ? 'stdin' : path} contains the names of a template, not ${wanted}.`, {
    code: 'file_invalid',
    hint: `Compare names with the service with: esign template diff ${path}`,
  });
