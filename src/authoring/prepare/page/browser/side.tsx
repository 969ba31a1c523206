import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { Button, colourOf, Quiet } from '../../../../core/page/kit.js';
import { shown } from '../../../../core/platform/visible-text.js';
import type { Doubt } from '../shapes.js';
import type { DrawnForm } from './drawn-form.js';
import { count } from './words.js';

export interface SideProps {
  readonly form: DrawnForm;
  readonly roles: readonly string[];
  /** With the numbers of their fields. */
  readonly problems: readonly Doubt[];
  readonly doubts: readonly Doubt[];
  /** Those of the doubts that somebody found right. */
  readonly right: readonly Doubt[];
  judge(doubt: Doubt, isRight: boolean): void;
  /** Draws the fields that a doubt offers. */
  make(offers: NonNullable<Doubt['offers']>): void;
  /** Goes to the field, or to the page. */
  show(doubt: Doubt): void;
  choose(ids: readonly number[]): void;
  rename(role: string, name: string): void;
}

/** What to look at first, and the people. */
export function Side(props: SideProps): JSX.Element {
  const { form, roles, problems, doubts, right, judge, make, show, choose, rename } = props;
  return (
    <section>
      {problems.length > 0 && (
        <>
          <h2>Not saved yet</h2>
          <List doubts={problems} show={show} />
        </>
      )}
      <h2>To check{doubts.length === 0 ? '' : ` (${doubts.length})`}</h2>
      {doubts.length === 0 && <p class="about">Nothing stands out. Look through the pages once before you upload.</p>}
      <List doubts={doubts} show={show} judge={judge} make={make} />
      {right.length > 0 && (
        <details>
          <summary>{right.length} found right</summary>
          <List doubts={right} show={show} judge={judge} areRight />
        </details>
      )}
      <h2>People</h2>
      {roles.length === 0 && <p class="about">No field belongs to a person yet. Choose a field to give it to one.</p>}
      <ul class="people">
        {roles.map((role, index) => {
          const own = form.fields.filter((field) => field.role === role);
          return (
            <li key={role} class={colourOf(index)}>
              <span class="swatch" aria-hidden="true" />
              <RoleName role={role} rename={rename} />
              <Quiet onClick={() => choose(own.map(({ id }) => id))}>
                {count(own.length, 'field')}
                <span class="unseen"> of {shown(role, 80)}: choose them</span>
              </Quiet>
            </li>
          );
        })}
      </ul>
      <Nobody form={form} choose={choose} />
    </section>
  );
}

/** The name of a person, whose letters stay while they are typed, whatever is saved meanwhile. */
function RoleName({ role, rename }: { readonly role: string } & Pick<SideProps, 'rename'>): JSX.Element {
  const [typed, setTyped] = useState<string | null>(null);
  return (
    <input
      aria-label={`Name of ${shown(role, 80)}`}
      value={typed ?? role}
      maxLength={100}
      autocomplete="off"
      onInput={({ currentTarget: { value } }) => setTyped(value)}
      onChange={({ currentTarget: { value } }) => {
        const name = value.trim();
        setTyped(null);
        if (name !== '' && name !== role) rename(role, name);
      }}
    />
  );
}

function Nobody({ form, choose }: Pick<SideProps, 'form' | 'choose'>): JSX.Element | null {
  const own = form.fields.filter(({ role }) => role === null);
  if (own.length === 0) return null;
  return (
    <p class="acts">
      <Quiet class="nobody swatch" onClick={() => choose(own.map(({ id }) => id))}>
        {count(own.length, 'field')} of nobody in particular
      </Quiet>
    </p>
  );
}

interface ListProps extends Pick<SideProps, 'doubts' | 'show'>, Partial<Pick<SideProps, 'judge' | 'make'>> {
  readonly areRight?: boolean;
}

function List({ doubts, show, judge, make, areRight = false }: ListProps): JSX.Element {
  return (
    <ul class="doubts">
      {doubts.map((doubt, index) => (
        <li key={`${index} ${doubt.words}`}>
          {doubt.field === null && doubt.page === null ? (
            <p>{shown(doubt.words, 400)}</p>
          ) : (
            <Button class="flat" onClick={() => show(doubt)}>
              {shown(doubt.words, 400)}
            </Button>
          )}
          {judge !== undefined && <ItIsRight {...{ doubt, judge, isRight: areRight }} />}
          {make !== undefined && <Offers offers={doubt.offers ?? []} make={make} />}
        </li>
      ))}
    </ul>
  );
}

/** Makes one field of those that a doubt offers, or all of them. */
function Offers({ offers, make }: { readonly offers: NonNullable<Doubt['offers']> } & Pick<SideProps, 'make'>) {
  if (offers.length === 0) return null;
  return (
    <div class="offers">
      <Quiet onClick={() => make(offers)}>
        {offers.length === 1 ? 'Make a field of it' : `Make fields of these ${offers.length}`}
      </Quiet>
      {offers.length > 1 && (
        <details>
          <summary>One by one</summary>
          <ul>
            {offers.map((offer, index) => (
              <li key={index}>
                <Quiet onClick={() => make([offer])}>
                  Make a field of {shown(offer.label, 80)}, page {offer.page}
                </Quiet>
              </li>
            ))}
          </ul>
        </details>
      )}
    </div>
  );
}

interface ItIsRightProps extends Pick<SideProps, 'judge'> {
  readonly doubt: Doubt;
  readonly isRight?: boolean;
}

/** Takes a doubt off the list, or puts it back. */
export function ItIsRight({ doubt, judge, isRight = false }: ItIsRightProps): JSX.Element {
  const words = isRight ? 'Check again' : 'It is right';
  return (
    <Quiet aria-label={`${words}: ${shown(doubt.words, 400)}`} onClick={() => judge(doubt, !isRight)}>
      {words}
    </Quiet>
  );
}
