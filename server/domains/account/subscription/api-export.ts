import { coreFees } from '#db/queries/platform/fees.ts'
import { listAccountPayments, listLatestNotices } from '#db/queries/platform/payments.ts'
import { requireBilledAccount } from '#server/domains/account/fees/present.ts'
import { exportQuery, exportReply, singleBatch } from '#server/export/exported.ts'
import type { Context } from '#server/http/context.ts'
import { ById, object } from '#server/http/fields.ts'
import { page, type Route } from '#server/http/route.ts'
import { toDecimal } from '#server/money/decimal.ts'
import { clockIn, readZone } from '#server/zone.ts'
import { notificationStateLabel } from '#views/account/subscription/payment-notifications.tsx'
import { CoreFeeList } from './input.ts'

export const paymentsExport: Route[] = [
  page(
    'GET /subscription/payments/export',
    { summary: 'A file of the account’s payments.', claim: 'account.manage', query: object(exportQuery) },
    (c) => paymentsFile(c, c.person.accountid, c.query.format),
  ),

  page(
    'GET /backoffice/accounts/:id/payments/export',
    {
      summary: 'A file of an account’s payments.',
      claim: 'platform.manage',
      params: ById,
      query: object(exportQuery),
    },
    (c) => paymentsFile(c, c.platform.read((db) => requireBilledAccount(db, c.params.id)).id, c.query.format),
  ),
]

/** One payment a month: more than a hundred years of them. */
const ALL_PAYMENTS = 2_000

function paymentsFile(c: Context, accountid: string, format?: 'csv' | 'xlsx') {
  const zone = c.read(readZone)
  const clock = (instant: string | null) => instant && clockIn(instant, zone)
  const payments = c.platform.read((db) => listAccountPayments(db, accountid, ALL_PAYMENTS))
  return exportReply(c, format, {
    title: 'Payments',
    columns: [
      { head: 'Received', kind: 'time' },
      { head: 'Reference' },
      { head: 'Receipt', kind: 'number' },
      { head: 'Amount', kind: 'money' },
      { head: 'Paid until', kind: 'time' },
      { head: 'Refunded', kind: 'time' },
      { head: 'Credit note', kind: 'number' },
      { head: 'Reason' },
    ],
    batches: singleBatch(
      payments.map(({ receivedutc, reference, number, amount, renewed, ...payment }) => [
        ...[clock(receivedutc), reference, number, toDecimal(amount, 'cents'), clock(renewed)],
        ...[clock(payment.reversedutc), payment.creditnumber, payment.reason],
      ]),
    ),
  })
}

const operator = { claim: 'platform.manage' } as const

export const feesExport: Route[] = [
  page(
    'GET /backoffice/fees/export',
    {
      summary: 'A file of the price list.',
      ...operator,
      query: object({ ...CoreFeeList.properties, ...exportQuery }),
    },
    (c) => {
      const { format, archived } = c.query
      const fees = c.platform.read((db) => coreFees(db, archived))
      return exportReply(c, format, {
        title: 'Fees',
        columns: [
          ...['Name', 'Code', 'Description', 'Kind', 'Counts'].map((head) => ({ head })),
          { head: 'Size', kind: 'number' },
          { head: 'Seats each', kind: 'number' },
          { head: 'A month', kind: 'money' },
          { head: 'Archived' },
        ],
        batches: singleBatch(
          fees.map(({ name, code, description, primary, ...fee }) => [
            ...[name, code, description, primary ? 'Plan' : 'Add-on', fee.class],
            ...[fee.size, fee.quantity, toDecimal(fee.amount, 'cents'), fee.archived],
          ]),
        ),
      })
    },
  ),

  page(
    'GET /backoffice/fees/notifications/export',
    { summary: 'A file of what the payment provider has reported.', ...operator, query: object(exportQuery) },
    (c) => {
      const zone = c.read(readZone)
      return exportReply(c, c.query.format, {
        title: 'Payment notifications',
        columns: [
          { head: 'Received', kind: 'time' },
          ...['Account', 'Payment', 'Reported', 'Outcome', 'Why', 'From'].map((head) => ({ head })),
        ],
        batches: singleBatch(
          c.platform
            .read(listLatestNotices)
            .map(({ notice, accountname }) => [
              ...[clockIn(notice.receivedutc, zone), accountname, notice.reference, notice.status],
              ...[notificationStateLabel(notice.state), notice.reason, notice.address],
            ]),
        ),
      })
    },
  ),
]
