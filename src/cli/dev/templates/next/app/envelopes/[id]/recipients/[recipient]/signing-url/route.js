import { createSigningUrl } from '../../../../../../esign.mjs';

export async function POST(_request, { params }) {
  const { id, recipient } = await params;
  return Response.json(await createSigningUrl(id, recipient), { headers: { 'Cache-Control': 'no-store' } });
}
