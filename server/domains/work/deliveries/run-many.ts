import { randomUUIDv7 } from 'bun'
import type { TenantDb } from '#db/types.ts'
import type { Viewer } from '#server/access/viewer.ts'
import { forbidden, invalid, notFound, Problem } from '#server/errors.ts'
import type { Context } from '#server/http/context.ts'
import { logFailure } from '#server/log.ts'
import type { Services } from '#server/services.ts'
import type { ManyDeliveries } from '#views/work/deliveries/types.ts'
import { changeDelivery, type DeliveryInput } from './change-delivery.ts'
import { visibleDelivery } from './find-delivery.ts'
import { issueDelivery } from './issue-now.ts'

/** `name`: of who received them. */
type AskedOfMany = { ids: readonly string[]; status: ManyDeliveries['status']; name?: string }
type Run = ManyDeliveries & { userid: string; accountid: string }

/** Finished ones are forgotten first; what they did stands on the notes. */
const KEPT = 200
const runs = new WeakMap<Services, Map<string, Run>>()

function runsIn(services: Services) {
  const known = runs.get(services) ?? new Map<string, Run>()
  runs.set(services, known)
  return known
}

/** @throws 400 where nothing is chosen, nobody received it, or another run of the same person goes on; 404 */
export function planMany(c: Context, db: TenantDb, viewer: Viewer, asked: AskedOfMany): ManyDeliveries {
  const { ids, status, name = '' } = asked
  if (status === 'delivered' && !name.trim()) throw invalid({ name: 'Write down who received the goods.' })
  const { userid, accountid } = c.person
  const isMine = (run: Run) => run.userid === userid && run.accountid === accountid
  if ([...runsIn(c.services).values()].some((run) => run.running && isMine(run)))
    throw new Problem(400, 'Other notes of yours are still being worked on: wait for them, or stop them.', {
      code: 'running',
    })
  const rows = [...new Set(ids)].map((id) => newRow(db, viewer, id))
  if (rows.length === 0) throw invalid({ ids: 'Choose at least one delivery note.' })
  return { id: randomUUIDv7(), status, rows, running: true, stopped: false }
}

/**
 * Changes the notes one after another, after the answer: each whole or not at all, so that a program that ends leaves
 * numbers without gaps, and drafts that are still drafts. Asked again for the same it starts nothing.
 */
export function startMany(c: Context, planned: ManyDeliveries, name = '') {
  const known = runsIn(c.services)
  if (known.has(planned.id)) return
  const { userid, accountid } = c.person
  const run: Run = { ...structuredClone(planned), userid, accountid }
  makeRoom(known)
  known.set(run.id, run)
  void runRows(c, run, name).finally(() => {
    run.running = false
  })
}

function makeRoom(known: Map<string, Run>) {
  const over = [...known.values()].filter(({ running }) => !running)
  for (const { id } of over.slice(0, Math.max(0, known.size + 1 - KEPT))) known.delete(id)
}

function newRow(db: TenantDb, viewer: Viewer, id: string): ManyDeliveries['rows'][number] {
  const { delivery, clientname } = visibleDelivery(db, viewer, id)
  return {
    id,
    name: delivery.number ?? `Draft for ${clientname ?? 'a cash sale'}`,
    state: 'waiting',
    message: '',
  }
}

async function runRows(c: Context, run: Run, name: string) {
  const input: DeliveryInput =
    run.status === 'issued' ? { status: 'issued' } : { status: 'delivered', proof: { name } }
  for (const row of run.rows) {
    if (run.stopped) return
    try {
      const { number, warnings } = await changeOne(c, row.id, input)
      Object.assign(row, { state: 'done', name: number ?? row.name, message: warnings })
    } catch (error) {
      if (!(error instanceof Problem)) logFailure(`delivery notes ${run.id}`, error)
      Object.assign(row, { state: 'refused', message: reasonOf(error) })
    }
    await Bun.sleep(0)
  }
}

const reasonOf = (error: unknown) =>
  error instanceof Problem
    ? (Object.values(error.more.fields ?? {})[0] ?? error.message)
    : 'Something went wrong, and this note stays as it was.'

/** With the rights of whoever asked as they are by then. */
async function changeOne(c: Context, id: string, input: DeliveryInput) {
  if (input.status === 'issued')
    return issueDelivery(c, id, input, ({ number }, short) => ({ number, warnings: short.join(' ') }))
  return c.write((tx, viewer) => {
    if (!viewer.claims.has('delivery.write')) throw forbidden()
    const warnings = changeDelivery(tx, viewer, id, input)
    return { number: visibleDelivery(tx.db, viewer, id).delivery.number, warnings: warnings.join(' ') }
  })
}

/** For whoever started it. @throws 404 */
export function findMany({ services, person }: Context, id: string): ManyDeliveries {
  return ownRun(services, person, id)
}

/** The note at work is finished, those behind it stay as they are. @throws 404 */
export function stopMany({ services, person }: Context, id: string): ManyDeliveries {
  const run = ownRun(services, person, id)
  if (run.running) run.stopped = true
  return run
}

function ownRun(services: Services, { userid, accountid }: Context['person'], id: string): Run {
  const run = runsIn(services).get(id)
  if (!run || run.userid !== userid || run.accountid !== accountid) throw notFound('run')
  return run
}

export const manyJson = ({ id, status, rows, running, stopped }: ManyDeliveries) => ({
  ...{ id, status, rows, running, stopped },
})
