import { createHash } from 'node:crypto';
import { isObject } from '../../core/platform/json.js';
import type { CanonicalRequest } from '../../client/call.js';
import { canonicalJson } from '../../contract/canonical-json.js';
import { deadlines } from '../../contract/recorded-write.js';
import type { OperationId } from '../../contract/operations.js';
import { operations } from '../../contract/operations.js';

type Environment = Readonly<Record<string, string | undefined>>;

/** Environment variables that identify the run of a job, in order of precedence. */
const systems: readonly { readonly name: string; readonly variables: readonly string[] }[] = [
  // Re-running a workflow keeps the run ID and increments the attempt number.
  { name: 'github', variables: ['GITHUB_SERVER_URL', 'GITHUB_REPOSITORY', 'GITHUB_RUN_ID', 'GITHUB_JOB'] },
  { name: 'gitlab', variables: ['CI_SERVER_URL', 'CI_PROJECT_ID', 'CI_PIPELINE_ID', 'CI_JOB_NAME'] },
  { name: 'buildkite', variables: ['BUILDKITE_BUILD_ID', 'BUILDKITE_STEP_ID'] },
  // The workspace is the same when a workflow is re-run from the failed job.
  { name: 'circleci', variables: ['CIRCLE_WORKFLOW_WORKSPACE_ID', 'CIRCLE_JOB'] },
  { name: 'azure', variables: ['SYSTEM_COLLECTIONURI', 'SYSTEM_TEAMPROJECTID', 'BUILD_BUILDID', 'SYSTEM_PHASENAME'] },
  { name: 'bitbucket', variables: ['BITBUCKET_REPO_UUID', 'BITBUCKET_PIPELINE_UUID'] },
  { name: 'jenkins', variables: ['JENKINS_URL', 'JOB_NAME', 'BUILD_NUMBER'] },
];

/**
 * The identity of the CI run: ESIGN_RUN_ID, else from the CI system. Empty outside of CI, where only the content
 * counts.
 */
export function runIdentity(env: Environment): readonly string[] {
  const own = env['ESIGN_RUN_ID'] ?? '';
  if (own !== '') return ['run', own];
  for (const { name, variables } of systems) {
    const values = variables.map((variable) => env[variable] ?? '');
    if (values.every((value) => value !== '')) return [name, ...values];
  }
  return [];
}

/** Variables that distinguish the legs of one job: a matrix, or parallel instances. */
const legs: Readonly<Record<string, readonly string[]>> = {
  // Matrix values are not available: set ESIGN_RUN_PART.
  github: ['RUNNER_OS', 'RUNNER_ARCH'],
  // The job name contains the matrix values.
  gitlab: ['CI_NODE_INDEX'],
  buildkite: ['BUILDKITE_PARALLEL_JOB', 'BUILDKITE_LABEL'],
  circleci: ['CIRCLE_NODE_INDEX'],
  azure: ['SYSTEM_STAGENAME', 'SYSTEM_JOBIDENTIFIER', 'SYSTEM_JOBPOSITIONINPHASE'],
  bitbucket: ['BITBUCKET_PARALLEL_STEP'],
  jenkins: ['STAGE_NAME'],
};

/**
 * The run and the part of its job: ESIGN_RUN_PART, and the CI system's variables. A re-run part is the same. Under
 * ESIGN_RUN_ID only ESIGN_RUN_PART counts, so that one run may span systems.
 */
export function legIdentity(env: Environment): readonly string[] {
  const run = runIdentity(env);
  const part = env['ESIGN_RUN_PART'] ?? '';
  const parts = (legs[run[0] ?? ''] ?? []).flatMap((name) => {
    const value = env[name] ?? '';
    return value === '' ? [] : [`${name}=${value}`];
  });
  return [...run, ...parts, ...(part === '' ? [] : [`part=${part}`])];
}

/**
 * The Idempotency-Key of `--idempotency-key auto`: the same request in the same run gets the same key, independent of
 * overrides and profiles. The deadline is omitted: a duration gives another time in every run, and the service then
 * rejects instead of sending again.
 */
export function automaticKey(operation: OperationId, request: CanonicalRequest, identity: readonly string[]): string {
  const { outsideFingerprint = [] } = operations[operation] as { readonly outsideFingerprint?: readonly string[] };
  const left = new Set([...deadlines, ...outsideFingerprint]);
  const body = isObject(request.body)
    ? Object.fromEntries(Object.entries(request.body).filter(([name]) => !left.has(name)))
    : (request.body ?? null);
  const digest = createHash('sha256')
    .update(canonicalJson(['esign auto', operation, request.method, request.url, body, identity]))
    .digest('hex');
  return `auto-${digest.slice(0, 40)}`;
}
