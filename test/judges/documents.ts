import { openApiWithExamples } from '../../src/contract/openapi-examples.js';
import { startTestEmulator } from '../support/emulator.js';
import { http } from '../support/http.js';

/** The two documents that are judged, as JSON: of the service, and of the emulator's own routes. */
export async function documents(): Promise<Readonly<Record<'service' | 'emulator', string>>> {
  const emulator = await startTestEmulator();
  try {
    const own = await http(emulator.url, 'GET', '/_emulator/openapi.json');
    return { service: JSON.stringify(openApiWithExamples()), emulator: own.bytes.toString('utf8') };
  } finally {
    await emulator.close();
  }
}
