import { getSealedPdf } from '../../../../esign.mjs';

export async function GET(_request, { params }) {
  const { id } = await params;
  const pdf = await getSealedPdf(id);
  if (pdf === null) return new Response(null, { status: 404 });
  return new Response(pdf, { headers: { 'Content-Type': 'application/pdf', 'Cache-Control': 'no-store' } });
}
