/** Every number of the description's Limits table, in one place, and the ones that the assumptions add (A16). */
export const limits = {
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
    /** Minutes from the previous attempt to each attempt, the first one included. */
    ladderMinutes: [0, 1, 15, 45, 60, 8 * 60, 24 * 60],
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
  /** Assumed (A16): the description names two draft ceilings and not their values. */
  draftsPerMinute: { envelope: 6, organisation: 60 },
  /** Assumed (A16): how long an Idempotency-Key is remembered. */
  idempotencyHours: 24,
  /** Assumed (A12): how long a mandate waits for its signature. */
  mandateInviteDays: 30,
} as const;

/** The same numbers where a service may have others. */
export type Limits = Widened<typeof limits>;

type Widened<T> = T extends number
  ? number
  : T extends readonly number[]
    ? readonly number[]
    : { readonly [Name in keyof T]: Widened<T[Name]> };
