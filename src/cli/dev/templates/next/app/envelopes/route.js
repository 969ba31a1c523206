import { createEnvelope } from '../../esign.mjs';

// In an app of yours, the routes of envelopes check who is signed in.
export async function POST() {
  return Response.json(await createEnvelope(), { status: 201 });
}
