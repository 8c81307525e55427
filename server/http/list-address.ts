import { Value } from '@sinclair/typebox/value'
import type { TenantDb } from '#db/types.ts'
import type { Person } from '#server/access/person.ts'
import { type ListAddress, openListAddress } from '#server/list-views/open-list-view.ts'
import { resolveRelativeDate } from '#server/list-views/relative-dates.ts'
import { resolveMe } from '#server/list-views/resolve-me.ts'
import type { Services } from '#server/services.ts'
import { readToday } from '#server/zone.ts'
import { isDateSchema, type TSchema } from './fields.ts'

const opened = new WeakMap<Request, ListAddress>()

export const listAddress = (request: Request): ListAddress | undefined => opened.get(request)

/** As the list's own links have it: with all that a view says. */
export function effectiveUrl(request: Request): URL {
  const url = new URL(request.url)
  const address = opened.get(request)
  if (address) url.search = address.search.toString()
  return url
}

const OUTSIDE_SCHEMAS = ['view', 'fromview', 'columns']

/** @throws on a query whose field a list view would take */
export function refuseViewNames(path: string, schema: TSchema | undefined) {
  const taken = OUTSIDE_SCHEMAS.find((name) => name in (schema?.properties ?? {}))
  if (taken) throw new Error(`${path} takes ${taken}, which names the view of a list.`)
}

type Query = Record<string, unknown>

/** A list and its file are asked alike: what is seen is what goes out. */
const listOfPath = (path: string) => path.replace(/\/export$/, '')

/** The query of a page with what its view says, its words for dates and for oneself in values. */
export function openList(
  services: Services,
  request: Request,
  given: unknown,
  person: Person,
  { path, schema }: { path: string; schema?: TSchema },
): Query {
  const query = (given ?? {}) as Query
  return services.tenants.read(person.accountid, (db) => {
    const resolve = (values: Query) => resolveWords(db, person, values, schema)
    const takes = (search: URLSearchParams) =>
      !schema || Value.Check(schema, resolve(withoutView(Object.fromEntries(search))))
    const asked = new URL(request.url).searchParams
    const address = openListAddress(db, person, listOfPath(path), asked, takes)
    opened.set(request, address)
    const isWhole = address.search === asked
    return resolve(withoutView(isWhole ? query : Object.fromEntries(address.search)))
  })
}

const withoutView = (values: Query): Query =>
  Object.fromEntries(Object.entries(values).filter(([name]) => !OUTSIDE_SCHEMAS.includes(name)))

function resolveWords(db: TenantDb, person: Person, values: Query, schema: TSchema | undefined): Query {
  const properties = (schema?.properties ?? {}) as Record<string, TSchema>
  const resolved = { ...values }
  if ('assignee' in properties && resolved.assignee === 'me')
    resolved.assignee = resolveMe(db, person.userid, 'me')
  for (const [name, value] of Object.entries(values))
    if (typeof value === 'string' && isDateSchema(properties[name]))
      resolved[name] = resolveRelativeDate(value, readToday(db)) ?? value
  return resolved
}
