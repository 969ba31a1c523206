import { createHash } from 'node:crypto';
import { isObject } from '../platform/json.js';
import type { CanonicalRequest } from '../client/call.js';
import { canonicalJson } from '../contract/canonical-json.js';
import type { OperationId } from '../contract/operations.js';
import { operations } from '../contract/operations.js';

type Environment = Readonly<Record<string, string | undefined>>;

/** The systems that say which run a job belongs to, in the order in which they are asked. */
const systems: readonly { readonly name: string; readonly variables: readonly string[] }[] = [
  // Running a workflow again keeps the run's id and counts its attempts.
  { name: 'github', variables: ['GITHUB_SERVER_URL', 'GITHUB_REPOSITORY', 'GITHUB_RUN_ID', 'GITHUB_JOB'] },
  { name: 'gitlab', variables: ['CI_SERVER_URL', 'CI_PROJECT_ID', 'CI_PIPELINE_ID', 'CI_JOB_NAME'] },
  { name: 'buildkite', variables: ['BUILDKITE_BUILD_ID', 'BUILDKITE_STEP_ID'] },
  // The workspace of a workflow is the same when it is run again from the job that failed.
  { name: 'circleci', variables: ['CIRCLE_WORKFLOW_WORKSPACE_ID', 'CIRCLE_JOB'] },
  { name: 'azure', variables: ['SYSTEM_COLLECTIONURI', 'SYSTEM_TEAMPROJECTID', 'BUILD_BUILDID', 'SYSTEM_PHASENAME'] },
  { name: 'bitbucket', variables: ['BITBUCKET_REPO_UUID', 'BITBUCKET_PIPELINE_UUID'] },
  { name: 'jenkins', variables: ['JENKINS_URL', 'JOB_NAME', 'BUILD_NUMBER'] },
];

/**
 * What the run of a pipeline is told by: ESIGN_RUN_ID, else what the CI system says. Empty outside of them, where the
 * content alone decides.
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

/** What tells the legs of one job apart, where the system says so: a matrix, or a job that runs several times at once. */
const legs: Readonly<Record<string, readonly string[]>> = {
  // The values of a matrix are not told: ESIGN_RUN_PART names them.
  github: ['RUNNER_OS', 'RUNNER_ARCH'],
  // The name of the job holds the matrix.
  gitlab: ['CI_NODE_INDEX'],
  buildkite: ['BUILDKITE_PARALLEL_JOB', 'BUILDKITE_LABEL'],
  circleci: ['CIRCLE_NODE_INDEX'],
  azure: ['SYSTEM_STAGENAME', 'SYSTEM_JOBIDENTIFIER', 'SYSTEM_JOBPOSITIONINPHASE'],
  bitbucket: ['BITBUCKET_PARALLEL_STEP'],
  jenkins: ['STAGE_NAME'],
};

/**
 * The run with the leg of its job: ESIGN_RUN_PART, and what the CI system says. A leg that is run again is the same one.
 * Under ESIGN_RUN_ID only ESIGN_RUN_PART counts, so that one run may be spread over systems.
 */
export function legIdentity(env: Environment): readonly string[] {
  const run = runIdentity(env);
  const part = env['ESIGN_RUN_PART'] ?? '';
  const told = (legs[run[0] ?? ''] ?? []).flatMap((name) => {
    const value = env[name] ?? '';
    return value === '' ? [] : [`${name}=${value}`];
  });
  return [...run, ...told, ...(part === '' ? [] : [`part=${part}`])];
}

/**
 * The Idempotency-Key of `--idempotency-key auto`: the same request in the same run gets the same one, also when an
 * override file or a profile writes it otherwise meanwhile. The deadline is left out: `--expires-in` names another instant in every run, and the service then refuses rather than sends again.
 */
export function automaticKey(operation: OperationId, request: CanonicalRequest, identity: readonly string[]): string {
  const { outsideFingerprint = [] } = operations[operation] as { readonly outsideFingerprint?: readonly string[] };
  const left = new Set(['expires_at', ...outsideFingerprint]);
  const body = isObject(request.body)
    ? Object.fromEntries(Object.entries(request.body).filter(([name]) => !left.has(name)))
    : (request.body ?? null);
  const digest = createHash('sha256')
    .update(canonicalJson(['esign auto', operation, request.method, request.url, body, identity]))
    .digest('hex');
  return `auto-${digest.slice(0, 40)}`;
}
