import { describe, expect, it } from 'vitest';
import { automaticKey, runIdentity } from '../../src/cli/automatic-key.js';

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
  automaticKey('createEnvelope', { ...request, ...changes }, runIdentity(env));
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

  it('leaves out the deadline, which --expires-in moves with every run, and the reason of a void', () => {
    expect(key(body({ expires_at: '2026-12-02T00:00:00Z' }))).toBe(key());
    const voiding = (reason: string): string => automaticKey('voidEnvelope', { ...request, body: { reason } }, []);
    expect(voiding('sold')).toBe(voiding('let'));
  });
});
