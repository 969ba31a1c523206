import { createHash } from 'node:crypto';
import { FileFailure } from '../../cli/failure/failure.js';
import { canonicalJson } from '../../contract/canonical-json.js';
import { isObject, parseJson, type JsonObject } from '../../core/platform/json.js';
import type { BulkRow } from './bulk-row.js';
import type { RunSettings } from '../../store/runs.js';
import { visibleJson } from '../../core/platform/visible-text.js';

/** The exact requests of a bulk run, with the problems found offline. */
export interface Plan {
  readonly kind: 'esign bulk plan';
  readonly version: 1;
  /** ISO 8601 UTC. */
  readonly planned_at: string;
  readonly settings: RunSettings;
  readonly template: { readonly id: string; readonly name: string; readonly etag: string | null };
  readonly expires_at: string | null;
  /** Problems that the service would refuse; a plan with any is not applied. */
  readonly refusals: readonly object[];
  readonly warnings: readonly object[];
  /** Codes of the problems of the form that were allowed; absent: none. */
  readonly allowed_problems?: readonly string[];
  readonly requests: readonly BulkRow[];
}

/** Maximum size of a plan in bytes, for writing and reading. */
export const planLimit = 64 * 1024 * 1024;

/**
 * Serializes a plan with a digest that shows later changes. Throws FileFailure if it exceeds `limit`; `path` is the
 * file for the message.
 */
export function writePlan(plan: Plan, path: string, limit = planLimit): string {
  const text = `${visibleJson({ ...plan, digest: digestOf(plan) }, 2)}\n`;
  const size = Buffer.byteLength(text);
  if (size <= limit) return text;
  const mebibytes = (bytes: number): number => Math.ceil(bytes / (1024 * 1024));
  const message = `The plan is too large: ${mebibytes(size)} MiB, the maximum is ${mebibytes(limit)} MiB.`;
  throw new FileFailure('output', path, `${message} Nothing was written.`, {
    code: 'plan_too_large',
    hint: 'Split the rows into several files and plan each of them.',
  });
}

export type ReadPlan = { readonly plan: Plan; readonly changed: boolean };

/** Reads a plan; `changed` says whether it was edited. Throws FileFailure for any other file. */
export function readPlan(text: string, path: string): ReadPlan {
  const { digest, ...plan } = parsed(text, path);
  if (!isPlan(plan)) throw noPlan(path);
  return { plan, changed: digest !== digestOf(plan) };
}

const digestOf = (plan: Plan): string => createHash('sha256').update(canonicalJson(plan)).digest('hex');

function parsed(text: string, path: string): JsonObject {
  const value = parseJson(text);
  if (!isObject(value)) throw noPlan(path);
  return value;
}

/** The digest can be recomputed after an edit, so the shape is always checked. */
function isPlan(value: object): value is Plan {
  const plan = value as Readonly<Record<string, unknown>>;
  const { settings, template, requests, refusals, warnings, expires_at: expires } = plan;
  const { allowed_problems: allowed } = plan;
  return (
    plan['kind'] === 'esign bulk plan' &&
    plan['version'] === 1 &&
    typeof plan['planned_at'] === 'string' &&
    (expires === null || typeof expires === 'string') &&
    isObject(settings) &&
    typeof settings['template_id'] === 'string' &&
    Array.isArray(settings['run']) &&
    isObject(template) &&
    typeof template['id'] === 'string' &&
    (template['etag'] === null || typeof template['etag'] === 'string') &&
    Array.isArray(refusals) &&
    Array.isArray(warnings) &&
    (allowed === undefined || Array.isArray(allowed)) &&
    Array.isArray(requests) &&
    (requests as readonly unknown[]).every((request) => isRowOf(request, template['id']))
  );
}

const isRowOf = (value: unknown, template: unknown): boolean =>
  isObject(value) &&
  Number.isSafeInteger(value['number']) &&
  Number.isSafeInteger(value['line']) &&
  ['key', 'content'].every((name) => typeof value[name] === 'string') &&
  isObject(value['identity']) &&
  isObject(value['body']) &&
  value['body']['template_id'] === template;

const noPlan = (path: string): FileFailure =>
  new FileFailure('input', path, `${path === '-' ? 'stdin' : path} is not a plan of this version of esign.`, {
    code: 'file_invalid',
    hint: 'Create one with `esign envelope plan --template ID --rows FILE -o plan.json`.',
  });
