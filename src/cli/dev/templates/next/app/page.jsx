'use client';

import { useCallback, useEffect, useRef, useState } from 'react';

async function call(method, path) {
  const response = await fetch(path, { method });
  if (!response.ok) throw new Error(`${method} ${path} failed with ${response.status}.`);
  return response.json();
}

export default function Page() {
  const [envelope, setEnvelope] = useState(null);
  const [events, setEvents] = useState([]);
  const [signing, setSigning] = useState(null);
  const [problem, setProblem] = useState('');
  const frame = useRef(null);
  const id = envelope?.id;

  /** Runs what a person or the service started, and shows why it failed. */
  const attempt = useCallback(
    (act) =>
      act().then(
        () => setProblem(''),
        (error) => setProblem(error.message),
      ),
    [],
  );
  const create = async () => {
    setEvents([]);
    setEnvelope(await call('POST', '/envelopes'));
  };
  const refresh = useCallback(async () => setEnvelope(await call('GET', `/envelopes/${id}`)), [id]);
  const sign = useCallback(
    async (recipientId) => {
      const { url } = await call('POST', `/envelopes/${id}/recipients/${recipientId}/signing-url`);
      setSigning({ recipientId, url });
    },
    [id],
  );

  // Shows the webhooks that the server has verified. A new one means that the envelope has changed.
  useEffect(() => {
    if (id === undefined) return;
    let isOver = false;
    let timer;
    let shown = -1;
    const look = async () => {
      await attempt(async () => {
        const found = await call('GET', `/envelopes/${id}/events`);
        if (isOver || found.length === shown) return;
        await refresh();
        setEvents(found);
        shown = found.length;
      });
      if (!isOver) timer = setTimeout(look, 1000);
    };
    look();
    return () => {
      isOver = true;
      clearTimeout(timer);
    };
  }, [attempt, id, refresh]);

  // The frame tells that something happened. What happened is read from the service: messages can be forged.
  useEffect(() => {
    const heard = ({ source, origin, data }) => {
      if (signing === null || source !== frame.current?.contentWindow || origin !== new URL(signing.url).origin) return;
      if (data.action === 'ready') return;
      if (data.action === 'signing_url_invalid' && data.can_remint) return attempt(() => sign(signing.recipientId));
      setSigning(null);
      attempt(refresh);
    };
    addEventListener('message', heard);
    return () => removeEventListener('message', heard);
  }, [attempt, refresh, sign, signing]);

  return (
    <main>
      <h1>Sign an agreement</h1>
      <button onClick={() => attempt(create)}>Create an envelope</button>
      <p role="alert">{problem}</p>
      {envelope && (
        <>
          <p>
            The envelope is <b>{envelope.status}</b>.
          </p>
          <ul>
            {envelope.recipients.map(({ id: recipientId, role, name, status }) => (
              <li key={recipientId}>
                {role}: {name}, {status}{' '}
                {status === 'sent' && <button onClick={() => attempt(() => sign(recipientId))}>Sign as {role}</button>}
              </li>
            ))}
          </ul>
          {signing && (
            <iframe
              ref={frame}
              src={signing.url}
              title="Signing page"
              style={{ width: '100%', height: '40rem', border: '1px solid #888' }}
            />
          )}
          {events.some(({ event }) => event === 'envelope.sealed') && (
            <section>
              <h2>Sealed PDF</h2>
              <p>
                <a href={`/envelopes/${id}/sealed.pdf`}>Open the sealed PDF</a>
              </p>
              <iframe
                src={`/envelopes/${id}/sealed.pdf`}
                title="Sealed PDF"
                style={{ width: '100%', height: '40rem', border: '1px solid #888' }}
              />
            </section>
          )}
          <h2>Verified webhooks</h2>
          <ol>
            {events.map((event) => (
              <li key={event.id}>{event.event}</li>
            ))}
          </ol>
        </>
      )}
    </main>
  );
}
