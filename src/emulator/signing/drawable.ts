import { cannotBeDrawn, type Drawn } from '../../form/drawn-texts.js';
import { refuseFirst } from '../domain/refusal.js';
import type { Service } from '../service.js';

/** Refuses texts that the sealer cannot draw, before anything is created or signed (Errors, cannot_be_drawn). */
export async function checkDrawable(service: Service, drawn: readonly Drawn[]): Promise<void> {
  const found = await service.documents.undrawable(drawn.map(({ text }) => text));
  if (found !== null) refuseFirst([cannotBeDrawn(drawn, found)]);
}
