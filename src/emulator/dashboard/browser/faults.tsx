import type { JSX } from 'preact';
import { DeliveryFaultForm, PointFaultForm, RequestFaultForm, type Choices } from './fault-forms.js';
import { deliveryWords, operationWords, pointWords, type Fault } from './fault-words.js';
import { Act, useData } from './live.js';
import { shown } from '../../../core/platform/visible-text.js';

type Rows<Row> = { readonly data: readonly Row[]; readonly held?: number };

/** What is set, with what it struck, and forms to set more. */
export function Faults(): JSX.Element {
  const points = useData<Rows<Fault>>('/_emulator/faults').value;
  const operations = useData<Rows<Fault>>('/_emulator/faults/operations').value;
  const deliveries = useData<Rows<Fault>>('/_emulator/faults/deliveries').value;
  const choices = useData<Choices>('/_emulator/dashboard/choices').value;
  if (points === null || operations === null || deliveries === null || choices === null) {
    return (
      <main class="faults" aria-label="Faults">
        <p class="none">Loading…</p>
      </main>
    );
  }
  const held = points.held ?? 0;
  const rows: readonly SetProps[] = [
    ...operations.data.map((fault) => ({
      words: operationWords(fault),
      ...strikesOf(fault),
      clear: `/_emulator/faults/operations${fault['operation'] === null ? '' : `?operation=${String(fault['operation'])}`}`,
    })),
    ...points.data.map((fault) => ({
      words: pointWords(fault),
      struck: null,
      isSpent: false,
      clear: `/_emulator/faults?point=${encodeURIComponent(String(fault['point']))}`,
    })),
    ...deliveries.data.map((fault) => ({
      words: deliveryWords(fault),
      ...strikesOf(fault),
      clear: '/_emulator/faults/deliveries',
    })),
  ];
  return (
    <main class="faults" aria-label="Faults">
      <h1 class="unseen">Faults</h1>
      <FaultsSet rows={rows.toSorted((one, other) => Number(one.isSpent) - Number(other.isSpent))} held={held} />
      <RequestFaultForm choices={choices} />
      <DeliveryFaultForm />
      <PointFaultForm />
    </main>
  );
}

interface SetProps {
  readonly words: string;
  /** Null where only the remaining number is known. */
  readonly struck: number | null;
  /** It was applied as often as it was set for. */
  readonly isSpent: boolean;
  /** What removes it, and its like. */
  readonly clear: string;
}

function strikesOf({ struck, count = null }: Fault): Pick<SetProps, 'struck' | 'isSpent'> {
  return { struck: Number(struck), isSpent: count !== null && Number(struck) >= Number(count) };
}

function FaultsSet({ rows, held }: { readonly rows: readonly SetProps[]; readonly held: number }): JSX.Element {
  return (
    <section aria-labelledby="faults-set">
      <div class="head">
        <h2 id="faults-set">Faults that are set</h2>
        <span class="acts">
          {held > 0 && (
            <Act class="quiet" done="Continued." path="/_emulator/faults/release">
              Continue {held} held {held === 1 ? 'request' : 'requests'}
            </Act>
          )}
          {rows.length > 0 && (
            <Act class="quiet refuse" done="All faults are removed." method="DELETE" path="/_emulator/faults">
              Remove all
            </Act>
          )}
        </span>
      </div>
      {rows.length > 0 && rows.every(({ isSpent }) => isSpent) && (
        <p class="none">All of them are spent. The service answers as described.</p>
      )}
      {rows.length === 0 && <p class="none">None. The service answers as described.</p>}
      {rows.length > 0 && (
        <ul class="cards">
          {rows.map(({ words, struck, isSpent, clear }, at) => (
            <li key={at} class={isSpent ? 'card spent' : 'card'}>
              <span class="what">
                {shown(words)}
                {struck !== null && <small>{appliedWords(struck, isSpent)}</small>}
              </span>
              <Act class="quiet" done="Removed." method="DELETE" path={clear} aria-label={`Remove: ${shown(words)}`}>
                Remove
              </Act>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

function appliedWords(struck: number, isSpent: boolean): string {
  if (struck === 0) return 'Not applied yet';
  return `${isSpent ? 'Spent: applied' : 'Applied'} ${struck === 1 ? 'once' : `${struck} times`}`;
}
