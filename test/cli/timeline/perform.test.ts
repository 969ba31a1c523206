import { expect, it } from 'vitest';
import { deliveryCurl } from '../../../src/cli/timeline/perform.js';

it('a recorded delivery is sent again with its bytes and signature, whatever stands in it', () => {
  const app = { target: "http://127.0.0.1:3000/hooks?a='b" };
  expect(deliveryCurl('lbtw', { app, signature: ['t=1, v1=aa'] }, 'Service-Signature')).toBe(
    "esign event show lbtw --raw | curl --data-binary @- -H 'Content-Type: application/json' " +
      "-H 'Service-Signature: t=1, v1=aa' 'http://127.0.0.1:3000/hooks?a='\\''b'",
  );
  for (const none of [undefined, {}, { app: {} }, { app: { target: 1 } }])
    expect(deliveryCurl('x', none, 'H')).toBeNull();
});
