import { expect, test } from 'bun:test'
import { listUnreckoned } from '#db/queries/sales/goods-documents.ts'
import { prepared } from '#db/sqlite.ts'
import type { Tx } from '#db/tenants.ts'
import { settleJob } from '#server/domains/sales/invoices/settle-job.ts'
import { bookConsumed, openUsed } from '#server/domains/work/deliveries/change-consumed.ts'
import { asQuantity } from '#server/money/decimal.ts'
import { settleDeparted } from '#server/stock/departed.ts'
import { expectOk } from '#tests/support/answers.ts'
import { by } from '#tests/work/jobs-support.ts'
import { MADE, openSevenMetres, type SevenMetresRun, type Start, USED } from './seven-metres-support.ts'

const { server, goods, admin, faults } = openSevenMetres()

/** As a program left it that kept nothing of what came back but its quantity: what was delivered again left no stock. */
function forget(tx: Tx, { line, id }: SevenMetresRun['job'], kind: number) {
  const run = (sql: string) => prepared(tx.db, sql).run([line])
  const again = prepared<{ quantity: number }>(
    tx.db,
    'SELECT sum(redelivered) AS quantity FROM delivery_lines WHERE materialid = ?',
  ).get([line])?.quantity
  run('UPDATE delivery_lines SET redelivered = 0, mended = 0 WHERE materialid = ?')
  run(
    'UPDATE delivery_events SET uncredited = 0 WHERE lineid IN (SELECT id FROM delivery_lines WHERE materialid = ?)',
  )
  run(
    'UPDATE invoice_lines SET awaited = 0, fromaside = 0, backbynote = 0, backaside = 0, outagain = 0 WHERE materialid = ?',
  )
  run('INSERT INTO unreckoned_lines VALUES (?)')
  const chosen = [{ line: { materialid: line, description: 'Oak' }, quantity: asQuantity(again ?? 0) }]
  if (kind === USED && again)
    bookConsumed(tx, chosen, openUsed(tx, [line]), { way: -1, storageid: null, note: '' })
  settleDeparted(tx, [id], { kind: 'delivery', document: '' })
  settleJob(tx, id)
}

async function figures({ job, invoices }: SevenMetresRun) {
  const { status } = await expectOk(admin().get(`/api/jobs/${job.id}`))
  const { cost, margin } = await expectOk(admin().get(`/api/jobs/${job.id}/totals`))
  const forms = await Promise.all(
    invoices.map(async (id) => (await expectOk(admin().get(`/api/invoices/${id}`))).creditable),
  )
  return { next: await goods.next(job), held: goods.held(job), status, cost, margin, forms }
}

const isLeft = () =>
  server().services.tenants.read(server().accountid, (db) => listUnreckoned(db, 1).length > 0)

async function openAnew() {
  server().services.tenants.close(server().accountid)
  while (isLeft()) await new Promise((next) => setImmediate(next))
}

const orders: [string, Start?][] = [
  ['b2 n2'],
  ['i7 b2 n2'],
  ['i7 b2 c2 n2'],
  ['i7 b2 c2 n2', { fixedprice: true }],
  ['i4 d1 c1- b1'],
  ['d2 n2 b2'],
  ['i7 c3+ b2 n1'],
  ['i7 e1a b1 c1'],
  ['i7 x2+ n5 b1 n3', { noted: 0 }],
  ['i7 d2 c2+ n1'],
  ['i7 d1 b1 c1 c1-'],
  ['d1 i2 c2a n1 i3'],
]

test.each(
  [USED, MADE].flatMap((kind) => orders.map(([steps, start]) => [kind, steps, start ?? {}] as const)),
)('goods of an earlier program come out as in a file made new: %d, %s', async (kind, steps, start) => {
  const done = await goods.run(kind, steps, start)
  const asNew = await figures(done)
  await server().services.tenants.write(server().accountid, by, (tx) => forget(tx, done.job, kind))
  await openAnew()
  expect(await figures(done)).toEqual(asNew)
  expect(faults(done.job)).toEqual([])
})

test('goods whose item was counted since stay as they were', async () => {
  const done = await goods.run(USED, 'i7 b2 n2')
  await server().services.tenants.write(server().accountid, by, (tx) => forget(tx, done.job, USED))
  const { item } = done.job
  await expectOk(
    admin().post('/api/inventory/count', {
      inventoryid: item,
      counts: [{ storageid: null, counted: 13 }],
    }),
  )
  await openAnew()
  expect(goods.held(done.job)).toBe(13)
  expect((await goods.next(done.job)).quantity).toBe(0)
})
