import * as file from './contract-file.js';
import type { DeliveryWords } from './line.js';

/** The public entry `@esign-cli/esign/contract`: types of the service for code that calls it, and what it does otherwise. */

/**
 * Reads the text of a contract file, for the `contract` of `verifyDelivery` and the name of its header. Throws an Error
 * that names the invalid line.
 */
export const readContractFile = (text: string): DeliveryWords => file.readContractFile(text);

export type { DeliveryWords } from './line.js';
export type { AnswerOf, BodyOf, ErrorOf, EventName, OperationId, QueryOf } from '../types-of-operation.js';
/** Each component of the OpenAPI document by its name: `Envelope`, `CreateEnvelopeRequest`, `ErrorCode`. */
export type * from '../service-types.js';
