import * as v from 'valibot';
import { anyText } from '../schema.js';
import { onlyReads } from '../effects.js';
import { operation } from '../operation.js';

/** The machine-readable description, served without a credential (Authentication 1; its path is assumed). */
export const getSpecification = operation(() => ({
  id: 'getSpecification',
  method: 'GET',
  path: '/api/v1/openapi.json',
  summary: "Read the service's machine-readable description",
  section: 'What the service does',
  basis: 'assumed',
  assumption: 'A0',
  credential: false,
  scope: null,
  parameters: {},
  query: null,
  body: null,
  idempotencyKey: 'none',
  ifMatch: 'none',
  autoRetry: 'harmless',
  ...onlyReads,
  answer: {
    kind: 'json',
    status: 200,
    body: v.looseObject({ openapi: anyText, info: v.looseObject({ version: anyText }) }, 'must be an object'),
  },
  errors: [],
}));
