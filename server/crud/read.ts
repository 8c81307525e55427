import { type CrudListQuery, type CrudRow, listRows, rowById, rowByKey } from '#db/queries/crud.ts'
import type { Counted, ListQuery } from '#db/queries/lists.ts'
import type { TenantDb } from '#db/types.ts'
import type { ClaimHolder } from '#server/access/claims.ts'
import { notFound } from '#server/errors.ts'
import type { FoundRecord, ResourceField } from './field.ts'
import { filterNames, type Resource } from './resource.ts'
import { checkListed, hiddenFields } from './seen-fields.ts'

export type ResourceQuery = ListQuery & Record<string, unknown>

export function listResources(
  r: Resource,
  c: ClaimHolder,
  db: TenantDb,
  query: ResourceQuery,
): Counted & { found: FoundRecord[] } {
  const { rows, ...counted } = listRows(db, r.reading, toListQuery(r, c, query))
  return { found: loadLinkedRecords(r, db, rows), ...counted }
}

export function toListQuery(r: Resource, c: ClaimHolder, query: ResourceQuery): CrudListQuery {
  checkListed(r, c, query)
  const equal = Object.fromEntries(
    filterNames(r).flatMap((name) => (hasValue(query[name]) ? [[name, query[name]]] : [])),
  )
  return { ...query, equal, searched: r.search, sort: query.sort ?? r.sort }
}

const hasValue = (value: unknown) => value !== undefined && value !== null && value !== ''

export function readResource(r: Resource, db: TenantDb, id: string): FoundRecord {
  const row = rowById(db, r.reading, id)
  if (!row) throw notFound(r.noun)
  return loadLinkedRecords(r, db, [row])[0] as FoundRecord
}

export function readByKey(r: Resource, db: TenantDb, key: string): FoundRecord {
  const row = rowById(db, r.reading, key) ?? (r.keys && rowByKey(db, r.reading, r.keys, key))
  if (!row) throw notFound(r.noun)
  return loadLinkedRecords(r, db, [row])[0] as FoundRecord
}

export function loadLinkedRecords(r: Resource, db: TenantDb, rows: CrudRow[]): FoundRecord[] {
  const ids = rows.map(({ record }) => record.id)
  const linked = Object.entries(r.fields).flatMap(([name, { linked }]) =>
    linked ? [[name, linked.read(db, ids)] as const] : [],
  )
  return rows.map((row) => ({
    ...row,
    linked: Object.fromEntries(linked.map(([name, values]) => [name, values.get(row.record.id)])),
  }))
}

export const storedValue = ({ record, linked }: FoundRecord, name: string): unknown =>
  name in linked ? linked[name] : record[name]

const redactedJson = ({ seenby, redacted }: ResourceField, json: unknown, { can }: ClaimHolder) =>
  redacted && !seenby?.some(can) ? redacted(json) : json

export const presentResource = (r: Resource, found: FoundRecord, c: ClaimHolder): PresentedRecord =>
  presentResources(r, [found], c)[0] as PresentedRecord

type PresentedRecord = Record<string, unknown> & { id: string; version: number }

/** What is the same for each of a long list is looked up once. */
export function presentResources(r: Resource, found: FoundRecord[], c: ClaimHolder): PresentedRecord[] {
  const unseen = hiddenFields(r, c)
  const fields = Object.entries(r.fields)
  return found.map((one) => {
    const presented: PresentedRecord = { ...one.record }
    for (const [name, field] of fields) {
      presented[name] = unseen.includes(name)
        ? undefined
        : redactedJson(field, field.json({ name, value: storedValue(one, name), found: one }), c)
    }
    return presented
  })
}
