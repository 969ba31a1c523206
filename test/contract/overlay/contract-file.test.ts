import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  ContractFileInvalid,
  readContractFile,
  writeContractFile,
} from '../../../src/contract/overlay/contract-file.js';
import { linesAsObject } from '../../../src/contract/overlay/contract.js';
import { contractTopic } from '../../../src/cli/docs-gen/contract-topic.js';

const lines = (text: string) => linesAsObject(readContractFile(text));
function refused(text: string): string {
  try {
    readContractFile(text);
  } catch (error) {
    if (error instanceof ContractFileInvalid) return `${error.line ?? '-'} ${error.problem}`;
    throw error;
  }
  return 'accepted';
}

describe('a contract file', () => {
  it('has a line for each difference, comments, quotes, numbers and lists', () => {
    const text = [
      '---',
      '# What this service does otherwise.',
      'sendEnvelope.path: /api/v1/envelopes/{envelopeId}/dispatch   # not send',
      '"*.status=partially_signed": "in_progress" # seen on 3 May',
      '*.external_ref: reference',
      '',
      'voidEnvelope.body.reason.max: 300',
      'limits.webhook.ladderMinutes: [0, 5, 30]',
      'events.envelope.sent: envelope.dispatched\r',
    ].join('\n');
    expect(lines(text)).toEqual({
      'sendEnvelope.path': '/api/v1/envelopes/{envelopeId}/dispatch',
      '*.status=partially_signed': 'in_progress',
      '*.external_ref': 'reference',
      'voidEnvelope.body.reason.max': 300,
      'limits.webhook.ladderMinutes': [0, 5, 30],
      'events.envelope.sent': 'envelope.dispatched',
    });
  });

  it('may be JSON', () => {
    expect(lines(' {"createEnvelope.status": 200, "*.external_ref": "reference"}')).toEqual({
      'createEnvelope.status': 200,
      '*.external_ref': 'reference',
    });
  });

  it.each([
    ['sendEnvelope.path /x', '1 is not written as `name: value`'],
    ['createEnvelope.status: 200\n\ncreateEnvelope.status: 201', '3 `createEnvelope.status` is a duplicate'],
    ['# a\nnowhere.path: /x', '2 `nowhere.path` names no operation; `esign api --list` lists them'],
    ['limits.nothing: 3', '1 `limits.nothing` names no limit'],
    ['limits.webhook.toleranceSeconds: soon', '1 `limits.webhook.toleranceSeconds` must be a number above 0'],
    ['limits.webhook.ladderMinutes: [1, "x"]', '1 is not a list of numbers, such as [0, 1, 15]'],
    [
      'limits.voidReasonLength: 3',
      '1 `limits.voidReasonLength` is a length of a property; name it like `voidEnvelope.body.reason.max`',
    ],
    ['codes.nothing: x', '1 `codes.nothing` names no error code; `esign error` lists them'],
    [
      'codes.not_found: invalid_request',
      '1 `codes.not_found` takes the name `invalid_request`, which another code has',
    ],
    ['codes.not_found.status: 200', '1 `codes.not_found.status` must be the status of a refusal, such as 409'],
    ['headers.Authorization: X', '1 `headers.Authorization` names none of the headers Idempotency-Key, '],
    [
      'headers.Idempotency-Key: Authorization',
      '1 `headers.Idempotency-Key` takes the name `Authorization`, which another header has',
    ],
    ['events.nothing: x', '1 `events.nothing` names no event'],
    ['*.status=nowhere: x', '1 `*.status=nowhere` names a value that it cannot have'],
    ['*.title.format: unix_seconds', '1 `*.title.format` names no property with such a format'],
    ['*.external_ref.max: many', '1 `*.external_ref.max` must be a whole number'],
    ['*.subject.min: 3', '1 `*.subject.min` names no property with such a bound'],
    ['format.instants: tomorrow', '1 `format.instants` must be one of unix_seconds, unix_milliseconds'],
    ['getEnvelope.answer.title.max: 3', '1 `getEnvelope.answer.title.max` names a property that has no such bound'],
    ['"unended: x', '1 is not written as `name: value`'],
    ['{"createEnvelope.status": ', '- it is not a JSON object'],
  ])('is refused by its line: %s', (text, problem) => {
    expect(refused(text)).toContain(problem);
  });

  it('never fails otherwise, whatever it holds', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.string({ unit: 'grapheme' }), fc.json()), (text) => {
        refused(text);
        refused(`*.external_ref: ${text}`);
        refused(`${text}: x`);
      }),
      { numRuns: 300 },
    );
  });

  it('is read in a moment, even if a line has many spaces', () => {
    const spaces = ' '.repeat(200_000);
    expect(refused(`a: x${spaces}y`)).toContain('1 `a`');
  });

  it('is written so that it is read again', () => {
    const text = writeContractFile(
      [
        { name: '*.status=sent', value: 'out' },
        { name: 'sendEnvelope.path', value: '/a/{envelopeId}:send' },
        { name: 'limits.webhook.ladderMinutes', value: [0, 2.5] },
        { name: 'createEnvelope.status', value: 200 },
      ],
      ['Two\nlines', ''],
    );
    expect(text.split('\n').slice(0, 2)).toEqual(['# Two lines', '#']);
    expect(lines(text)).toEqual({
      '*.status=sent': 'out',
      'sendEnvelope.path': '/a/{envelopeId}:send',
      'limits.webhook.ladderMinutes': [0, 2.5],
      'createEnvelope.status': 200,
    });
  });

  it('has the lines that the help shows', () => {
    const shown = contractTopic.parts?.find(({ heading }) => heading === 'LINES')?.items ?? [];
    expect(shown.length).toBeGreaterThan(8);
    for (const [line] of shown) expect([line, refused(line)]).toEqual([line, 'accepted']);
  });
});
