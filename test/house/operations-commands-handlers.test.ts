import { describe, expect, it } from 'vitest';
import { operationIds, operations } from '../../src/contract/operations.js';
import { type CredentialOperationId, handlerOf } from '../../src/emulator/handlers.js';
import { leaves, wholeTree } from '../support/program/tree.js';

const commands = leaves(await wholeTree());
/** These reach anything by its name; what counts is that each operation has a command of its own besides. */
const named = commands.filter((command) => !['esign api', 'esign mcp'].includes(command.path()));
/** They work on files and addresses of the caller's own, and never reach the service. */
const offline = [
  ...['verify', 'sign', 'certify'].map((verb) => `esign webhook ${verb}`),
  'esign template inspect',
  'esign template prepare',
  'esign envelope runs',
];
const resources = ['template', 'envelope', 'webhook', 'authorisation'];
/** Somebody makes each write; the commands that are shown for them have a --dry-run each. */
const asking = ['esign template wizard', 'esign template edit'];
/** What it sends goes to an app. */
const delivering = ['esign envelope reconcile'];
/** The keys of their requests are in the plan, and come from what is copied to where. */
const keyed = ['esign envelope run', 'esign template clone'];

const withCredential = operationIds.filter((id): id is CredentialOperationId => operations[id].credential);

describe('rows, commands and handlers', () => {
  it.each(operationIds)('%s is reached by a command of its own', (id) => {
    const reaching = named.filter((command) => command.operations.includes(id)).map((command) => command.path());
    expect(reaching).not.toEqual([]);
  });

  it.each(withCredential)('%s has a handler in the emulator', (id) => {
    expect(handlerOf(id)).toBeTypeOf('function');
  });

  it('the one operation without a credential is the description itself', () => {
    expect(operationIds.filter((id) => !operations[id].credential)).toEqual(['getSpecification']);
  });

  it('api reaches every operation', () => {
    const api = commands.find((command) => command.path() === 'esign api');
    expect([...(api?.operations ?? [])].sort()).toEqual([...operationIds].sort());
  });

  it('every command of a resource names the operations that it reaches', () => {
    const silent = named
      .filter((command) => resources.includes(command.path().split(' ')[1] ?? '') && command.operations.length === 0)
      .map((command) => command.path())
      .filter((path) => !offline.includes(path));
    expect(silent).toEqual([]);
  });

  it('every write of a resource can be looked at with --dry-run, and takes a key where its row does', () => {
    const plain = named.filter((one) => !asking.includes(one.path()));
    for (const command of plain.filter((one) => resources.includes(one.path().split(' ')[1] ?? ''))) {
      const rows = command.operations.map((id) => operations[id]);
      const writes = delivering.includes(command.path()) || rows.some(({ method }) => method !== 'GET');
      const takesKey = !keyed.includes(command.path()) && rows.some(({ idempotencyKey: key }) => key !== 'none');
      expect([command.path(), command.optionNamed('--dry-run') !== undefined]).toEqual([command.path(), writes]);
      expect([command.path(), command.optionNamed('--idempotency-key') !== undefined]).toEqual([
        command.path(),
        takesKey,
      ]);
    }
  });
});
