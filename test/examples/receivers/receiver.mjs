// A receiver in Node: `/sound` keeps the delivery contract, and each other path makes the mistake that it names.
import { createHmac, timingSafeEqual } from 'node:crypto';
import { createServer } from 'node:http';

const { SECRET, PREVIOUS } = process.env;
const states = new Map();

const bodies = {
  rewritten: (raw) => JSON.stringify(JSON.parse(raw.toString())),
  trimmed: (raw) => raw.toString().trim(),
  latin1: (raw) => raw.toString('latin1'),
};

function isGenuine(mistake, header, raw) {
  const parts = Object.fromEntries(header.split(',').map((part) => part.trim().split('=')));
  const t = Number(parts.t);
  if (!(Math.abs(Date.now() / 1000 - t) <= 300)) return false;
  const body = bodies[mistake]?.(raw) ?? raw;
  const fits = (given, secret) => {
    const made = createHmac('sha256', secret).update(`${t}.`).update(body).digest('hex');
    if (mistake === 'short-digest') return given !== undefined && given !== '' && made.startsWith(given);
    return given?.length === made.length && timingSafeEqual(Buffer.from(given), Buffer.from(made));
  };
  return fits(parts.v1, SECRET) || fits(parts.v0, PREVIOUS);
}

/** The status of the answer; `acted` are the IDs of the events that the app processed. */
function judge(mistake, state, request, raw) {
  const values = request.headersDistinct['service-signature'] ?? [];
  if (mistake === 'crashing' && values[0].length === 0) return 401;
  if (mistake === 'acting-first') state.acted.push(JSON.parse(raw.toString()).id);
  if (values.length !== 1 || !isGenuine(mistake, values[0], raw)) return mistake === 'polite' ? 200 : 401;
  if (mistake === 'acting-first') return 204;
  const { id, envelope_id: envelope, event } = JSON.parse(raw.toString());
  const known = mistake === 'by-envelope' ? `${envelope} ${event}` : id;
  if (!state.known.has(known)) state.acted.push(id);
  state.known.add(known);
  return 204;
}

const server = createServer((request, response) => {
  const [, mistake, more] = request.url.split('/');
  if (!states.has(mistake)) states.set(mistake, { known: new Set(), acted: [] });
  const state = states.get(mistake);
  if (more === 'acted') return void response.end(JSON.stringify(state.acted));
  const parts = [];
  request.on('data', (part) => parts.push(part));
  request.on('end', () => {
    const raw = Buffer.concat(parts);
    if (mistake === 'sound-closing') response.setHeader('Connection', 'close');
    if (mistake === 'eager') response.writeHead(204).end();
    let status = 500;
    try {
      status = judge(mistake, state, request, raw);
    } catch {
      // Answers with 500.
    }
    const answer = () => response.writeHead(status).end(status === 200 ? '{"error":"bad signature"}' : undefined);
    if (mistake === 'slow') setTimeout(answer, 6_000);
    else if (mistake === 'hanging') setTimeout(answer, 12_000);
    else if (mistake !== 'eager') answer();
  });
});
server.listen(0, '127.0.0.1', () => console.log(server.address().port));
