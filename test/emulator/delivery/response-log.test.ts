import { expect, it } from 'vitest';
import { createResponseLog } from '../../../src/emulator/delivery/response-log.js';

it('keeps what each attempt was answered, and the last of many', () => {
  const log = createResponseLog();
  const attempt = (number: number, copy = 0) => ({ delivery_id: 'a', number, copy });
  const exchange = (text: string) => ({ signature: 't=1, v1=0', sentAt: 1_000, text });
  log.keep(attempt(1), exchange('one'));
  log.keep(attempt(1, 1), exchange('its copy'));
  const text = (number: number, copy = 0) => log.find(attempt(number, copy))?.text ?? null;
  expect([text(1), text(1, 1), text(2)]).toEqual(['one', 'its copy', null]);
  for (let number = 2; number < 501; number++) log.keep(attempt(number), exchange('more'));
  expect([text(1), text(500)]).toEqual([null, 'more']);
  log.clear();
  expect(log.find(attempt(500))).toBeNull();
});
