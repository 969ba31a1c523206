import { expect, it } from 'vitest';
import { limits } from '../../src/contract/limits.js';

it('has the numbers of the description, written out here apart from the program', () => {
  expect(limits).toEqual({
    requestsPerMinute: { free: 60, paid: 600 },
    idempotencyKeyLength: 255,
    voidReasonLength: 500,
    authorisationReasonLength: 500,
    expiry: { minHours: 1, maxDays: 365 },
    signingUrlMinutes: 10,
    signingSessionHours: 1,
    webhook: {
      timeoutSeconds: 10,
      toleranceSeconds: 300,
      ladderMinutes: [0, 1, 15, 45, 60, 480, 1440],
      disableAfterDays: 7,
      rotationGraceHours: 24,
      endpoints: 10,
    },
    freeDocumentsPerMonth: 5,
    templateWarnings: 10,
    dataKeyLength: 100,
    labelLength: 200,
    subjectKeyLength: 100,
    nameLength: 200,
    titleLength: 200,
    page: { min: 1, max: 100, default: 20 },
    draftsPerMinute: { envelope: 6, organisation: 60 },
    idempotencyHours: 24,
    mandateInviteDays: 30,
  });
});
