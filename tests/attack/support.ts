import type { Route } from '#server/http/route.ts'
import type { SentinelValues } from '#tests/support/sentinels.ts'

export type Schema = {
  type?: string
  pattern?: string
  const?: unknown
  anyOf?: Schema[]
  additionalProperties?: unknown
  required?: string[]
  properties?: Record<string, Schema>
  items?: Schema
}

export const routeLabel = ({ method, path }: Pick<Route, 'method' | 'path'>) => `${method} ${path}`

/** Words of addresses whose records stand in a table of another name. */
const nouns: Record<string, string> = {
  lc: 'locations',
  render: 'jobs',
  list: 'equipment',
  ledger: 'stock_ledger',
  requests: 'joinrequests',
  receipts: 'payments',
  memberships: 'accounts',
  accounts: 'accounts',
  backoffice: 'accounts',
  account: 'accounts',
  fees: 'corefees',
  keys: 'apikeys',
  notes: 'accountnotes',
  pricing: 'pricinggroups',
  groups: 'pricinggroups',
  invoice: 'invoices',
  delivery: 'deliveries',
  purchase: 'purchaseorders',
  stockcounts: 'stock_sheets',
  counts: 'stock_sheets',
  contact: 'suppliercontacts',
  import: 'imports',
}
const named: Record<string, string> = {
  contact: 'suppliercontacts',
  field: 'categoryfields',
  step: 'steps',
  session: 'sessions',
  key: 'apikeys',
  client: 'clients',
  inventory: 'inventory',
  item: 'inventory',
  inventoryId: 'inventory',
  equipmentId: 'equipment',
  paymentid: 'client_payments',
  receiptid: 'purchase_receipts',
  returnid: 'purchase_returns',
  supplierpaymentid: 'supplier_payments',
  supplierid: 'suppliers',
  userid: 'users',
}

/** One of the words that a parameter may be, where it is no id. */
const choices: Record<string, string> = {
  jobs: 'jobs',
  board: 'sentinel-board',
  list: 'clients',
  seq: '1',
  type: '0',
  kind: 'estimate',
  path: '/clients',
  startdate: '2026-11-01',
}

/** The address of a route with the id of a filled row in each place, of the noun before it where one is known. */
export function addressOf({ path, schemas }: Pick<Route, 'path' | 'schemas'>, ids: SentinelValues): string {
  const parts = path.split('/')
  const params = (schemas.params as Schema | undefined)?.properties ?? {}
  const query = schemas.query as Schema | undefined
  const asked = (query?.required ?? []).map(
    (name) => `${name}=${wordsOf(query?.properties?.[name])[0] ?? choices[name] ?? 0}`,
  )
  const address = parts
    .map((part, place) => {
      if (!part.startsWith(':')) return part
      const name = part.slice(1)
      const [word] = wordsOf(params[name])
      if (word !== undefined) return word
      if (name in choices) return choices[name]
      const before = parts.slice(0, place).toReversed()
      const table =
        tableOf(name, ids) ?? before.map((one) => tableOf(one, ids)).find((one) => one !== undefined)
      return ids[table ?? 'jobs']
    })
    .join('/')
  return asked.length > 0 ? `${address}?${asked.join('&')}` : address
}

const tableOf = (word: string, ids: SentinelValues): string | undefined =>
  [named[word], nouns[word], word, `${word}s`].find((one) => one !== undefined && one in ids)

const wordsOf = (schema: Schema | undefined): string[] =>
  (schema?.anyOf ?? []).flatMap((one) => (typeof one.const === 'string' ? [one.const] : []))

/** The fields of a body, also of one that may be left out. */
export const propertiesOf = (schema: Schema | undefined): Record<string, Schema> =>
  schema?.properties ??
  schema?.items?.properties ??
  schema?.anyOf?.find((one) => one.properties)?.properties ??
  {}

/** The table of the record that a field of a body names. */
export const tableOfField = (name: string, ids: SentinelValues): string | undefined =>
  [name, `${name}s`, `${name.replace(/id$/, '')}s`, name.replace(/id$/, ''), name.replace(/y$/, 'ies')].find(
    (one) => one in ids,
  )

/** A body as somebody might send it: what names a record names one that is there, the rest is of its type. */
export function sampleBody(schema: Schema | undefined, ids: SentinelValues): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(propertiesOf(schema))
      .filter(([name]) => name !== 'id' && name !== 'version')
      .map(([name, part]) => {
        const table = tableOfField(name, ids)
        if (table) return [name, ids[table]]
        if (part.type === 'array') return [name, part.items?.properties ? [sampleBody(part.items, ids)] : []]
        return [
          name,
          part.properties ? sampleBody(part, ids) : (wordsOf(part)[0] ?? (part.type === 'string' ? name : 1)),
        ]
      }),
  )
}

/** Sends a request as a browser does, with the cookie that it keeps. */
export const browserRequest = (url: string, cookie: string, method = 'GET', headers = {}, body?: BodyInit) =>
  fetch(url, {
    method,
    redirect: 'manual',
    headers: { cookie, accept: 'text/html', ...headers },
    ...(body === undefined ? {} : { body }),
  })
