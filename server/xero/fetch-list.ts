import type { XeroCall, XeroJson, XeroRound } from './client.ts'
import { XeroDown } from './problems.ts'

/** As many as Xero gives at once. */
const PAGE = 1_000
const MOST_PAGES = 300

type ListName = 'Contacts' | 'Items' | 'Accounts' | 'TaxRates'
/** Only these come in pages. */
type PagedName = 'Contacts' | 'Invoices' | 'CreditNotes' | 'Payments'

/**
 * Part by part, so that others have their turn between.
 * @throws XeroDown where a part is missing: half a list is none
 */
export async function* fetchXeroList(
  { call }: Pick<XeroRound, 'call'>,
  name: ListName,
): AsyncGenerator<XeroJson[]> {
  if (name !== 'Contacts') {
    yield rowsOf(await call({ path: `/${name}`, query: unitsOf(name) }), name)
    return
  }
  yield* fetchXeroPages(call, name, { size: PAGE })
}

type Asked = { size: number; query?: Record<string, string | number>; since?: string }

/** Page by page. @throws XeroDown where a part is missing: half a list is none */
export async function* fetchXeroPages(
  call: (call: XeroCall) => Promise<XeroJson>,
  name: PagedName,
  { size, query, since }: Asked,
): AsyncGenerator<XeroJson[]> {
  let came = 0
  for (let page = 1; page <= MOST_PAGES; page++) {
    const json = await call({ path: `/${name}`, query: { ...query, page, pageSize: size }, since })
    const rows = rowsOf(json, name)
    came += rows.length
    yield rows
    const { itemCount, pageCount } = (json.pagination ?? {}) as Record<string, number | undefined>
    if (rows.length > 0 && (pageCount === undefined || page < pageCount)) continue
    if (itemCount !== undefined && came < itemCount) break
    return
  }
  throw brokenOff()
}

export async function fetchWholeList(round: Pick<XeroRound, 'call'>, name: ListName): Promise<XeroJson[]> {
  const rows: XeroJson[] = []
  for await (const part of fetchXeroList(round, name)) rows.push(...part)
  return rows
}

const unitsOf = (name: string): Record<string, number> => (name === 'Items' ? { unitdp: 4 } : {})

function rowsOf(json: XeroJson, name: string): XeroJson[] {
  const rows = json[name]
  if (!Array.isArray(rows)) throw brokenOff()
  return rows.filter((row) => typeof row === 'object' && row !== null)
}

const brokenOff = () =>
  new XeroDown('Xero sent only a part of the list, which was left aside. Please try again.')
