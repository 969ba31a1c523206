import type { JSX } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { colourOf, placed, useSeen } from '../../../core/page/kit.js';
import { shown } from '../../../core/platform/visible-text.js';
import type { ShownPage, TemplateDetail, TemplateRow } from '../shapes.js';
import { Chosen, List } from './list.js';
import { Id, useLive } from './live.js';
import { Foot, numbered } from './text.js';

/** The templates, and the chosen one with its fields drawn on its pages. */
export const Templates = ({ chosen }: { readonly chosen: string | null }): JSX.Element => (
  <List
    name="Templates"
    searched="names, IDs"
    count={(total) => numbered(total, 'template')}
    none="No templates yet. They appear here when they are uploaded."
    row={(row: TemplateRow, now) => (
      <>
        <span class="title">{shown(row.name, 120)}</span>
        {row.archived ? <span class="state draft">Archived</span> : <span />}
        <span class="people">
          {numbered(row.pages, 'page')}, {numbered(row.fields, 'field')}
        </span>
        <span class="since">{row.undecided > 0 ? `${row.undecided} to decide` : ''}</span>
        <Foot at={row.created_at} now={now} id={row.id} />
      </>
    )}
    chosen={chosen}
    hint="Choose a template to see its fields on its pages."
  >
    {(id) => (
      <Chosen key={id} name="Templates" path={`/_emulator/dashboard/templates/${id}`}>
        {(template: TemplateDetail) => <Template value={template} />}
      </Chosen>
    )}
  </List>
);

function Template({ value }: { readonly value: TemplateDetail }): JSX.Element {
  return (
    <>
      <div class="head">
        <h1>{shown(value.name)}</h1>
        {value.archived && <span class="state draft">Archived</span>}
      </div>
      <p class="facts">
        <Id of="template" id={value.id} />
      </p>
      <p class="legend">
        {value.roles.map((role, at) => (
          <span key={role} class={`role swatch ${colourOf(at)}`}>
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
    </>
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
    useSeen(figure),
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
              class={`field ${colourOf(role)}`}
              title={`${words.join(' · ')}${required ? ' · required' : ''}`}
              style={placed(rect)}
            >
              {shown(label, 60)}
            </li>
          );
        })}
      </ul>
    </figure>
  );
}

/** Without its picture, a page shows the places of its fields. */
function usePicture(isSeen: boolean, path: string): string | null {
  const { api } = useLive();
  const [picture, setPicture] = useState<string | null>(null);
  useEffect(() => {
    if (!isSeen) return undefined;
    const made = api.picture(path).catch(() => null);
    void made.then(setPicture);
    return () => void made.then((address) => address !== null && URL.revokeObjectURL(address));
  }, [api, isSeen, path]);
  return picture;
}
