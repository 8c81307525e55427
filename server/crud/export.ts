import { rowIds, rowsByIds } from '#db/queries/crud.ts'
import type { TenantDb } from '#db/types.ts'
import type { ExportCell, ExportColumn } from '#server/export/cells.ts'
import { byIds, exportQuery, exportReply } from '#server/export/exported.ts'
import type { Context } from '#server/http/context.ts'
import { object, type TSchema } from '#server/http/fields.ts'
import { page, type Route } from '#server/http/route.ts'
import { readLabels } from '#server/resources.ts'
import type { FieldCell, ResourceField } from './field.ts'
import { chosenTab } from './list.tsx'
import { loadLinkedRecords, type ResourceQuery, storedValue, toListQuery } from './read.ts'
import type { Resource } from './resource.ts'
import { hiddenFields } from './seen-fields.ts'

export function exportRoute(r: Resource): Route {
  const asked: TSchema = object({ ...r.schemas.List.properties, ...exportQuery })
  return page(
    `GET ${r.path}/export`,
    { claim: r.claims.read, query: asked, summary: `A file of ${r.nouns}.` },
    (c) => {
      const { format, ...query } = c.query as ResourceQuery & { format?: 'csv' | 'xlsx' }
      const tab = chosenTab(r, query)
      const { title, ids } = c.read((db) => ({
        title: readLabels(db)[r.page] ?? r.nouns,
        ids: rowIds(
          db,
          r.reading,
          toListQuery(r, c, tab === undefined ? query : { ...query, [r.split!.by]: tab }),
        ),
      }))
      return exportedRecords(c, r, { format, title, ids })
    },
  )
}

type ExportedField = [name: string, field: ResourceField]
type Records = { format?: 'csv' | 'xlsx'; title: string; ids: readonly string[] }

/** @throws 403 without `records.export` */
export const exportedRecords = (
  c: Context,
  r: Resource,
  { format, title, ids }: Records,
): Promise<Response> =>
  exportReply(c, format, {
    title,
    columns: exportColumns(exportedFields(r, c)),
    batches: byIds(c, ids, (db, some) => rows(r, exportedFields(r, c), db, some)),
  })

function exportedFields(r: Resource, c: Context): ExportedField[] {
  const unseen = hiddenFields(r, c)
  return Object.entries(r.fields).filter(([name, field]) => !field.unexported && !unseen.includes(name))
}

const exportColumns = (fields: readonly ExportedField[]): ExportColumn[] => [
  ...fields.map(
    ([, { label, numeric }]): ExportColumn => ({ head: label, kind: numeric ? 'number' : 'text' }),
  ),
  { head: 'Archived' },
]

function rows(r: Resource, fields: readonly ExportedField[], db: TenantDb, ids: readonly string[]) {
  const readers = fields.map(([name, field]) => ({ name, read: cellReader(db, field) }))
  return loadLinkedRecords(r, db, rowsByIds(db, r.reading, ids)).map((found) => {
    // One for all cells of the row: a long list has hundreds of thousands of them.
    const at: FieldCell = { name: '', value: null, found }
    const row: ExportCell[] = []
    for (const { name, read } of readers) {
      at.name = name
      at.value = storedValue(found, name)
      row.push(read(at))
    }
    row.push(found.record.archived ? 'yes' : 'no')
    return row
  })
}

function cellReader(db: TenantDb, field: ResourceField): (at: FieldCell) => ExportCell {
  if (field.flag || field.options) return ({ value }) => (value === null ? null : field.format(value, db))
  return (at) => toCell(field.json(at))
}

function toCell(json: unknown): ExportCell {
  if (json === null || json === undefined) return null
  if (typeof json === 'number' || typeof json === 'string') return json
  if (Array.isArray(json)) return json.map(toCell).join(', ')
  const { name, reference } = json as { name?: unknown; reference?: unknown }
  return String(name ?? reference ?? '')
}
