import { uuidOf } from '../cli/identifier.js';

/** Readers for the ids that the authorisation commands take; each is checked before the network. */
export const authorisationId = uuidOf('authorisation', 'esign authorisation list');
export const brandId = uuidOf('brand');
