import { randomUUIDv7 } from 'bun'
import { eq } from 'drizzle-orm'
import { clients, organisations } from '#db/schema/tenant/index.ts'
import type { Tx } from '#db/tenants.ts'
import type { TenantDb } from '#db/types.ts'
import { accountClaims } from '#server/access/claims.ts'
import { type Viewer, viewerFor } from '#server/access/viewer.ts'
import { expectOk } from '#tests/support/answers.ts'
import type { Client, TestServer } from '#tests/support/server.ts'
import { by, createJobFixtures, type JobFixtures } from '#tests/work/jobs-support.ts'

export type InvoiceFixtures = JobFixtures & {
  server: TestServer
  /** A vendor (VAT 15 %) with everything a tax invoice needs, and somebody who is no vendor. */
  vendor: string
  plain: string
}

/** A shop with two organisations that can invoice. */
export async function createInvoiceFixtures(server: TestServer): Promise<InvoiceFixtures> {
  const shop = await createJobFixtures(server)
  const [vendor, plain] = [randomUUIDv7(), randomUUIDv7()]
  await server.services.tenants.write(server.accountid, by, (tx) => {
    const instants = { createdutc: tx.now, updatedutc: tx.now }
    const address = { addressline1: '14 Blacksmith Road', city: 'Durban', postalcode: '4052' }
    tx.db
      .insert(organisations)
      .values([
        {
          ...{ id: vendor, name: 'Drakensberg Joinery', prefix: 'DJ', flagdefault: true },
          ...{ vatnumber: '4210256398', bank: 'First Example Bank', accountnumber: '62000012345' },
          ...{ invoiceterms: 'Pay within 30 days.', estimateterms: 'Valid for 14 days.' },
          ...address,
          ...instants,
        },
        { id: plain, name: 'Weekend Woodwork', prefix: '', ...address, ...instants },
      ])
      .run()
    tx.db
      .update(clients)
      .set({ addressline1: '220 Florida Road', city: 'Durban', vatnumber: '4870112233' })
      .where(eq(clients.id, shop.clients[0]))
      .run()
    tx.invalidateCaches()
  })
  return { ...shop, server, vendor, plain }
}

/** What issues documents for an administrator, but for the printer. */
export function issuing({ accountid, services, people }: TestServer) {
  const { tenants, clock } = services
  const viewer = (db: TenantDb) =>
    viewerFor(db, { userid: people.admin.userid, roles: ['systemadmin'], claims: new Set(accountClaims) })
  return {
    accountid,
    now: clock,
    seq: () => tenants.position(accountid).seq,
    read: <T>(run: (db: TenantDb, viewer: Viewer) => T) =>
      tenants.read(accountid, (db) => run(db, viewer(db))),
    write: <T>(run: (tx: Tx, viewer: Viewer) => T) =>
      tenants.write(accountid, by, (tx) => run(tx, viewer(tx.db))),
  }
}

export type TestLine = { linerate: number; estimated?: number; consumed?: number } & Record<string, unknown>

/** A job in Complete with some lines, of which each was consumed once unless told. Returns its id. */
export async function completeJob(
  { boardid, clients, server }: InvoiceFixtures,
  lines: readonly TestLine[],
  more: Record<string, unknown> = {},
): Promise<string> {
  const { admin } = server.people
  const body = { boardid, status: 4, client: clients[0], description: 'New kitchen', ...more }
  const { id } = (await expectOk(admin.post('/api/jobs', body))) as { id: string }
  const rows = lines.map((line, at) => ({
    ...{ jobid: id, role: 2, description: `Work ${at + 1}`, estimated: 1, consumed: 1 },
    ...line,
  }))
  if (rows.length > 0) await expectOk(admin.post('/api/materials/many', rows))
  return id
}

/** The draft of a job, made by the administrator. */
export const readDraft = async ({ server }: InvoiceFixtures, jobid: string, organisation?: string) =>
  expectOk(server.people.admin.post('/api/invoices', { jobid, ...(organisation ? { organisation } : {}) }))

/** An issued invoice of a fresh job with one line. */
export async function issueInvoice(
  office: InvoiceFixtures,
  linerate = 100,
  organisation?: string,
  more: Record<string, unknown> = {},
) {
  const jobid = await completeJob(office, [{ linerate }], more)
  const { id } = await readDraft(office, jobid, organisation)
  return expectOk(office.server.people.admin.post(`/api/invoices/${id}/issue`))
}

/** The PDF of a path as its bytes. */
export async function pdf({ url }: TestServer, { token }: Client, path: string) {
  const answer = await fetch(url + path, { headers: { authorization: `Bearer ${token}` } })
  return { status: answer.status, headers: answer.headers, bytes: new Uint8Array(await answer.arrayBuffer()) }
}
