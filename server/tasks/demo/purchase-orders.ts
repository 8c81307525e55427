import { listOrderLines } from '#db/queries/purchasing/order-lines.ts'
import { prepared } from '#db/sqlite.ts'
import type { Tenants, Tx } from '#db/tenants.ts'
import { daysAfter } from '#server/dates.ts'
import { issueDocument } from '#server/documents/issue-document.ts'
import { print } from '#server/documents/print.ts'
import { cancelOrder, closeShort } from '#server/domains/purchasing/orders/close-order.ts'
import { receiveGoods } from '#server/domains/purchasing/orders/receive-goods.ts'
import { addOrder } from '#server/domains/purchasing/orders/save-draft.ts'
import { planOrder, storeOrder } from '#server/domains/purchasing/orders/send-order.ts'
import type { OrderSnapshot } from '#server/domains/purchasing/orders/snapshot.ts'
import { fileStore } from '#server/files.ts'
import { asQuantity } from '#server/money/decimal.ts'
import { readToday } from '#server/zone.ts'
import { fullViewer } from './find.ts'
import { demoIssueContext } from './issue-context.ts'

/** How far each order of the demo has come: the last ones are drafts. */
const orders = ['received', 'part', 'sent', 'late', 'closed', 'cancelled', 'draft'] as const

/** Some goods came, some are on their way, some should have come. */
export async function fillPurchaseOrders(
  tenants: Tenants,
  accountid: string,
  folder: string,
  clock: () => Date,
) {
  const by = { userid: null, name: 'Joblane' }
  const write = <T>(run: (tx: Tx) => T) => tenants.write(accountid, by, run)
  const files = fileStore(folder)
  const ids = await write(addOrders)
  for (const [at, id] of ids.entries()) {
    const kind = orders[at]
    if (kind === 'draft') continue
    await issueDocument(
      demoIssueContext(tenants, accountid, clock, (data: OrderSnapshot) =>
        print(files, { accountid, userid: '' }, { document: 'purchaseorder', data }),
      ),
      (db, viewer, now) => planOrder(db, viewer, id, now, {}),
      (tx, planned, bytes, viewer) => storeOrder(tx, viewer, planned, {}, bytes),
    )
    if (kind === 'sent' || kind === 'late') continue
    if (kind === 'cancelled') {
      await write((tx) => cancelOrder(tx, fullViewer(tx.db), id))
      continue
    }
    await write((tx) => {
      const lines = listOrderLines(tx.db, id)
      const came = kind === 'received' ? lines : lines.slice(0, 1)
      receiveGoods(tx, id, {
        reference: `DN ${2040 + at}`,
        lines: came.map((line) => ({ lineid: line.id, quantity: asQuantity(line.quantity) })),
      })
      if (kind === 'closed') closeShort(tx, fullViewer(tx.db), id, {})
    })
  }
}

type Bought = { id: string; supplier: string }

/** Each of a supplier, of the first of its items. */
function addOrders(tx: Tx): string[] {
  const items = prepared<Bought>(
    tx.db,
    `SELECT i.id, i.supplier FROM inventory i JOIN suppliers s ON s.id = i.supplier
     WHERE i.archived = 0 ORDER BY s.name, i.code`,
  ).all([])
  const bought = [...Map.groupBy(items, ({ supplier }) => supplier)].filter(([, own]) => own.length > 1)
  const today = readToday(tx.db)
  return bought.slice(0, orders.length).map(([supplier, own], at) =>
    addOrder(tx, fullViewer(tx.db), {
      supplier,
      required: daysAfter(today, orders[at] === 'late' ? -4 : 7 + at),
      expected: orders[at] === 'sent' ? daysAfter(today, 10) : null,
      reference: `Quote ${2200 + at}`,
      lines: own.slice(0, 4).map(({ id }, line) => ({
        inventoryid: id,
        quantity: asQuantity((line + 1) * 12_000_000),
      })),
    }),
  )
}
