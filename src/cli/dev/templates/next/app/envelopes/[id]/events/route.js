import { eventsOf } from '../../../../webhook.mjs';

export async function GET(_request, { params }) {
  const { id } = await params;
  return Response.json(eventsOf(id));
}
