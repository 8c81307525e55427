import type { SQL } from 'drizzle-orm'
import { type CrudRow, type CrudTable, createReading, listRows, type Reading } from '#db/queries/crud.ts'
import type { Claim } from '#server/access/claims.ts'
import { object, t, text } from '#server/http/fields.ts'
import { fragment, redirect } from '#server/http/reply.ts'
import { page, type Route } from '#server/http/route.ts'
import { withQuery } from '#views/ui/links.ts'
import { PickerOptions } from '#views/ui/picker.tsx'

const SHOWN = 20

type LookUp = {
  noun: string
  name: string
  path: string
  claim: Claim
  reading: Reading
  search: readonly string[]
  matches?: (search: string) => SQL
  sort: string
}

export const lookupRoute = ({
  noun,
  name,
  path,
  claim,
  reading: from,
  search: searched,
  matches,
  sort,
}: LookUp): Route =>
  page(
    `GET /lookup/${name}`,
    { claim, query: object({ search: t.Optional(text(200)) }), summary: `Finds by what is typed: ${noun}.` },
    (c) =>
      c.read((db) => {
        const { rows, total } = listRows(db, from, {
          search: c.query.search,
          searched,
          matches,
          sort,
          take: SHOWN,
        })
        return fragment(<PickerOptions options={rows.map(toLookupOption)} more={wordsFor(noun, total)} />, {
          whole: () => redirect(withQuery(path, { search: c.query.search })),
        })
      }),
  )

export const tableLookupRoute = (table: CrudTable, about: Omit<LookUp, 'reading'>): Route =>
  lookupRoute({ ...about, reading: createReading(table, {}) })

const toLookupOption = ({ title, record }: CrudRow) => ({
  value: record.id,
  label: title,
  note: record.code === title ? undefined : String(record.code ?? record.city ?? ''),
})

function wordsFor(noun: string, total: number): string | undefined {
  if (total === 0) return `No ${noun} matches.`
  return total > SHOWN ? `${total - SHOWN} more: type on to narrow them down.` : undefined
}
