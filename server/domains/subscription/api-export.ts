import { coreFees } from '#db/queries/platform/fees.ts'
import { latestNotices } from '#db/queries/platform/payments.ts'
import { atOnce, exported, exportQuery } from '#server/export/exported.ts'
import { object } from '#server/http/fields.ts'
import { page, type Route } from '#server/http/route.ts'
import { toDecimal } from '#server/money/decimal.ts'
import { clockIn, zoneOf } from '#server/zone.ts'
import { outcomeOf } from '#views/subscription/notices.tsx'
import { CoreFeeList } from './input.ts'

const operator = { claim: 'platform.manage' } as const

/** The operator's price list, and what was reported of payments, as files. */
export const feesExport: Route[] = [
  page(
    'GET /backoffice/fees/export',
    { ...operator, query: object({ ...CoreFeeList.properties, ...exportQuery }) },
    (c) => {
      const { format, archived } = c.query
      const fees = c.platform.read((db) => coreFees(db, archived))
      return exported(c, format, {
        title: 'Fees',
        columns: [
          ...['Name', 'Code', 'Description', 'Kind', 'Counts'].map((head) => ({ head })),
          { head: 'Size', kind: 'number' },
          { head: 'Seats each', kind: 'number' },
          { head: 'A month', kind: 'money' },
          { head: 'Archived' },
        ],
        batches: atOnce(
          fees.map(({ name, code, description, primary, ...fee }) => [
            ...[name, code, description, primary ? 'Plan' : 'Add-on', fee.class],
            ...[fee.size, fee.quantity, toDecimal(fee.amount, 'cents'), fee.archived],
          ]),
        ),
      })
    },
  ),

  page('GET /backoffice/fees/notifications/export', { ...operator, query: object(exportQuery) }, (c) => {
    const zone = c.read(zoneOf)
    return exported(c, c.query.format, {
      title: 'Payment notifications',
      columns: [
        { head: 'Received', kind: 'time' },
        ...['Account', 'Payment', 'Reported', 'Outcome', 'Why', 'From'].map((head) => ({ head })),
      ],
      batches: atOnce(
        c.platform
          .read(latestNotices)
          .map(({ notice, accountname }) => [
            ...[clockIn(notice.receivedutc, zone), accountname, notice.reference, notice.status],
            ...[outcomeOf(notice.state), notice.reason, notice.address],
          ]),
      ),
    })
  }),
]
