import { describe, expect, it } from 'vitest';
import {
  InputRefused,
  ServiceFailure,
  TransportFailure,
  type TransportReason,
  UnexpectedAnswer,
} from '../../../src/client/failure.js';
import { Cancelled, CommandFailure, FileFailure, UsageFailure } from '../../../src/cli/failure/failure.js';
import { explain } from '../../../src/cli/failure/explain.js';
import { errorAsJson, errorAsText } from '../../../src/app/report-failure.js';
import { ConfigFailure, KeychainUnavailable } from '../../../src/core/config/failure.js';
import { errorCodes } from '../../../src/contract/error-codes.js';
import { OutputFailure } from '../../../src/core/platform/output-failure.js';
import { JqFailure, PromptLeft, PromptUnavailable } from '../../../src/core/terminal/failure.js';
import { UnknownFields } from '../../../src/core/terminal/json.js';

const refused = (status: number, code: string, more: object = {}): ServiceFailure =>
  new ServiceFailure('No.', { code, status, operation: 'voidEnvelope', attempts: 1, ...more });

describe('a refusal by the service', () => {
  it.each([
    [400, 5],
    [401, 3],
    [402, 5],
    [403, 3],
    [404, 4],
    [409, 6],
    [412, 6],
    [422, 5],
    [428, 6],
    [429, 7],
    [500, 8],
    [503, 8],
    [418, 5],
    [200, 8],
  ] as const)('with status %i ends with exit code %i, whatever its code', (status, exitCode) => {
    expect(explain(refused(status, 'a_code_nobody_knows'))).toMatchObject({ exitCode, code: 'a_code_nobody_knows' });
  });

  it('comes with what the description says to do next, for every code there is', () => {
    for (const [code, row] of Object.entries(errorCodes)) {
      const explanation = explain(refused(row.status, code));
      expect(explanation.hint).toContain(row.next);
      expect(explanation.message).toBe('No.');
    }
  });

  it('has no hint, rather than an empty one, where the message says what to do', () => {
    const { hint } = explain(refused(400, 'invalid_request', { operation: 'createTemplate' }));
    expect(hint).toBeNull();
  });

  it('names the scope that is missing', () => {
    const header = 'Bearer error="insufficient_scope", scope="templates:name"';
    const explanation = explain(refused(403, 'insufficient_scope', { wwwAuthenticate: header }));
    expect(explanation.hint).toContain('templates:name');
    expect(explanation.details).toMatchObject({ scope: 'templates:name' });
  });

  it('says what changed on a template', () => {
    const explanation = explain(refused(412, 'template_changed', { changes: ['The field “Rent” was renamed.'] }));
    expect(explanation.hint).toContain('Changed: The field “Rent” was renamed.');
  });

  it('does not advise to accept an outdated naming run again', () => {
    const run = { operation: 'acceptNamingRun', about: { templateId: 'lease' } };
    const { hint } = explain(refused(412, 'template_changed', run));
    expect(hint).toBe('Create a new naming run with `esign template propose lease`, and accept that one.');
  });

  it('says where the parts of a template or an envelope are listed when one is not found', () => {
    const about = { envelopeId: 'e-1', position: '2' };
    const hint = (of: object): string | null => explain(refused(404, 'not_found', { about: of })).hint;
    expect(hint(about)).toBe('List the documents with `esign envelope documents e-1`.');
    expect(hint({ templateId: 't-1', personId: 'p-1' })).toBe('List the people with `esign template people t-1`.');
    // A field that is not found is field_unknown: here it is the template.
    for (const other of [{ envelopeId: 'e-1' }, { templateId: 't-1', fieldId: 'f-1' }])
      expect(hint(other)).toBe(errorCodes.not_found.next);
  });

  it('gives the exact repeat where repeating can help, and only there', () => {
    const key = { idempotencyKey: 'k-1' };
    expect(explain(refused(500, 'internal_error', key)).hint).toContain('--idempotency-key k-1');
    expect(explain(refused(422, 'cannot_be_drawn', key)).hint).not.toContain('k-1');
  });
});

it.each([
  [429, 'rate_limited', true],
  [503, 'service_unavailable', true],
  [500, 'internal_error', false],
  [404, 'not_found', false],
] as const)('says of %i %s how to keep trying: %s', (status, code, isSaid) => {
  expect(explain(refused(status, code)).hint?.includes('--retry-for')).toBe(isSaid);
});

describe('no answer, or a wrong one', () => {
  const reasons: readonly TransportReason[] = [
    'unreachable',
    'untrusted',
    'proxy',
    'proxy_unreachable',
    'reset',
    'timeout',
    'closed',
    'protocol',
  ];

  it.each(reasons)('%s ends with 8 and says what to look at', (reason) => {
    const failure = new TransportFailure('It broke.', {
      reason,
      outcomeUnknown: false,
      operation: 'getEnvelope',
      attempts: 2,
    });
    const explanation = explain(failure);
    expect(explanation.exitCode).toBe(8);
    expect(explanation.hint).toMatch(/^[A-Z][a-z]+ /);
  });

  it('names the key and the retry when the outcome of a write is unknown', () => {
    const facts = { outcomeUnknown: true, operation: 'createEnvelope', idempotencyKey: 'k-9', attempts: 3 };
    for (const failure of [
      new TransportFailure('It broke.', { ...facts, reason: 'reset' }),
      new UnexpectedAnswer('It is not JSON.', { ...facts, reason: 'not_json', status: 201 }),
    ]) {
      const explanation = explain(failure);
      expect(explanation.hint).toBe(
        'The outcome is unknown: the service may have processed the request.\nRetry the same command with: --idempotency-key k-9',
      );
      expect(explanation.details).toMatchObject({ idempotency_key: 'k-9', outcome_unknown: true });
    }
  });

  it('asks for a look when there is no key to repeat with', () => {
    const facts = { reason: 'reset', outcomeUnknown: true, operation: 'deleteWebhook', attempts: 1 } as const;
    expect(explain(new TransportFailure('It broke.', facts)).hint).toMatch(/^The service may have processed/);
  });

  it('ends with 130 when a wait was interrupted, and calls it no bug', () => {
    const ended = new DOMException('The operation was aborted', 'AbortError');
    expect(explain(ended)).toMatchObject({ exitCode: 130, code: 'interrupted' });
  });

  it('ends with 130 when it was interrupted', () => {
    const facts = { reason: 'aborted', outcomeUnknown: false, operation: 'getEnvelope', attempts: 1 } as const;
    expect(explain(new TransportFailure('It was stopped.', facts))).toMatchObject({
      exitCode: 130,
      details: { operation: 'getEnvelope', outcome_unknown: false },
    });
  });
});

describe('everything else', () => {
  it.each([
    [new InputRefused('recipients[0].email', 'must be an e-mail address'), 2],
    [new UsageFailure('No.'), 2],
    [new ConfigFailure('base_url_missing', 'No.', 'Give one.'), 2],
    [new UnknownFields(['x'], ['id']), 2],
    [new JqFailure('No.'), 2],
    // 2 says that nothing was changed.
    [new JqFailure('No.', ['an id']), 1],
    [new PromptUnavailable('No.'), 2],
    [new FileFailure('input', 'a.pdf', 'No.'), 2],
    [new FileFailure('output', 'a.pdf', 'No.'), 1],
    [new OutputFailure('a.pdf', 'ENOSPC', 'No.', 'Free it.'), 1],
    [new OutputFailure('a.pdf', 'EEXIST', 'No.', 'Use another.'), 2],
    [new CommandFailure(3, 'no_key', 'No.'), 3],
    [new KeychainUnavailable('it is locked'), 3],
    [new CommandFailure(9, 'mismatch', 'No.'), 9],
    [new Cancelled(), 130],
    [new PromptLeft('x'), 130],
    [new TypeError('x is undefined'), 1],
    ['a string', 1],
  ] as const)('%s → %i', (failure, exitCode) => {
    expect(explain(failure).exitCode).toBe(exitCode);
  });

  it('names the property of the input as the service does', () => {
    expect(explain(new InputRefused('recipients[0].email', 'must be an e-mail address')).message).toBe(
      '`recipients[0].email` must be an e-mail address. Nothing was sent.',
    );
  });

  it('is our own fault only when the program broke', () => {
    expect(explain(new TypeError('x')).ours).toBe(true);
    expect(explain(new UsageFailure('x')).ours).toBe(false);
  });
});

describe('how a failure is written', () => {
  const hide = (text: string): string => text.replaceAll('sekrit', '***');
  const failure = new ServiceFailure('The key sekrit\u001b[2J is bad.', {
    code: 'unauthenticated',
    status: 401,
    operation: 'getEnvelope',
    attempts: 1,
  });

  it('is what happened and then what to do, secrets masked, escapes visible', () => {
    expect(errorAsText(explain(failure), (text) => text, hide)).toBe(
      'Error: The key ***\\u{1b}[2J is bad. (unauthenticated)\n  Check which key is used with `esign whoami`, then `esign login`.\n',
    );
  });

  it('keeps words of the service on one line, where they pass for nothing else', () => {
    const words = new ServiceFailure('No.\nError: all is well', { ...failure, status: 422, code: 'cannot_be_drawn' });
    expect(errorAsText(explain(words), (text) => text, hide)).toMatch(/^Error: No\.\\nError: all is well \(cannot/);
  });

  it('is broken to the width of a terminal, below its own words, and no command in it is', () => {
    expect(errorAsText(explain(failure), (text) => text, hide, 40)).toBe(
      [
        'Error: The key ***\\u{1b}[2J is bad.',
        '       (unauthenticated)',
        '  Check which key is used with',
        '  `esign whoami`, then `esign login`.',
        '',
      ].join('\n'),
    );
  });

  it('is one line of JSON under --json', () => {
    const text = errorAsJson(explain(failure), hide);
    expect(text.trimEnd()).not.toContain('\n');
    expect(JSON.parse(text)).toEqual({
      error: {
        code: 'unauthenticated',
        message: 'The key ***\\u{1b}[2J is bad.',
        hint: 'Check which key is used with `esign whoami`, then `esign login`.',
        exit_code: 3,
        status: 401,
        operation: 'getEnvelope',
        attempts: 1,
      },
    });
  });
});
