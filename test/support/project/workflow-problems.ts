import { parse } from 'yaml';

export interface Step {
  readonly uses?: string;
  readonly run?: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly with?: Readonly<Record<string, unknown>>;
}

interface Job {
  readonly permissions?: unknown;
  readonly steps: readonly Step[];
}

interface Workflow {
  readonly permissions?: unknown;
  readonly jobs: Readonly<Record<string, Job>>;
}

export const jobsOf = (text: string): Workflow['jobs'] => (parse(text) as Workflow).jobs;

/** The only job that may write, and have a secret. */
const publishing = 'publish';

/** What a workflow would let others do, a sentence each; none when all is well. */
export function workflowProblems(text: string): readonly string[] {
  const { permissions, jobs } = parse(text) as Workflow;
  return [
    ...(permissions === undefined
      ? ['no permissions: every job gets the usual ones']
      : writes('the workflow', permissions)),
    ...unpinned(text),
    ...Object.entries(jobs).flatMap(([name, job]) => [
      ...(name === publishing ? [] : writes(name, job.permissions ?? {})),
      ...job.steps.flatMap((step) => stepProblems(name, step)),
    ]),
  ];
}

/** An action is named by its full commit, with the version beside it for the reader. */
export const unpinned = (text: string): readonly string[] =>
  [...text.matchAll(/\buses: *(.*)/g)].flatMap(([, used = '']) =>
    /^[\w-]+\/[\w./-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/.test(used) ? [] : [`${used} is not pinned to a commit`],
  );

/** Permissions beyond reading the code. */
function writes(who: string, permissions: unknown): readonly string[] {
  if (typeof permissions !== 'object' || permissions === null) return [`${who} has ${String(permissions)}`];
  return Object.entries(permissions).flatMap(([what, level]) =>
    level === 'none' || (what === 'contents' && level === 'read') ? [] : [`${who} has ${what}: ${String(level)}`],
  );
}

function stepProblems(job: string, step: Step): readonly string[] {
  const { uses = '', run = '', with: given = {}, env = {} } = step;
  const keepsToken = uses.startsWith('actions/checkout@') && given['persist-credentials'] !== false;
  const npm = /^npm (ci|i|install)\b/.test(run);
  const secret = /\$\{\{ *(secrets\.|github\.token)/.test(JSON.stringify([env, given, run]));
  return [
    ...(keepsToken ? [`${job} leaves the token of the checkout behind`] : []),
    ...(npm && !run.includes(' --ignore-scripts') ? [`${job} runs the install scripts of others: ${run}`] : []),
    ...(npm && job === publishing ? [`${job} installs packages of others: ${run}`] : []),
    ...(secret && job !== publishing ? [`${job} has a secret`] : []),
  ];
}
