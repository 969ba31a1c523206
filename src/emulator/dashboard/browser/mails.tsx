import type { ComponentChildren, JSX } from 'preact';
import { shown } from '../../../core/platform/visible-text.js';
import type { Mail } from '../../mail/outbox.js';
import type { MailRow } from '../shapes.js';
import { Pairs } from './exchange.js';
import { Chosen, List } from './list.js';
import { Copy, Id } from './live.js';
import { MailFrame } from './opened.js';
import { Foot, numbered, Time } from './text.js';

/** The captured mail, and the chosen one as its recipient reads it. */
export const Mails = ({ chosen }: { readonly chosen: string | null }): JSX.Element => (
  <List
    name="Mails"
    searched="subjects, people, IDs"
    count={(total) => numbered(total, 'mail')}
    none="No mail yet. What the service would send by e-mail appears here."
    row={(row: MailRow, now) => (
      <>
        <span class="title whole">{shown(row.subject, 120)}</span>
        <span />
        <span class="people">
          {shown(row.to.name, 60)} &lt;{shown(row.to.email, 100)}&gt;
        </span>
        <span class="since">{row.delivered ? 'delivered' : row.lost ? 'lost by a fault' : ''}</span>
        <Foot at={row.at} now={now} id={row.id} more={row.mode === 'test' ? 'test mode' : ''} />
      </>
    )}
    chosen={chosen}
    hint="Choose a mail to read it as its recipient does."
  >
    {(id) => (
      <Chosen key={id} name="Mails" path={`/_emulator/inbox/${id}`}>
        {(mail: Mail) => <Opened mail={mail} />}
      </Chosen>
    )}
  </List>
);

function Opened({ mail }: { readonly mail: Mail }): JSX.Element {
  const {
    id,
    subject,
    to,
    link,
    lost,
    envelope_id: envelope,
    accepted_at: at,
    delivered_at: delivered,
    attachments,
  } = mail;
  const facts: readonly (readonly [string, ComponentChildren] | null)[] = [
    ['To', `${shown(to.name)} <${shown(to.email)}>`],
    ['Sent', <Time key="sent" at={at} />],
    [
      'Delivered',
      delivered === null ? (
        lost ? (
          'Never: lost by a fault'
        ) : (
          'Not reported yet'
        )
      ) : (
        <Time key="delivered" at={delivered} />
      ),
    ],
    attachments.length === 0 ? null : ['Attached', attachments.map(({ filename }) => shown(filename)).join(', ')],
    envelope === null ? null : ['Envelope', <a href={`#/envelopes/${envelope}`}>{shown(envelope)}</a>],
    ['Mail ID', <Id key="id" of="mail" id={id} />],
  ];
  return (
    <>
      <div class="head">
        <h1>{shown(subject)}</h1>
      </div>
      <Pairs all={facts.filter((fact) => fact !== null)} />
      {link !== null && (
        <p class="acts">
          <a href={link} target="_blank" rel="noopener noreferrer">
            Open the link of this mail
          </a>
          <Copy text={link}>Copy the link</Copy>
        </p>
      )}
      <MailFrame id={id} />
    </>
  );
}
