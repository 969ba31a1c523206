import type { EventName } from '../../contract/events.js';

export interface NewEvent {
  readonly name: EventName;
  readonly organisation_id: string;
  readonly brand_id: string | null;
  readonly envelope_id: string;
  readonly recipient_id: string | null;
}

/** Within a transaction: records an event and queues it for every active endpoint that subscribes to it (Events). */
export interface Events {
  emit(event: NewEvent): void;
}
