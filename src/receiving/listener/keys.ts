import type { Context } from '../../cli/context/context.js';
import { type Report, reportAsJson } from '../../listen/receive/report.js';
import type { Route } from '../../listen/forward/routes.js';
import type { ActKey } from '../../cli/timeline/draw.js';
import { listenerEntry } from '../../cli/timeline/listener-entries.js';
import { openTimeline } from '../../cli/timeline/open-timeline.js';
import { perform, recordOf, screenColour } from '../../cli/timeline/perform.js';
import type { Printer } from './printer.js';

/** The keys of a listener at a terminal: they open a timeline over its log. */
export interface ListenKeys {
  tell(report: Report): void;
  /** Resolves with `q`. */
  readonly left: Promise<void>;
  close(): void;
}

interface Listening {
  readonly url: string;
  readonly routes: readonly Route[];
}

const acts: readonly ActKey[] = [
  {
    act: 'replay',
    key: 'r',
    short: 'replay',
    help: 'send the selected delivery to the app again, with a new signature',
  },
  { act: 'copy', key: 'c', short: 'copy curl', help: 'copy the selected delivery as a curl command' },
];
const help = {
  back: 'go back to the log',
  quit: 'stop listening',
  more: ['The log goes on meanwhile, and stands here again when you go back to it.'],
};

export function openListenKeys(context: Context, printer: Printer, listening: Listening): ListenKeys {
  const { url, routes } = listening;
  const apps = [...new Set(routes.map(({ target }) => target.href))].join(', ');
  const frame = {
    title: `esign listen   ${url}`,
    subtitle: apps === '' ? 'Deliveries are verified and recorded' : `deliveries to ${apps}`,
    acts,
    expects: 'Deliveries appear here.',
    help,
  };
  const { env, interrupt } = context.machine;
  let leave: () => void = () => undefined;
  const left = new Promise<void>((resolve) => (leave = resolve));
  const timeline = openTimeline({
    pipes: context.files.pipes(),
    colour: screenColour(context),
    frame: () => frame,
    act: (what, acting) => void perform(what, { ...acting, context, env, add: timeline.add }),
    quit: (what) => (what === 'quit' ? leave() : interrupt?.()),
    recordOf: (id) => recordOf(id, context, env),
    covers: printer.hold,
  });
  return {
    tell: (report) => {
      const entry = listenerEntry(reportAsJson(report), Date.parse(report.at));
      if (entry !== null) timeline.add([entry]);
    },
    left,
    close: timeline.close,
  };
}
