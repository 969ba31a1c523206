import type { Envelope } from '../domain/envelope.js';
import { keyShape } from '../../contract/key-shape.js';
import type { TestRunner } from '../names.js';
import type { Service } from '../service.js';
import { envelopeRepository } from '../store/envelope-repository.js';
import { eventRepository } from '../store/event-repository.js';
import { deliveryRepository } from '../store/delivery-repository.js';
import { pytestFile } from './pytest-file.js';
import { storyOf, type StoryEvent } from './story.js';
import { vitestFile } from './vitest-file.js';

const writers = { vitest: vitestFile, pytest: pytestFile } as const;

/** The story of an envelope as a test, with the usual name of its file. */
export function exportTest(
  service: Service,
  envelope: Envelope,
  runner: TestRunner,
): { readonly name: string; readonly text: string } {
  const form = envelopeRepository(service.store.sql).formOf(envelope.id);
  const story = storyOf(envelope, form, eventsOf(service, envelope.id));
  const short = envelope.id.slice(0, 8);
  return {
    name: runner === 'vitest' ? `envelope-${short}.test.ts` : `test_envelope_${short}.py`,
    // A key that somebody typed as a value stays here.
    text: writers[runner](story).replaceAll(new RegExp(keyShape.source, 'g'), '$1_masked'),
  };
}

/** The events of an envelope, in order of occurrence. */
export function eventsOf({ store: { sql } }: Service, envelope: string): readonly StoryEvent[] {
  const deliveries = deliveryRepository(sql);
  return eventRepository(sql)
    .list({ envelope_id: envelope, after: 0, max: Number.MAX_SAFE_INTEGER })
    .map(({ id, name, created_at: at, recipient_id }) => ({
      name,
      at,
      recipient_id,
      delivered: deliveries.ofEvent(id).length > 0,
    }));
}
