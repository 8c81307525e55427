import { changeXeroConnection, listUncheckedXero, xeroConnection } from '#db/queries/platform/xero.ts'
import { markDiverged } from '#db/queries/settings/xero.ts'
import { SYSTEM } from '#db/types.ts'
import { findServing } from '#server/cells/cell.ts'
import { latestNextTime } from '#server/clock-jump.ts'
import { addMs, HOUR_MS, MINUTE_MS } from '#server/instants.ts'
import { logFailure } from '#server/log.ts'
import type { Services } from '#server/services.ts'
import { callXero, type XeroJson } from '#server/xero/client.ts'
import { readXero } from '#server/xero/settings.ts'
import { readRows } from './send-context.ts'

const PAGE = 1_000
/** Clocks differ, and what changed while it was asked is asked for again. */
const OVERLAP_MS = 10 * MINUTE_MS
const STEP = 5
/** The last one that was asked about: an account of which it fails each time holds up no other. */
const reached = new WeakMap<Services['platform'], string>()

const lists = { Invoices: 'InvoiceID', CreditNotes: 'CreditNoteID', Payments: 'PaymentID' } as const
const words = { VOIDED: 'It was voided in Xero.', DELETED: 'It was deleted in Xero.' } as const

/** Once an hour, of a few accounts at a time: what was voided or deleted there is no longer sent. */
export async function checkXeroChanges(services: Services) {
  if (!readXero(services.config)) return
  const { platform, clock, cell } = services
  const now = clock()
  const asked = {
    before: addMs(now, -HOUR_MS),
    latest: latestNextTime(now),
    after: reached.get(platform) ?? '',
    most: STEP,
  }
  const due = platform.read((db) => listUncheckedXero(db, { ...asked, ...findServing(cell) }))
  reached.set(platform, due.length < STEP ? '' : (due.at(-1) ?? ''))
  for (const accountid of due)
    await findDiverged(services, accountid).catch((error) => logFailure('what changed in Xero', error))
}

type Asked = Pick<NonNullable<ReturnType<typeof xeroConnection>>, 'checkedutc' | 'connectedutc'>

/** After a clock that was ahead nobody knows since when: all that was changed since it was connected. */
const askedSince = (known: Asked | null, now: string) =>
  [known?.checkedutc, known?.connectedutc].find((utc) => utc && utc <= now) ?? now

/** Returns how many. @throws as `callXero` */
export async function findDiverged(services: Services, accountid: string): Promise<number> {
  const now = services.clock().toISOString()
  const since = services.platform.read((db) => askedSince(xeroConnection(db, accountid), now))
  let found = 0
  for (const [list, id] of Object.entries(lists) as [keyof typeof lists, string][])
    for await (const rows of changedSince(services, accountid, list, addMs(since, -OVERLAP_MS)))
      for (const status of ['VOIDED', 'DELETED'] as const) {
        const ids = rows.filter(({ Status }) => Status === status).map((row) => String(row[id]))
        if (ids.length === 0) continue
        found += await services.tenants.write(accountid, SYSTEM, (tx) => {
          const marked = markDiverged(tx.db, ids, words[status], tx.now)
          if (marked > 0) tx.publish('RecordChanged', [{ table: 'xero' }])
          return marked
        })
      }
  await services.platform.write((tx) => changeXeroConnection(tx.db, accountid, { checkedutc: now }))
  return found
}

async function* changedSince(
  services: Services,
  accountid: string,
  list: keyof typeof lists,
  since: string,
): AsyncGenerator<XeroJson[]> {
  for (let page = 1; ; page++) {
    const json = await callXero(services, accountid, {
      path: `/${list}`,
      query: { page, pageSize: PAGE },
      since,
    })
    const rows = readRows(json, list)
    yield rows
    if (rows.length < PAGE) return
  }
}
