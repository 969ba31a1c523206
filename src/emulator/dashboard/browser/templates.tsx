import type { JSX } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import type { ShownPage, TemplateDetail, TemplateList } from '../shapes.js';
import { moveInList } from './keys.js';
import { useData, useLive } from './live.js';
import { shown } from '../../../core/platform/visible-text.js';

/** The templates, and the chosen one with its fields drawn on its pages. */
export function Templates({ chosen }: { readonly chosen: string | null }): JSX.Element {
  const [before, setBefore] = useState<number | null>(null);
  const { value: list, problem } = useData<TemplateList>(
    `/_emulator/dashboard/templates${before === null ? '' : `?before=${before}`}`,
  );
  const entry = list?.data.some(({ id }) => id === chosen) === true ? chosen : list?.data[0]?.id;
  return (
    <main class={chosen === null ? 'rooms' : 'rooms with-detail'}>
      <section class="list" aria-label="Templates">
        {chosen === null && <h1 class="unseen">Templates</h1>}
        {list === null && <p class="none">{problem ?? 'Loading…'}</p>}
        {list?.data.length === 0 && <p class="none">No templates yet. They appear here when they are uploaded.</p>}
        <ul class="rows" onKeyDown={moveInList}>
          {list?.data.map((row) => (
            <li key={row.id}>
              <a
                data-row
                href={`#/templates/${row.id}`}
                tabIndex={row.id === entry ? 0 : -1}
                aria-current={row.id === chosen ? 'true' : undefined}
              >
                <span class="title">{shown(row.name, 120)}</span>
                {row.archived ? <span class="state draft">Archived</span> : <span />}
                <span class="people">
                  {row.pages} {row.pages === 1 ? 'page' : 'pages'}, {row.fields} {row.fields === 1 ? 'field' : 'fields'}
                </span>
                <span class="since">{row.undecided > 0 ? `${row.undecided} to decide` : ''}</span>
              </a>
            </li>
          ))}
        </ul>
        {list !== null && (before !== null || list.next !== null) && (
          <div class="pager">
            <button type="button" class="quiet" disabled={before === null} onClick={() => setBefore(null)}>
              Newest
            </button>
            <button type="button" class="quiet" disabled={list.next === null} onClick={() => setBefore(list.next)}>
              Older
            </button>
          </div>
        )}
      </section>
      {chosen === null ? (
        <section class="detail empty" aria-label="Template">
          <p>Choose a template to see its fields on its pages.</p>
        </section>
      ) : (
        <Template key={chosen} id={chosen} />
      )}
    </main>
  );
}

function Template({ id }: { readonly id: string }): JSX.Element {
  const { value, problem } = useData<TemplateDetail>(`/_emulator/dashboard/templates/${id}`);
  if (value === null) {
    return (
      <section class="detail empty" aria-label="Template">
        <p>{problem ?? 'Loading…'}</p>
      </section>
    );
  }
  return (
    <section class="detail" aria-label="Template" tabIndex={0}>
      <a class="back" href="#/templates">
        ← All templates
      </a>
      <div class="head">
        <h1>{shown(value.name)}</h1>
      </div>
      <p class="legend">
        {value.roles.map((role, at) => (
          <span key={role} class={`role role-${at % 5}`}>
            {shown(role)}
          </span>
        ))}
      </p>
      {value.warnings.map((warning) => (
        <p key={warning} class="about">
          {shown(warning, 600)}
        </p>
      ))}
      {value.people.length > 0 && (
        <>
          <h2>People</h2>
          <ul class="cards">
            {value.people.map((person) => (
              <li key={person.id} class={person.decided === null ? 'card turn' : 'card'}>
                <span class="what">
                  {shown(person.heading)}
                  <small>
                    {person.kind} · {shown(person.reason)}
                  </small>
                </span>
                <span class="since">
                  {person.decided === null ? `proposed: ${person.proposed}` : `decided: ${person.decided}`}
                </span>
              </li>
            ))}
          </ul>
        </>
      )}
      <h2>Pages</h2>
      {value.pages.map((page) => (
        <Page key={`${page.document} ${page.page}`} template={value.id} page={page} roles={value.roles} />
      ))}
    </section>
  );
}

interface PageProps {
  readonly template: string;
  readonly page: ShownPage;
  readonly roles: readonly string[];
}

/** A page, drawn when it comes into view, with its fields over it. */
function Page({ template, page, roles }: PageProps): JSX.Element {
  const figure = useRef<HTMLElement>(null);
  const picture = usePicture(
    figure,
    `/_emulator/dashboard/templates/${template}/documents/${page.document}/pages/${page.page}`,
  );
  return (
    <figure ref={figure} class="page" style={{ aspectRatio: `${page.width} / ${page.height}` }}>
      {picture !== null && <img src={picture} alt={`${shown(page.name)}, page ${page.page}`} />}
      <ul>
        {page.fields.map(({ id, label, type, role, required, address, rect }) => {
          const words = [label, type, roles[role] ?? '', ...(address === null ? [] : [address])].map((word) =>
            shown(word),
          );
          return (
            <li
              key={id}
              class={`field role-${role % 5}`}
              title={`${words.join(' · ')}${required ? ' · required' : ''}`}
              style={{
                left: `${rect.x * 100}%`,
                top: `${rect.y * 100}%`,
                width: `${rect.w * 100}%`,
                height: `${rect.h * 100}%`,
              }}
            >
              <span>{shown(label, 60)}</span>
            </li>
          );
        })}
      </ul>
    </figure>
  );
}

function usePicture(element: { readonly current: HTMLElement | null }, path: string): string | null {
  const { api } = useLive();
  const [picture, setPicture] = useState<string | null>(null);
  useEffect(() => {
    let ended = false;
    let made: string | null = null;
    const observer = new IntersectionObserver((entries) => {
      if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
      observer.disconnect();
      // Without its picture, the page shows the places of its fields.
      api.picture(path).then(
        (address) => {
          made = address;
          if (ended) URL.revokeObjectURL(address);
          else setPicture(address);
        },
        () => undefined,
      );
    });
    if (element.current !== null) observer.observe(element.current);
    return () => {
      ended = true;
      observer.disconnect();
      if (made !== null) URL.revokeObjectURL(made);
    };
  }, [api, element, path]);
  return picture;
}
