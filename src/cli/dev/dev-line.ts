import type { Shaped, ShapeBlocks } from '../../contract/shape.js';
import type { Entry } from '../timeline/entry.js';

/** The lines of `esign dev` for programs: the first is `ready`. */
export const devLine = (s: ShapeBlocks) =>
  s.either(
    s.object({
      type: s.literal('ready'),
      emulator_url: s.url,
      app: s.url,
      env_file: s.nullable(s.text),
      profile: s.text,
    }),
    s.object({
      type: s.literal('entry'),
      at: s.instant,
      kind: s.oneOf('api', 'mail', 'page', 'event', 'hook', 'app', 'esign'),
      text: s.text,
      about: s.text,
      why: s.list(s.text),
      envelope_id: s.nullable(s.text),
      delivery_id: s.nullable(s.text),
      curl: s.nullable(s.text),
      details: s.list(s.text),
    }),
  );
export type DevLine = Shaped<typeof devLine>;

/** An entry as one line of JSON. */
export const entryAsJson = ({ at, kind, what, about, why, details, envelopeId, deliveryId, curl }: Entry): DevLine => ({
  type: 'entry',
  at: new Date(at).toISOString(),
  kind,
  text: what,
  about,
  why,
  envelope_id: envelopeId,
  delivery_id: deliveryId,
  curl,
  details,
});
