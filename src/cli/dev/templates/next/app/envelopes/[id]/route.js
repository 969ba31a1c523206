import { getEnvelope } from '../../../esign.mjs';

export async function GET(_request, { params }) {
  const { id } = await params;
  return Response.json(await getEnvelope(id));
}
