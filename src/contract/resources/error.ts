import { answer, anyText } from '../schema.js';
import { lazy } from '../../platform/lazy.js';

/** The Error shape: an answer is a failure if and only if it carries an `error` key (Errors). */
export const errorBody = lazy(() => answer({ error: answer({ code: anyText, message: anyText }) }));
