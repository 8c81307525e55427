import { getTableName } from 'drizzle-orm'
import { type CrudQuery, createReading, tableColumn } from '#db/queries/crud.ts'
import { flag, listQuery, object, reference, type TSchema, t, version } from '#server/http/fields.ts'
import type { ResourceField } from './field.ts'
import type { ListAction, ResourceLiteral } from './literal.ts'
import { replySchema } from './reply-schema.ts'

export type Resource = ResourceLiteral & {
  name: string
  reading: CrudQuery
  api: `/api/${string}`
  schemas: Record<'New' | 'Change' | 'List' | 'NewForm' | 'ChangeForm' | 'Reply', TSchema>
}

/** @throws at start when a field is neither a column nor kept beside the table. */
export function resource(literal: ResourceLiteral): Resource {
  const { table, fields } = literal
  for (const [name, field] of Object.entries(fields))
    if (field.schema && !field.linked) tableColumn(table, name)
  const references = Object.entries(fields).flatMap(([name, { table: to, shows }]) =>
    to ? [[name, { table: to, shows }] as const] : [],
  )
  const name = getTableName(table)
  return {
    ...literal,
    name,
    api: `/api/${name}`,
    reading: createReading(table, Object.fromEntries(references)),
    schemas: {
      New: object({ id: t.Optional(reference()), ...each(literal, asNew) }),
      Change: object({ ...each(literal, asChange), archived: t.Optional(flag()), version: version() }),
      List: object({ ...listQuery, ...filters(literal) }),
      NewForm: object({ ...each(literal, asNew), ...forms(literal) }),
      Reply: replySchema(literal),
      ChangeForm: object({ ...each(literal, asChange), ...forms(literal), version: version() }),
    },
  }
}

type Each = (field: ResourceField) => TSchema | undefined
const asNew: Each = ({ schema, required }) => schema && (required ? schema : t.Optional(schema))
const asChange: Each = ({ schema }) => schema && t.Optional(schema)

const each = ({ fields }: ResourceLiteral, as: Each) =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([name, field]) => {
      const schema = as(field)
      return schema ? [[name, schema] as const] : []
    }),
  )

const forms = ({ fields }: ResourceLiteral) =>
  Object.assign({}, ...Object.values(fields).map(({ form }) => form?.schema ?? {})) as Record<string, TSchema>

export const filterNames = ({ filters: named = [], split }: ResourceLiteral): string[] => [
  ...new Set([...named, ...(split ? [split.by] : [])]),
]

// An empty value in an address means that the filter is not set.
const filters = (literal: ResourceLiteral) =>
  Object.fromEntries(
    filterNames(literal).map((name) => {
      const schema: TSchema = literal.fields[name]?.schema ?? t.String()
      return [
        name,
        t.Optional(t.Union([t.Literal(''), schema], { error: schema.error ?? 'is not the id of a record' })),
      ]
    }),
  )

const isOfRecord = ({ href }: ListAction) => href.includes(':id')

export const pageLinks = ({ actions = [] }: Resource) => actions.filter((action) => !isOfRecord(action))

export const recordLinks = ({ actions = [] }: Resource, id: string) =>
  actions.filter(isOfRecord).map((action) => ({ ...action, href: action.href.replace(':id', id) }))
