import { afterAll, beforeAll } from 'bun:test'
import { checkStock } from '#server/stock/check.ts'
import { readOnHand } from '#server/stock/read.ts'
import { makeItem } from '#tests/stock/support.ts'
import { expectOk } from '#tests/support/answers.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'
import { issueNote, jobToDeliver } from '#tests/work/deliveries-support.ts'
import { by } from '#tests/work/jobs-support.ts'
import { createInvoiceFixtures, type InvoiceFixtures } from './invoices-support.ts'

export const USED = 1
export const MADE = 3
/** Not kept in stock. */
export const BOUGHT = null
export const COST = 60.5
/** In cents. */
export const PRICE = 8000

export type SevenMetres = {
  item: string
  id: string
  line: string
  notes: Awaited<ReturnType<typeof issueNote>>[]
}
/** `noted`: of the seven, what a first note delivers. */
export type Start = { price?: number; noted?: number; fixedprice?: boolean; estimated?: number }
export type SevenMetresRun = { job: SevenMetres; invoices: string[]; said: string[]; out: number[] }
export type CreditAsked = { reason: string; quantity: number; again: boolean; restock?: boolean }

/** What becomes of goods that come back. */
type Fate = 'stock' | 'mended' | 'scrapped'

/**
 * A server for the tests of a file. `goods`: jobs of seven metres at R 80 without VAT, so that all parts come out in whole cents, and
 * the documents that are about them. `faults`: what the self-check finds, of one job's item or of all.
 */
export function openSevenMetres() {
  let server: TestServer
  let shop: InvoiceFixtures
  beforeAll(async () => {
    server = await startTestServer()
    shop = await createInvoiceFixtures(server)
  })
  afterAll(() => server.stop())
  const admin = () => server.people.admin
  const faults = (job?: SevenMetres) =>
    server.services.tenants
      .read(server.accountid, checkStock)
      .filter(({ inventoryid }) => inventoryid === (job?.item ?? inventoryid))
  const goods = sevenMetresOf(
    () => server,
    () => shop,
  )
  return { server: () => server, admin, faults, goods }
}

function sevenMetresOf(server: () => TestServer, shop: () => InvoiceFixtures) {
  const admin = () => server().people.admin
  const post = (path: string, body: object = {}) => expectOk(admin().post(path, body))

  const deliver = (line: string, quantity: number) =>
    issueNote(admin(), shop().boardid, [{ materialid: line, quantity }])

  /** All used or made, and delivered by one note, unless fewer are. */
  async function sevenMetres(
    inventoryclass: number | null = USED,
    { price = PRICE / 100, noted = 7, fixedprice = false, estimated = 7 }: Start = {},
  ): Promise<SevenMetres> {
    const item = await server().services.tenants.write(server().accountid, by, (tx) => {
      const id = makeItem(tx, { materialname: 'Oak', inventoryclass })
      tx.invalidateCaches()
      return id
    })
    if (inventoryclass !== BOUGHT)
      await post('/api/inventory/inbound', { inventoryid: item, quantity: 20, cost: COST })
    const line = { inventoryid: item, description: 'Oak', unit: undefined, estimated, consumed: 7 }
    const { id, lines } = await jobToDeliver(shop(), [{ ...line, linerate: price, costrate: COST }])
    if (fixedprice) await expectOk(admin().patch(`/api/jobs/${id}`, { fixedprice }))
    await expectOk(admin().patch(`/api/jobs/${id}`, { status: 4, confirmed: true }))
    const notes = noted > 0 ? [await deliver(lines[0]!, noted)] : []
    return { item, id, line: lines[0]!, notes }
  }

  async function invoice({ id, line }: SevenMetres, quantity: number) {
    const draft = await post('/api/invoices', { jobid: id, lines: [{ materialid: line, quantity }] })
    return ((await post(`/api/invoices/${draft.id}/issue`)) as { id: string }).id
  }

  const credit = (id: string, { reason, quantity, again, restock = false }: CreditAsked) =>
    post(`/api/invoices/${id}/credit`, { reason, again, lines: [{ line: 0, quantity, restock }] })

  /** Gives what is said of it. */
  async function comesBack(
    { notes }: SevenMetres,
    quantity: number,
    fate: Fate = 'stock',
    of = 0,
  ): Promise<string> {
    const answer = await admin().patch(`/api/delivery/${notes[of]!.id}`, {
      ...{ status: 'returned', restock: fate === 'stock', scrap: fate === 'scrapped' },
      returns: [{ lineid: notes[of]!.lines[0]!.id, quantity }],
    })
    await expectOk(Promise.resolve(answer))
    return answer.body.message ?? ''
  }

  async function deliverAgain(job: SevenMetres, quantity: number) {
    job.notes.push(await deliver(job.line, quantity))
  }

  const held = ({ item }: SevenMetres) =>
    server().services.tenants.read(
      server().accountid,
      (db) => (readOnHand(db, [item]).get(item)?.quantity ?? 0) / 1e6,
    )

  /** What the next invoice charges: its quantity, and its net in cents. */
  async function next({ id }: SevenMetres) {
    const { status, body } = await admin().post('/api/invoices', { jobid: id })
    if (status !== 200) return { quantity: 0, net: 0 }
    const { net, document } = body.data
    await expectOk(admin().call('DELETE', `/api/invoices/${body.data.id}`))
    return { quantity: document.lines[0].quantity as number, net: Math.round(net * 100) }
  }

  const REASONS: Record<string, string> = { c: 'returned', e: 'error', x: 'cancelled' }
  const FATES: Record<string, Fate> = { b: 'stock', d: 'mended', z: 'scrapped' }

  /**
   * `i4` invoices, `b1`, `d1` and `z1` bring back by the first note of which so much is out, into stock, to be mended, or scrapped, `n2`
   * delivers. `c1` credits as returned, for good, `e1` as stated in error, `x1` as cancelled; `a`: to be invoiced again, `+` ticked, `-` not ticked.
   */
  async function run(
    kind: number | null,
    steps: string,
    start: Start = {},
    done?: SevenMetresRun,
  ): Promise<SevenMetresRun> {
    const { job, invoices, said, out } = done ?? {
      job: await sevenMetres(kind, start),
      invoices: [],
      said: [],
      out: [start.noted ?? 7].filter(Boolean),
    }
    for (const step of steps.split(' ').filter(Boolean)) {
      const [, what, many, flags = ''] = /^([ibdzncex])([\d.]+)([a+-]*)$/.exec(step) ?? []
      const quantity = Number(many)
      if (what === 'i') invoices.push(await invoice(job, quantity))
      else if (what === 'n') {
        await deliverAgain(job, quantity)
        out.push(quantity)
      } else if (what && FATES[what]) {
        const of = out.findIndex((left) => left >= quantity)
        out[of]! -= quantity
        said.push(await comesBack(job, quantity, FATES[what], of))
      } else {
        const restock = flags.includes('+') || (flags.includes('-') ? false : undefined)
        await post(`/api/invoices/${invoices.at(-1)}/credit`, {
          ...{ reason: REASONS[what ?? ''], again: flags.includes('a') },
          lines: [{ line: 0, quantity, ...(restock !== undefined && { restock }) }],
        })
      }
    }
    return { job, invoices, said, out }
  }

  return { sevenMetres, invoice, credit, comesBack, deliverAgain, held, next, run }
}
