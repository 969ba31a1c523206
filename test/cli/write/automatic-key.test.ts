import { describe, expect, it } from 'vitest';
import { automaticKey, legIdentity, runIdentity } from '../../../src/cli/write/automatic-key.js';

const github = {
  GITHUB_SERVER_URL: 'https://git.example.test',
  GITHUB_REPOSITORY: 'homes/leases',
  GITHUB_RUN_ID: '77',
  GITHUB_JOB: 'send',
};
const request = {
  method: 'POST',
  url: 'https://api.example.test/api/v1/envelopes',
  headers: [],
  body: { template_id: 't', recipients: [{ role: 'Tenant', name: 'Thandi' }], expires_at: '2026-12-01T00:00:00Z' },
};
const key = (changes: object = {}, env: Record<string, string> = github): string =>
  automaticKey('createEnvelope', { ...request, ...changes }, legIdentity(env));
const body = (changes: object): object => ({ body: { ...request.body, ...changes } });

describe('the run that an automatic key belongs to', () => {
  it('is the same when a job is run again, and another one for another run or job', () => {
    expect(key({}, { ...github, GITHUB_RUN_ATTEMPT: '2' })).toBe(key({}, { ...github, GITHUB_RUN_ATTEMPT: '1' }));
    expect(key({}, { ...github, GITHUB_RUN_ID: '78' })).not.toBe(key());
    expect(key({}, { ...github, GITHUB_JOB: 'other' })).not.toBe(key());
  });

  it('is what ESIGN_RUN_ID says, before every CI system', () => {
    expect(runIdentity({ ...github, ESIGN_RUN_ID: 'march' })).toEqual(['run', 'march']);
    expect(runIdentity({ ...github, ESIGN_RUN_ID: '' })[0]).toBe('github');
  });

  it.each([
    ['gitlab', { CI_SERVER_URL: 'u', CI_PROJECT_ID: '1', CI_PIPELINE_ID: '2', CI_JOB_NAME: 'j', CI_JOB_ID: '3' }],
    ['buildkite', { BUILDKITE_BUILD_ID: 'b', BUILDKITE_STEP_ID: 's' }],
    ['circleci', { CIRCLE_WORKFLOW_WORKSPACE_ID: 'w', CIRCLE_JOB: 'j' }],
    ['azure', { SYSTEM_COLLECTIONURI: 'u', SYSTEM_TEAMPROJECTID: 'p', BUILD_BUILDID: '4', SYSTEM_PHASENAME: 'build' }],
    ['bitbucket', { BITBUCKET_REPO_UUID: 'r', BITBUCKET_PIPELINE_UUID: 'p' }],
    ['jenkins', { JENKINS_URL: 'u', JOB_NAME: 'n', BUILD_NUMBER: '5' }],
  ])('is known on %s', (name, env) => {
    expect(runIdentity(env)[0]).toBe(name);
  });

  it('is nothing where no system says it whole: the content alone decides', () => {
    expect(runIdentity({})).toEqual([]);
    expect(runIdentity({ GITHUB_RUN_ID: '77' })).toEqual([]);
  });
});

describe('the legs of one job', () => {
  const gitlab = { CI_SERVER_URL: 'u', CI_PROJECT_ID: '1', CI_PIPELINE_ID: '2', CI_JOB_NAME: 'send' };
  const buildkite = { BUILDKITE_BUILD_ID: 'b', BUILDKITE_STEP_ID: 's' };
  const azure = { SYSTEM_COLLECTIONURI: 'u', SYSTEM_TEAMPROJECTID: 'p', BUILD_BUILDID: '4', SYSTEM_PHASENAME: 'send' };
  const circle = { CIRCLE_WORKFLOW_WORKSPACE_ID: 'w', CIRCLE_JOB: 'j' };
  const bitbucket = { BITBUCKET_REPO_UUID: 'r', BITBUCKET_PIPELINE_UUID: 'p' };
  const jenkins = { JENKINS_URL: 'u', JOB_NAME: 'n', BUILD_NUMBER: '5' };

  it.each<[string, Record<string, string>, string, readonly string[], string]>([
    ['the system of a GitHub runner', github, 'RUNNER_OS', ['Linux', 'Windows'], 'GITHUB_RUN_ATTEMPT'],
    ['the architecture of a GitHub runner', github, 'RUNNER_ARCH', ['X64', 'ARM64'], 'RUNNER_NAME'],
    ['a matrix on GitLab', gitlab, 'CI_JOB_NAME', ['send: [a]', 'send: [b]'], 'CI_JOB_ID'],
    ['a parallel job on GitLab', gitlab, 'CI_NODE_INDEX', ['1', '2'], 'CI_JOB_STARTED_AT'],
    ['a parallel job on Buildkite', buildkite, 'BUILDKITE_PARALLEL_JOB', ['0', '1'], 'BUILDKITE_RETRY_COUNT'],
    ['a matrix on Buildkite', buildkite, 'BUILDKITE_LABEL', ['send a', 'send b'], 'BUILDKITE_JOB_ID'],
    ['a parallel job on CircleCI', circle, 'CIRCLE_NODE_INDEX', ['0', '1'], 'CIRCLE_BUILD_NUM'],
    ['a matrix on Azure', azure, 'SYSTEM_JOBIDENTIFIER', ['send.a.__default', 'send.b.__default'], 'SYSTEM_JOBATTEMPT'],
    ['a sliced job on Azure', azure, 'SYSTEM_JOBPOSITIONINPHASE', ['1', '2'], 'SYSTEM_JOBID'],
    ['a parallel step on Bitbucket', bitbucket, 'BITBUCKET_PARALLEL_STEP', ['0', '1'], 'BITBUCKET_STEP_RUN_NUMBER'],
    ['a parallel stage of Jenkins', jenkins, 'STAGE_NAME', ['a', 'b'], 'EXECUTOR_NUMBER'],
    ['ESIGN_RUN_PART', github, 'ESIGN_RUN_PART', ['north', 'south'], 'GITHUB_ACTION'],
    ['ESIGN_RUN_PART, with a run of its own', { ESIGN_RUN_ID: 'march' }, 'ESIGN_RUN_PART', ['north', 'south'], 'CI'],
    ['ESIGN_RUN_PART, outside of CI', {}, 'ESIGN_RUN_PART', ['north', 'south'], 'CI'],
  ])(
    'have keys of their own by %s, and keep them when they run again',
    (_name, run, variable, [one = '', two = ''], moving) => {
      const leg = (value: string, moved = '1'): string => key({}, { ...run, [variable]: value, [moving]: moved });
      expect(leg(one)).not.toBe(leg(two));
      expect(leg(one, '2')).toBe(leg(one, '1'));
    },
  );

  it('share the keys of a run that is named, unless a part is named too', () => {
    const named = { ...github, ESIGN_RUN_ID: 'march' };
    expect(key({}, { ...named, RUNNER_OS: 'Linux' })).toBe(key({}, { ...named, RUNNER_OS: 'Windows' }));
    expect(key({}, { ...named, ESIGN_RUN_PART: '' })).toBe(key({}, named));
  });
});

describe('an automatic key', () => {
  it('is plain, short enough for the service, and says what it is', () => {
    expect(key()).toMatch(/^auto-[0-9a-f]{40}$/);
  });

  it('follows the content, not the order in which its properties were written', () => {
    const { template_id: template, recipients } = request.body;
    expect(key({ body: { recipients, template_id: template } })).toBe(key());
    expect(key(body({ recipients: [] }))).not.toBe(key());
    expect(key({ url: 'https://other.example.test/api/v1/envelopes' })).not.toBe(key());
  });

  it('leaves out the deadline, which a duration moves with every run, and the reason of a void', () => {
    expect(key(body({ expires_at: '2026-12-02T00:00:00Z' }))).toBe(key());
    expect(key(body({ valid_until: '2027-12-02T00:00:00Z' }))).toBe(key());
    const voiding = (reason: string): string => automaticKey('voidEnvelope', { ...request, body: { reason } }, []);
    expect(voiding('sold')).toBe(voiding('let'));
  });
});
