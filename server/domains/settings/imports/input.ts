import type { Context } from '#server/http/context.ts'
import { choice, id, listQuery, object, t } from '#server/http/fields.ts'
import { type ColumnChoices, importFields } from '#server/import/index.ts'

export const ByList = t.Object({ list: id() })
export const ByStagedImport = t.Object({ list: id(), id: id() })

export const ImportsQuery = object({ skip: listQuery.skip, take: listQuery.take })
export const ImportPageQuery = object({ step: t.Optional(choice('columns')) })
export const TemplateQuery = object({ format: t.Optional(choice('csv', 'xlsx')) })

export const SheetChoice = object({ sheet: t.String({ maxLength: 200 }) })

/** `good`: without the rows that have problems. */
export const RunChoice = t.Optional(object({ rows: t.Optional(choice('all', 'good')) }))

export const importActor = ({ person }: Context) => ({ userid: person.userid, name: person.name })

/** Four controls for each field, by its name: `column-code`, `and-code`, `fallback-code`, `fraction-code`. */
export const ColumnsForm = t.Object(
  {
    key: t.Optional(t.String({ maxLength: 300 })),
    empty: t.Optional(t.String({ maxLength: 40 })),
    match: t.Optional(choice('update', 'skip')),
  },
  { additionalProperties: t.String({ maxLength: 300 }) },
)

type Body = Record<string, string | undefined>

export function choicesIn(list: string, body: Body): ColumnChoices {
  const fields = Object.fromEntries(
    importFields(list).map((field) => [
      field,
      {
        column: body[`column-${field}`] ?? '',
        and: body[`and-${field}`] ?? '',
        fallback: (body[`fallback-${field}`] ?? '').trim(),
        fraction: body[`fraction-${field}`] === 'true',
      },
    ]),
  )
  return { fields, key: body.key ?? '', empty: (body.empty ?? '').trim() }
}
