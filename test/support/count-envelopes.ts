import type { TestEmulator } from './emulator.js';

interface Logged {
  readonly operation: string | null;
  readonly status: number | null;
  readonly answer: { readonly body: string | null };
}

/** How many envelopes the emulator made on request, one by one, as its own log of requests tells. */
export async function countEnvelopes(emulator: Pick<TestEmulator, 'control'>): Promise<number> {
  const { data } = await emulator.control<{ data: readonly Logged[] }>('GET /_emulator/requests?limit=1000');
  const made = data.filter(
    ({ operation, status }) =>
      (operation === 'createEnvelope' || operation === 'createOneOffEnvelope') && status === 201,
  );
  return new Set(made.map(({ answer }) => (JSON.parse(answer.body ?? '{}') as { id?: string }).id)).size;
}
