import { createHash } from 'node:crypto';
import { FileFailure } from '../cli/failure.js';
import { canonicalJson } from '../contract/canonical-json.js';
import { isObject, parseJson, type JsonObject } from '../platform/json.js';
import type { BulkRow } from './bulk-row.js';
import type { RunSettings } from './result-line.js';

/** Exactly what a bulk run will send, and what is known to go wrong with it. */
export interface Plan {
  readonly kind: 'esign bulk plan';
  readonly version: 1;
  /** ISO 8601 UTC. */
  readonly planned_at: string;
  readonly settings: RunSettings;
  readonly template: { readonly id: string; readonly name: string; readonly etag: string | null };
  readonly expires_at: string | null;
  /** Refusals that can be foreseen; a plan that has some is not applied. */
  readonly refusals: readonly object[];
  readonly warnings: readonly object[];
  /** Plans of earlier versions tell neither identity nor content. */
  readonly requests: readonly (Omit<BulkRow, 'identity' | 'content'> & Partial<BulkRow>)[];
}

/** Bytes; what is larger is neither written nor read. */
export const planLimit = 64 * 1024 * 1024;

/**
 * The plan as a file, sealed with a digest that shows whether it was changed since. Throws FileFailure when it would be
 * larger than what is read again; `path` is where it was to go.
 */
export function writePlan(plan: Plan, path: string, limit = planLimit): string {
  const text = `${JSON.stringify({ ...plan, digest: digestOf(plan) }, null, 2)}\n`;
  const size = Buffer.byteLength(text);
  if (size <= limit) return text;
  const mebibytes = (bytes: number): number => Math.ceil(bytes / (1024 * 1024));
  const largest = `one of more than ${mebibytes(limit)} MiB is not applied`;
  throw new FileFailure('output', path, `The plan would have ${mebibytes(size)} MiB, and ${largest}.`, {
    code: 'plan_too_large',
    hint: 'Split the rows into several files, and plan each; nothing was written.',
  });
}

export type ReadPlan = { readonly plan: Plan; readonly changed: boolean };

/** Reads a plan. Throws FileFailure for a file that is none; a changed one is told of, since its content is still a plan. */
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

/** Whoever changes a plan can give it another digest, so nothing in it is trusted beyond its shape. */
function isPlan(value: object): value is Plan {
  const plan = value as Readonly<Record<string, unknown>>;
  const { settings, template, requests, refusals, warnings, expires_at: expires } = plan;
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
    Array.isArray(requests) &&
    (requests as readonly unknown[]).every((request) => isRowOf(request, template['id']))
  );
}

const isRowOf = (value: unknown, template: unknown): boolean =>
  isObject(value) &&
  Number.isSafeInteger(value['number']) &&
  Number.isSafeInteger(value['line']) &&
  typeof value['key'] === 'string' &&
  isObject(value['body']) &&
  value['body']['template_id'] === template;

const noPlan = (path: string): FileFailure =>
  new FileFailure('input', path, `${path === '-' ? 'stdin' : path} holds no plan of this version of esign.`, {
    code: 'file_invalid',
    hint: 'Make one with: esign envelope plan --template ID --rows FILE -o plan.json',
  });
