import { listOrphans } from '#db/queries/platform/backoffice.ts'
import type { ExportColumn } from '#server/export/cells.ts'
import { byPages, exportQuery, exportReply } from '#server/export/exported.ts'
import type { Context } from '#server/http/context.ts'
import { object } from '#server/http/fields.ts'
import { page, type Route } from '#server/http/route.ts'
import { clockIn, readZone } from '#server/zone.ts'
import { accountStateLabel } from '#views/platform/backoffice/accounts.tsx'
import { AccountList } from './input.ts'
import { listBackofficeAccounts } from './manage-accounts.ts'

const text = (head: string): ExportColumn => ({ head })
const number = (head: string): ExportColumn => ({ head, kind: 'number' })
const time = (head: string): ExportColumn => ({ head, kind: 'time' })

const accountColumns = [
  ...['Name', 'Reference', 'E-mail', 'Phone', 'State'].map(text),
  ...['Size', 'Seats', 'Seats paid'].map(number),
  ...['Expires', 'Last active', 'Created'].map(time),
  ...['Data in bytes', 'Files', 'Files in bytes'].map(number),
  text('Archived'),
]
const orphanColumns = [
  ...['First name', 'Last name', 'E-mail', 'Phone'].map(text),
  ...['Confirmed', 'Registered'].map(time),
]

export const accountsExport: Route = page(
  'GET /backoffice/export',
  {
    summary: 'A file of accounts.',
    claim: 'platform.manage',
    query: object({ ...AccountList.properties, ...exportQuery }),
  },
  (c) => {
    const { format, tab, ...query } = c.query
    const zone = c.read(readZone)
    const clock = (instant: string | null) => instant && clockIn(instant, zone)
    if (tab === 'orphans')
      return exportReply(c, format, {
        title: 'People without an account',
        columns: orphanColumns,
        batches: byPages(
          c,
          (_db, part) => c.platform.read((db) => listOrphans(db, { ...query, ...part }).rows),
          ({ id }) => id,
          ({ firstname, lastname, email, phone, confirmedutc, createdutc }) => [
            ...[firstname, lastname, email, phone, clock(confirmedutc), clock(createdutc)],
          ],
        ),
      })
    const now = c.now().toISOString()
    return exportReply(c, format, {
      title: 'Accounts',
      columns: accountColumns,
      batches: byPages(
        c,
        (_db, part) => listBackofficeAccounts(c as Context, { ...query, ...part }).rows,
        ({ id }) => id,
        (account) => [
          ...[account.name, account.reference, account.primaryemail, account.primaryphone],
          ...[accountStateLabel(account, now).label, account.size, account.seats, account.seatspaid],
          ...[account.utcexpires, account.lastseenutc, account.createdutc].map(clock),
          ...[account.dbbytes, account.files, account.filebytes, account.archived],
        ],
      ),
    })
  },
)
