import { listUndelivered } from '#db/queries/work/delivery-lines.ts'
import type { Tenants, Tx } from '#db/tenants.ts'
import { issueDocument } from '#server/documents/issue-document.ts'
import { print } from '#server/documents/print.ts'
import { planDelivery, storeDelivery } from '#server/domains/work/deliveries/issue-delivery.ts'
import { proveDelivery } from '#server/domains/work/deliveries/prove-delivery.ts'
import { returnGoods } from '#server/domains/work/deliveries/return-goods.ts'
import { addDelivery } from '#server/domains/work/deliveries/save-draft.ts'
import type { DeliverySnapshot } from '#server/domains/work/deliveries/snapshot.ts'
import { fileStore } from '#server/files.ts'
import { asQuantity } from '#server/money/decimal.ts'
import { findId, fullViewer } from './find.ts'
import { demoIssueContext } from './issue-context.ts'
import { demoDeliveries, demoSignature } from './workshop-data.ts'

/** Some goods are with their clients, some on their way, some about to leave. */
export async function fillDeliveries(tenants: Tenants, accountid: string, folder: string, clock: () => Date) {
  const by = { userid: null, name: 'Joblane' }
  const write = <T>(run: (tx: Tx) => T) => tenants.write(accountid, by, run)
  const files = fileStore(folder)
  const ids = await write(addDrafts)
  for (const [at, id] of ids.entries()) {
    const { receivedby, back } = demoDeliveries[at] ?? {}
    if (at === ids.length - 1) continue
    await issueDocument(
      demoIssueContext(tenants, accountid, clock, (data: DeliverySnapshot) =>
        print(files, { accountid, userid: '' }, { document: 'deliverynote', data }),
      ),
      (db, viewer, now) => planDelivery(db, viewer, id, now, {}),
      (tx, planned, bytes, viewer) => storeDelivery(tx, viewer, planned, bytes),
    )
    await write((tx) => {
      const viewer = fullViewer(tx.db)
      if (receivedby) proveDelivery(tx, viewer, id, { name: receivedby, signature: demoSignature })
      if (back) returnGoods(tx, viewer, id, { reason: back })
    })
  }
}

/** Half of what a client has still to get, one note for each of the first clients. */
function addDrafts(tx: Tx): string[] {
  const boardid = findId(tx.db, 'SELECT id FROM boards WHERE name = ?', 'Orders')
  const goods = listUndelivered(tx.db, { boardid, take: 500 })
  const parties = [...Map.groupBy(goods, ({ client, location }) => `${client} ${location}`).values()]
  return parties.slice(0, demoDeliveries.length).map((lines, at) => {
    const { waybill = '', carrier = '' } = demoDeliveries[at] ?? {}
    return addDelivery(tx, fullViewer(tx.db), {
      boardid,
      waybill,
      carrier,
      lines: lines.slice(0, 5).map(({ line }) => ({
        materialid: line.id,
        quantity: asQuantity(Math.ceil(line.estimated / 2_000_000) * 1_000_000),
      })),
    })
  })
}
