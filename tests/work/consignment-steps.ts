import { linesByIds } from '#db/queries/work/materials.ts'
import { jobTotals } from '#server/domains/work/jobs/job-totals.ts'
import { checkStock } from '#server/stock/check.ts'
import { readOnHand } from '#server/stock/read.ts'
import type { InvoiceFixtures } from '#tests/sales/invoices-support.ts'
import { BOUGHT, COST, MADE } from '#tests/sales/seven-metres-support.ts'
import { makeItem } from '#tests/stock/support.ts'
import { expectOk } from '#tests/support/answers.ts'
import type { TestServer } from '#tests/support/server.ts'
import { issueNote, jobToDeliver } from './deliveries-support.ts'
import { by } from './jobs-support.ts'

type Note = Awaited<ReturnType<typeof issueNote>>
/** `noted`: of all that is made or used, what a first note delivers. */
export type Begin = { total: number; noted?: number; used?: number; fixedprice?: boolean }

/**
 * Goods of which 40 are in stock at R 60.50, unless they are not kept there, sold at R 80 without VAT, and steps of their documents. `C2` consigned, `s1` sold of the
 * last of these, `r1` back from it unsold, `n2` delivered, `b1`, `d1`, `z1` back of the first note that has them, into stock, to be
 * mended, or scrapped; `u1` used or made; `I` all invoiced, `P50` half of the price, `L1` one of its line, `c1` credited as returned, for good, `a` to be invoiced again, `+` and `-` ticked or not.
 */
export async function openSteps(server: TestServer, shop: InvoiceFixtures) {
  const { admin } = server.people
  const theirs = (await expectOk(admin.post('/api/storage', { name: 'Acme floor', client: shop.clients[0] })))
    .id
  const read = server.services.tenants.read.bind(server.services.tenants)

  async function begin(
    kind: number | null,
    { total, noted = 0, used = kind === MADE ? total : noted, fixedprice }: Begin,
  ) {
    const item = await server.services.tenants.write(server.accountid, by, (tx) => {
      const id = makeItem(tx, { materialname: 'Table', inventoryclass: kind })
      tx.invalidateCaches()
      return id
    })
    if (kind !== BOUGHT)
      await expectOk(admin.post('/api/inventory/inbound', { inventoryid: item, quantity: 40, cost: COST }))
    const values = { inventoryid: item, unit: undefined, estimated: total, consumed: used }
    const { id, lines } = await jobToDeliver(shop, [{ ...values, linerate: 80, costrate: COST }])
    const line = lines[0]!
    if (fixedprice) await expectOk(admin.patch(`/api/jobs/${id}`, { fixedprice }))
    await expectOk(admin.patch(`/api/jobs/${id}`, { status: 4, confirmed: true }))
    const notes: { note: Note; left: number }[] = []
    let consigned: Note | undefined
    let invoice = ''

    async function deliver(quantity: number) {
      notes.push({
        note: await issueNote(admin, shop.boardid, [{ materialid: line, quantity }]),
        left: quantity,
      })
    }
    if (noted > 0) await deliver(noted)
    const of = (note: Note, quantity: number) => [{ lineid: note.lines[0]!.id, quantity }]
    const change = (note: Note, body: object) => admin.patch(`/api/delivery/${note.id}`, body)

    /** Gives what is said where it is refused. */
    async function step(what: string): Promise<string | undefined> {
      const [, kindOf = '', many, flags = ''] = /^([CsrnbdzuILPc])(\d*)([a+-]*)$/.exec(what) ?? []
      const quantity = Number(many)
      if (kindOf === 'C' || kindOf === 'n') {
        const at = kindOf === 'C' ? { storageid: theirs } : {}
        const body = { boardid: shop.boardid, lines: [{ materialid: line, quantity }], ...at }
        const draft = await admin.post('/api/delivery', body)
        if (draft.status !== 200) return draft.text
        const issued = await admin.patch(`/api/delivery/${draft.body.data.id}`, { status: 'issued' })
        if (issued.status !== 200) {
          await expectOk(admin.call('DELETE', `/api/delivery/${draft.body.data.id}`))
          return issued.text
        }
        if (kindOf === 'C') consigned = issued.body.data
        else notes.push({ note: issued.body.data, left: quantity })
        return
      }
      if (kindOf === 'u') {
        const [row] = read(server.accountid, (db) => linesByIds(db, [line]))
        const consumed = (row?.consumed ?? 0) / 1e6 + quantity
        const used = await admin.patch(`/api/materials/${line}`, { consumed })
        return used.status === 200 ? undefined : used.text
      }
      if ('ILP'.includes(kindOf)) {
        const lines = [{ materialid: line, quantity }]
        const part = kindOf === 'P' ? { percent: quantity } : kindOf === 'L' ? { lines } : {}
        const draft = await admin.post('/api/invoices', { jobid: id, ...part })
        if (draft.status !== 200) return draft.text
        const issued = await admin.post(`/api/invoices/${draft.body.data.id}/issue`)
        if (issued.status !== 200) {
          await expectOk(admin.call('DELETE', `/api/invoices/${draft.body.data.id}`))
          return issued.text
        }
        invoice = draft.body.data.id
        return
      }
      if (kindOf === 'c') {
        const restock = flags.includes('+') || (flags.includes('-') ? false : undefined)
        const lines = [{ line: 0, quantity, ...(restock !== undefined && { restock }) }]
        const again = flags.includes('a')
        const answer = await admin.post(`/api/invoices/${invoice}/credit`, {
          reason: 'returned',
          again,
          lines,
        })
        return answer.status === 200 ? undefined : answer.text
      }
      if (kindOf === 's' || kindOf === 'r') {
        if (!consigned) return 'nothing is consigned'
        const chosen = of(consigned, quantity)
        const body = kindOf === 's' ? { sold: chosen } : { status: 'returned', returns: chosen }
        const answer = await change(consigned, body)
        return answer.status === 200 ? undefined : answer.text
      }
      const from = notes.find(({ left }) => left >= quantity)
      if (!from) return 'no note has so much out'
      const fate = kindOf === 'z' ? { scrap: true } : { restock: kindOf === 'b' }
      const answer = await change(from.note, {
        status: 'returned',
        ...fate,
        returns: of(from.note, quantity),
      })
      if (answer.status !== 200) return answer.text
      from.left -= quantity
    }

    function places() {
      const rows = read(server.accountid, (db) => readOnHand(db, [item]).get(item)?.places ?? [])
      const at = (isTheirs: boolean) =>
        rows
          .filter(({ name }) => (name === 'Acme floor') === isTheirs)
          .reduce((sum, { quantity }) => sum + quantity / 1e6, 0)
      return { ours: at(false), theirs: at(true) }
    }

    async function figures() {
      const { status } = await expectOk(admin.get(`/api/jobs/${id}`))
      const { cost, margin } = read(server.accountid, (db) => jobTotals(db, id))
      const draft = await admin.post('/api/invoices', { jobid: id })
      const next = draft.status === 200 ? draft.body.data.document.lines[0].quantity : 0
      if (draft.status === 200) await expectOk(admin.call('DELETE', `/api/invoices/${draft.body.data.id}`))
      return { ...places(), status, next, cost: cost.actual, margin: margin.actual }
    }

    return { id, line, item, step, places, figures, invoice: () => invoice }
  }

  async function run(kind: number | null, steps: string, about: Begin) {
    const job = await begin(kind, about)
    for (const what of steps.split(' ')) {
      const refused = await job.step(what)
      if (refused) throw new Error(`${what} of ${steps}: ${refused}`)
    }
    return { ...job, ...(await job.figures()) }
  }

  return { begin, run, faults: () => read(server.accountid, checkStock) }
}
