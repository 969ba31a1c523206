import type { Sending } from '../../../src/store/run-rows.js';
import type { RunSettings, RunStart } from '../../../src/store/runs.js';

/** A sending of a row as it is recorded; everything that is not given is ordinary, and its outcome is unknown. */
export const sendingOf = (given: Partial<Sending> & Pick<Sending, 'key'>): Sending => {
  const { status = 'open', key } = given;
  return {
    run: 1,
    slot: 'i#0',
    againOf: null,
    number: 1,
    line: 2,
    identity: { by: 'recipients', id: 'i', who: 'i' },
    content: `content of ${key}`,
    at: '2026-12-01T08:00:00.000Z',
    serviceAt: null,
    body: status === 'open' ? JSON.stringify({ of: key }) : null,
    status,
    envelope: status === 'created' ? `envelope of ${key}` : null,
    endedAt: status === 'open' ? null : '2026-12-01T08:00:01.000Z',
    isUntold: false,
    ...given,
  };
};

export const runSettings: RunSettings = {
  host: 'sign.example.test',
  mode: 'live',
  template_id: 't',
  run: [],
  send: true,
  brand_id: null,
  completion_delivery: null,
  deadline: null,
};

/** The first start of a run without parts; `imported` are its rows. */
export const startOf = ({
  name = 'march',
  settings = {},
  ...given
}: Partial<Omit<RunStart, 'run'>> & {
  readonly name?: string;
  readonly settings?: Partial<RunSettings>;
} = {}): RunStart => ({
  run: {
    key: JSON.stringify([name]),
    generation: 1,
    name,
    file: null,
    settings: { ...runSettings, ...settings },
    expiresAt: null,
  },
  part: { index: 0, of: 0 },
  rows: 2,
  seen: [],
  imported: [],
  at: Date.parse('2026-12-01T08:00:00Z'),
  ...given,
});
