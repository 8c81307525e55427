import { getTableColumns } from 'drizzle-orm'
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core'
import { type TSchema, t } from '#server/http/fields.ts'
import type { ResourceField } from './field.ts'
import type { ResourceLiteral } from './literal.ts'

/** For what fields answer: rules know no schemas of requests. */
export const replyParts = { flag: t.Boolean(), text: t.String(), object: t.Object }

export const orNull = (schema: TSchema) => t.Union([schema, t.Null()])
export const Named = t.Object({ id: t.String(), name: t.String() })

/** What `presentResource` makes of a record: its columns, over which its fields stand. */
export function replySchema({ table, fields }: ResourceLiteral): TSchema {
  const columns = getTableColumns(table) as Record<string, SQLiteColumn>
  const shown = Object.entries(fields).map(([name, field]) => {
    const schema = fieldSchema(field, columns[name])
    return [name, field.seenby && !field.redacted ? t.Optional(schema) : schema]
  })
  const stored = Object.entries(columns).map(([name, column]) => [name, columnSchema(column)])
  return t.Object({ ...Object.fromEntries(stored), ...Object.fromEntries(shown) })
}

function fieldSchema({ reply, table, shows = [] }: ResourceField, column: SQLiteColumn | undefined): TSchema {
  if (reply) return reply
  if (!table) return column ? columnSchema(column) : t.Unknown()
  const columns = getTableColumns(table) as Record<string, SQLiteColumn>
  const beside = shows.flatMap((name) => (columns[name] ? [[name, columnSchema(columns[name])]] : []))
  return orNull(t.Object({ ...Named.properties, ...Object.fromEntries(beside) }))
}

function columnSchema({ dataType, notNull }: SQLiteColumn): TSchema {
  const schema =
    dataType === 'number'
      ? t.Number()
      : dataType === 'boolean'
        ? t.Boolean()
        : dataType === 'string'
          ? t.String()
          : t.Unknown()
  return notNull ? schema : orNull(schema)
}
