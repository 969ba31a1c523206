import type { JSX } from 'preact';
import { useRef, useState } from 'preact/hooks';
import type { Rect } from '../../../../document/read-document.js';
import { Button, colourOf, placed, Quiet, useSeen } from '../../../../core/page/kit.js';
import { shown as visible } from '../../../../core/platform/visible-text.js';
import type { PreparePage } from '../shapes.js';
import { type CanvasProps, dragsOf, nothing, type Shown } from './drags.js';
import { type DrawnField, placedAt } from './drawn-form.js';
import { corners } from './geometry.js';
import { calledOf, spokenOf } from './words.js';

/** The pages with their fields over them, on which fields are drawn, chosen, moved and resized. */
export function Canvas(props: CanvasProps): JSX.Element {
  const { pages, fields, chosen } = props;
  const [shown, setShown] = useState(nothing);
  const isDragged = useRef(false);
  const latest = useRef(props);
  latest.current = props;
  const act = useRef(dragsOf(() => latest.current, setShown, isDragged)).current;
  const drawn = shown.rects.size === 0 ? fields : fields.map((field) => atRect(field, shown.rects.get(field.id)));
  const kept = useRef<readonly Kept[]>([]);
  // A page on which nothing changed is not drawn again: a long form has thousands of fields.
  kept.current = pages.map((page, index) => {
    const number = index + 1;
    const own = drawn.filter((field) => field.page === number);
    const view: PageView = {
      own,
      chosen: own.filter(({ id }) => chosen.has(id)).map(({ id }) => id),
      doubtful: own.filter(({ id }) => props.doubtful.has(id)).map(({ id }) => id),
      roles: props.roles,
      kind: props.kind,
      samples: props.samples,
      off: props.off.filter(({ page: of }) => of === number),
      frame: shown.frame?.page === number ? shown.frame : null,
      lines: shown.lines?.page === number ? shown.lines : null,
      isOne: chosen.size === 1,
    };
    const before = kept.current[index];
    if (before !== undefined && isSame(before.view, view)) return before;
    return { view, element: <Page key={number} of={pages.length} {...{ number, page, view, act }} /> };
  });
  return <>{kept.current.map(({ element }) => element)}</>;
}

interface Kept {
  readonly view: PageView;
  readonly element: JSX.Element;
}

interface PageView extends Pick<CanvasProps, 'roles' | 'kind' | 'samples' | 'off'> {
  readonly own: readonly DrawnField[];
  readonly chosen: readonly number[];
  readonly doubtful: readonly number[];
  readonly frame: Shown['frame'];
  readonly lines: Shown['lines'];
  readonly isOne: boolean;
}

const isSame = (before: PageView, now: PageView): boolean =>
  (Object.keys(now) as (keyof PageView)[]).every((name) => {
    const [one, other] = [before[name], now[name]];
    if (!Array.isArray(one) || !Array.isArray(other)) return one === other;
    return one.length === other.length && one.every((each, index) => each === other[index]);
  });

const atRect = (field: DrawnField, rect: Rect | undefined): DrawnField =>
  rect === undefined ? field : placedAt(field, rect);

interface PageProps {
  /** 1-based. */
  readonly number: number;
  readonly of: number;
  readonly page: PreparePage;
  readonly view: PageView;
  readonly act: ReturnType<typeof dragsOf>;
}

function Page({ number, of, page, view, act }: PageProps): JSX.Element {
  const figure = useRef<HTMLElement>(null);
  const isSeen = useSeen(figure);
  const [isMissing, setMissing] = useState(false);
  const { own, chosen, doubtful, roles, kind, samples, off, frame, lines, isOne } = view;
  const one = isOne ? own.find(({ id }) => id === chosen[0]) : undefined;
  const title = `Page ${number} of ${of}`;
  return (
    <figure
      ref={figure}
      class={`page${kind === null ? '' : ' drawing'}`}
      data-page={number}
      style={{ aspectRatio: `${page.width} / ${page.height}` }}
      onPointerDown={(event) => figure.current !== null && act.down(event, number, figure.current)}
      onClickCapture={(event) => act.touch(event, figure.current)}
    >
      {isSeen && !isMissing && (
        <img src={`pages/${number - 1}`} alt={title} draggable={false} onError={() => setMissing(true)} />
      )}
      {isMissing && (
        <figcaption>
          {title}: the picture could not be loaded. <Quiet onClick={() => setMissing(false)}>Load it again</Quiet>
        </figcaption>
      )}
      {off.map(({ area: { left, top, right, bottom } }) => (
        <div
          key={`${left} ${top}`}
          class="off"
          style={placed({ x: left, y: top, w: right - left, h: bottom - top })}
          aria-hidden="true"
        />
      ))}
      {own.map((field) => {
        const isChosen = chosen.includes(field.id);
        const role = field.role === null ? null : roles.indexOf(field.role);
        const sample = samples?.get(field.id) ?? null;
        const spoken = `${spokenOf(field)}${sample === null || sample === '' ? '' : `, such as ${visible(sample, 400)}`}`;
        return (
          <Button
            key={field.id}
            data-id={field.id}
            class={`field ${colourOf(role)}${doubtful.includes(field.id) ? ' open' : ''}${sample === null ? '' : ' sampled'}`}
            aria-pressed={isChosen}
            aria-label={spoken}
            title={spoken}
            style={placed(field.rect)}
            onClick={(event) => act.click(event, field.id)}
          >
            {sample === null ? (
              field.type !== 'tickbox' && calledOf(field)
            ) : (
              <Sample field={field} text={sample} page={page} />
            )}
          </Button>
        );
      })}
      {own.flatMap(({ id, role, more = [] }) =>
        more.map((rect, index) => (
          <div
            key={`${id} ${index}`}
            data-id={id}
            class={`field ${colourOf(role === null ? null : roles.indexOf(role))}`}
            style={placed(rect)}
            aria-hidden="true"
            onClick={(event) => act.click(event, id)}
          />
        )),
      )}
      {one !== undefined && (
        <div class="handles" style={placed(one.rect)} aria-hidden="true">
          {corners.map((corner) => (
            <span key={corner} class={corner} data-corner={corner} />
          ))}
        </div>
      )}
      {frame !== null && <div class={frame.isField ? 'frame new' : 'frame'} style={placed(frame.rect)} />}
      {lines?.x != null && <div class="line down" style={{ left: `${lines.x * 100}%` }} />}
      {lines?.y != null && <div class="line across" style={{ top: `${lines.y * 100}%` }} />}
    </figure>
  );
}

interface SampleProps {
  readonly field: DrawnField;
  readonly text: string;
  readonly page: PreparePage;
}

/** Points: answers are written in this size where there is room. */
const usualSize = 10;

/** A sample in its field, about as large as an answer would be. */
function Sample({ field, text, page }: SampleProps): JSX.Element {
  const { type, rect, comb, multiline, max_length: length } = field;
  const height = rect.h * page.height;
  const isWritten = type === 'signature' || type === 'initials';
  const room = type === 'tickbox' ? height : isWritten ? height * 0.7 : Math.min(usualSize, height * 0.7);
  // A width of the page is a hundred of its units.
  const style = { fontSize: `${((multiline ? Math.min(usualSize, height * 0.7) : room) / page.width) * 100}cqw` };
  const kind = isWritten ? 'sample written' : multiline ? 'sample several' : 'sample';
  if (!comb || length === null) {
    return (
      <span class={kind} style={style} aria-hidden="true">
        {visible(text, 400)}
      </span>
    );
  }
  return (
    <span class="sample comb" style={style} aria-hidden="true">
      {Array.from({ length: Math.min(length, 200) }, (_, index) => (
        <i key={index}>{[...text][index] ?? ''}</i>
      ))}
    </span>
  );
}
