import { expectOk } from '#tests/support/answers.ts'
import type { TestServer } from '#tests/support/server.ts'
import { unnarrowed } from '#views/reporting/reports/narrowings.ts'

/** All that an account ever did. */
export const ever = { start: '1990-01-01', end: '2099-12-31', ...unnarrowed }

/** Two receipts of an item at 40 and at 50; what suppliers charged for cutting, less a credit note; and a draft. */
export async function fillPurchases(server: TestServer) {
  const { admin } = server.people
  const add = async (path: string, body: object) =>
    (await expectOk(admin.post(`/api/${path}`, body))).id as string
  const item = await add('inventory', {
    code: 'PLATE',
    materialname: 'Plate',
    baseunit: 'kg',
    inventoryclass: 2,
  })
  const steel = await add('suppliers', { name: 'Steel & Co' })
  for (const rate of [40, 50]) {
    const order = await add('purchaseorders', {
      supplier: steel,
      lines: [{ inventoryid: item, quantity: 3, rate }],
    })
    const sent = await expectOk(admin.patch(`/api/purchaseorders/${order}`, { status: 'sent' }))
    const lines = [{ lineid: sent.lines[0].id, quantity: 3 }]
    await expectOk(admin.post(`/api/purchaseorders/${order}/receipts`, { lines }))
  }
  const charge = async (number: string, supplier: string, rate: number, kind = 'invoice') => {
    const lines = [{ description: 'Cutting', quantity: 2, rate }]
    return add('supplierinvoices', {
      kind,
      supplier,
      number,
      lines,
    })
  }
  const approve = async (id: string) =>
    expectOk(admin.patch(`/api/supplierinvoices/${id}`, { status: 'approved' }))
  await approve(await charge('S 1', steel, 100))
  await approve(await charge('T 1', await add('suppliers', { name: 'Timber' }), 10))
  await approve(await charge('S 2', steel, 25, 'creditnote'))
  await charge('S 3', steel, 999)
  return { steel }
}
