import { setImmediate as nextLoopTurn } from 'node:timers/promises'
import { APPROVE } from '#db/job-status.ts'
import { readStoredPosition } from '#db/queries/position.ts'
import { canSeeJobAt, type Viewer } from '#server/access/viewer.ts'
import { listGaps } from '#server/domains/planning/materials/explode-needs.ts'
import { busyProblem } from '#server/errors.ts'
import { FairQueue, type Requester } from '#server/fair-queue.ts'
import type { Context } from '#server/http/context.ts'
import { asQuantity } from '#server/money/decimal.ts'
import { latestOrderDay } from '#server/planning/latest-order-day.ts'
import type { Proposal } from '#server/planning/net.ts'
import { checkReceipts } from '#server/planning/reschedule.ts'
import type { OrderMessageRow, ProposalRow } from '#views/planning/types.ts'
import { priceProposal } from './buying-terms.ts'
import {
  isBought,
  type Ordering,
  type OrderingAsked,
  planOrdering,
  readNeeds,
  readOrdering,
} from './read-ordering.ts'

/** How long one slice holds up everybody else. */
const SLICE_MS = 10

type Planned = ReturnType<typeof planOrdering> extends Generator<infer One> ? One : never

/** One slice in each turn of the event loop, however many plans are asked for; accounts take turns. */
export const planQueue = new FairQueue({
  places: 1,
  account: 20,
  person: 10,
  refusal: busyProblem('orders of your account are being planned at the moment', 'planningbusy', 5),
})

/**
 * What is to be ordered, the latest first to be late, and what to ask of orders that are on their way.
 * @throws 503 while too many ask
 */
export async function proposeOrders(c: Pick<Context, 'read'>, requester: Requester, asked: OrderingAsked) {
  const { data, viewer } = await readInTurns(c, asked)
  const rows: ProposalRow[] = []
  const messages: OrderMessageRow[] = []
  const plan = planOrdering(data)
  const entry = planQueue.open(requester)
  try {
    while (await entry.run(slice)) {
      // Others have their turn between two slices.
    }
  } finally {
    entry.end()
  }
  rows.sort((a, b) => (a.orderday < b.orderday ? -1 : a.orderday > b.orderday ? 1 : 0))
  return { rows, messages, seq: data.seq }

  /** Whether there is more. */
  async function slice(): Promise<boolean> {
    await nextLoopTurn()
    const until = performance.now() + SLICE_MS
    while (performance.now() < until) {
      const { value: planned } = plan.next()
      if (!planned) return false
      if (!isBought(data, planned.id)) continue
      rows.push(...presentProposals(data, viewer, planned))
      messages.push(...listMessages(data, planned))
    }
    return true
  }
}

/** In two turns, so that nobody waits for both; in one where somebody wrote between them. */
async function readInTurns(c: Pick<Context, 'read'>, asked: OrderingAsked) {
  const needs = c.read((db) => readNeeds(db, asked))
  await nextLoopTurn()
  return c.read((db, viewer) => {
    const same = readStoredPosition(db).seq === needs.seq
    return { data: readOrdering(db, same ? needs : readNeeds(db, asked), asked), viewer }
  })
}

function presentProposals(data: Ordering, viewer: Viewer, { id, net }: Planned): ProposalRow[] {
  const found = data.items.get(id)
  if (!found) return []
  const { item, terms, sellers } = found
  return net.proposals.map((proposal) => {
    const order = latestOrderDay(proposal.day, terms.lead, data)
    const bought = priceProposal(terms, item, proposal.quantity)
    const pegs = presentPegs(data, viewer, proposal)
    return {
      id: `${id}|${proposal.day}`,
      item: { id, code: item.code, name: item.name, unit: item.unit },
      supplier: terms.supplier ? { id: terms.supplier, name: terms.suppliername } : null,
      sellers: sellers
        .filter(({ supplier }) => supplier !== terms.supplier)
        .map(({ supplier, suppliername }) => ({ id: supplier, name: suppliername })),
      ...{ needed: proposal.day, quantity: proposal.quantity, surplus: proposal.surplus, pegs },
      dated: pegs.some(({ dated }) => dated),
      ...{ orderday: order.day, late: order.late, arrival: order.arrival, beyond: order.beyond },
      lead: terms.lead,
      ...{ orderunit: bought.unit, orderquantity: bought.quantity, price: bought.price },
      cheaper: bought.cheaper ?? null,
      arithmetic: proposal.arithmetic,
      drafted: draftedOf(data, id),
      archived: item.archived === 1,
      gaps: listGaps(item).filter((gap) => !(terms.supplier && gap.includes('supplier'))),
    }
  })
}

function presentPegs(data: Ordering, viewer: Viewer, { pegs }: Proposal): ProposalRow['pegs'] {
  const byJob = new Map<string, ProposalRow['pegs'][number]>()
  for (const { demand, quantity } of pegs) {
    const line = demand?.id ? data.lines.get(demand.id) : undefined
    const seen = line && canSeeJobAt(viewer, line.boardid, line.location)
    const label = line ? (seen ? line.reference : 'another job') : 'stock'
    const peg = byJob.get(label) ?? {
      ...{ label, jobid: seen ? line.jobid : null, dated: Boolean(line?.day), quantity: 0 },
      approved: !line || line.status >= APPROVE,
    }
    peg.quantity += quantity
    byJob.set(label, peg)
  }
  return [...byJob.values()]
}

const draftedOf = ({ sent, receipts }: Ordering, id: string) => {
  return (receipts.get(id) ?? []).reduce((sum, one) => sum + (sent.has(one.id) ? 0 : one.quantity), 0)
}

function listMessages(data: Ordering, { id, demands }: Planned): OrderMessageRow[] {
  const found = data.items.get(id)
  const all = data.receipts.get(id)
  if (!found || !all) return []
  const { sent } = data
  const receipts = all.filter((one) => sent.has(one.id))
  const { item, terms } = found
  const arrival = latestOrderDay(data.today, terms.lead, data).arrival
  const supply = { onhand: asQuantity(item.onhand), safety: item.safety, receipts, lot: terms.lot }
  const say = (
    receiptid: string,
    kind: OrderMessageRow['kind'],
    asked: { day?: string; quantity?: number },
  ) => {
    const line = sent.get(receiptid)!
    return {
      id: `${receiptid} ${kind}`,
      order: { id: line.orderid, number: line.number ?? '' },
      supplier: line.suppliername + (line.supplierarchived ? ' (archived)' : ''),
      item: { id, code: item.code, name: item.name, unit: item.unit },
      ...{ kind, day: asked.day ?? null, quantity: asked.quantity ?? null, expected: line.day },
    }
  }
  const messages = checkReceipts(supply, demands, { today: data.today, arrival })
  const overdue = receipts.filter(({ day }) => day < data.today)
  return [
    ...overdue.map((one) => say(one.id, 'overdue', {})),
    ...messages.map(({ receiptid, kind, ...asked }) => say(receiptid, kind, asked)),
  ]
}
