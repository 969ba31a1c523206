import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { appTemplates, frameworks } from '../../../src/cli/dev/frameworks.js';

const templates = 'src/cli/dev/templates';
const filesOf = (part: string): readonly string[] =>
  readdirSync(join(templates, part), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
const nameOf = (path: string, part: string): string => path.slice(join(templates, part).length + 1);

describe.each(frameworks)('the template of %s', (framework) => {
  const { parts, next, tryIt } = appTemplates[framework];
  const isReceiver = tryIt.includes('webhook certify');
  const files = parts.flatMap((part) => filesOf(part).map((path) => ({ path, name: nameOf(path, part) })));
  const names = files.map(({ name }) => name);

  it('has each file once', () => {
    expect(new Set(names).size).toBe(names.length);
  });

  const contents = isReceiver
    ? [/^webhook\./i]
    : [/^agreement\.pdf$/, /^(?:webhooks\.test\.mjs|test_webhooks\.py)$/, /^(?:package\.json|requirements\.txt)$/];

  it(`has ${isReceiver ? 'one file that verifies' : 'a document, a test and its packages'}`, () => {
    for (const pattern of contents) expect(names.filter((name) => pattern.test(name))).toHaveLength(1);
  });

  it('holds no secret, and keeps the settings out of a repository', () => {
    const ignored = files.filter(({ name }) => name === 'gitignore').map(({ path }) => readFileSync(path, 'utf8'));
    expect(ignored).toEqual([expect.stringMatching(/^\.env\.local$/m)]);
    for (const { path } of files) {
      expect(readFileSync(path, 'latin1')).not.toMatch(/esign_(?:test|live)_|whsec_(?!of_this_test)/);
    }
  });

  it('runs by `esign dev`, on the port where that delivers', () => {
    expect(next.at(-1)).toMatch(/^esign dev -- /);
    expect(/(?:--port |:)(\d+)/.exec(next.at(-1)!)?.[1] ?? '3000').toBe('3000');
  });
});

// Next is too large to be installed for a test.
it.each(['express', 'fastify'] as const)('%s has the version that the tests run', (framework) => {
  const read = <T>(path: string): T => JSON.parse(readFileSync(path, 'utf8')) as T;
  const { dependencies } = read<{ dependencies: Record<string, string> }>(join(templates, framework, 'package.json'));
  const { devDependencies } = read<{ devDependencies: Record<string, string> }>('package.json');
  expect(dependencies[framework]?.split('.')[0]).toBe(`^${devDependencies[framework]?.split('.')[0]}`);
});

it('every folder of templates is part of an app', () => {
  const used = new Set(frameworks.flatMap((framework) => appTemplates[framework].parts));
  const folders = readdirSync(templates).flatMap((name) =>
    name === 'shared' ? readdirSync(join(templates, name)).map((part) => `shared/${part}`) : [name],
  );
  expect([...used].toSorted()).toEqual(folders.toSorted());
});
