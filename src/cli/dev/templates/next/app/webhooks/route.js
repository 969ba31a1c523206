import { receive, signatureHeader } from '../../webhook.mjs';

// The signature is over the raw bytes: do not use request.json().
export async function POST(request) {
  const body = Buffer.from(await request.arrayBuffer());
  return new Response(null, { status: receive(request.headers.get(signatureHeader), body) });
}
