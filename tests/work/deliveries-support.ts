import type { InvoiceFixtures } from '#tests/sales/invoices-support.ts'
import { expectOk } from '#tests/support/answers.ts'
import type { Client } from '#tests/support/server.ts'

type Line = { description?: string; estimated?: number; consumed?: number } & Record<string, unknown>

/** An approved job of Acme at its yard, with output lines. Returns it with the ids of its lines. */
export async function jobToDeliver(
  { server, boardid, clients, locations }: InvoiceFixtures,
  lines: readonly Line[],
  more: Record<string, unknown> = {},
) {
  const { admin } = server.people
  const place = { client: clients[0], location: locations[0] }
  const body = { boardid, status: 3, ...place, description: 'New kitchen', ...more }
  const job = await expectOk(admin.post('/api/jobs', body))
  const rows = lines.map((line, at) => ({
    ...{
      jobid: job.id,
      role: 2,
      description: `Cupboard ${at + 1}`,
      estimated: 10,
      linerate: 100,
      unit: 'ea',
    },
    ...line,
  }))
  const stored = await expectOk(admin.post('/api/materials/many', rows))
  return {
    id: job.id as string,
    reference: job.reference as string,
    lines: stored.map(({ id }: { id: string }) => id) as string[],
  }
}

export const SIGNATURE = {
  w: 320,
  h: 160,
  strokes: [
    [
      [20, 80, 0],
      [120, 40, 40],
      [200, 120, 90],
    ],
    [
      [220, 60, 400],
      [300, 100, 460],
    ],
  ],
}

/** A note of these quantities, issued. */
export async function issueNote(
  who: Client,
  boardid: string,
  lines: readonly { materialid: string; quantity: number | string; equipmentid?: string }[],
  more: Record<string, unknown> = {},
) {
  const { id } = await expectOk(who.post('/api/delivery', { boardid, ...more, lines }))
  return expectOk(who.patch(`/api/delivery/${id}`, { status: 'issued' }))
}
