import type { ReactNode } from 'react'
import type { TenantDb } from '#db/types.ts'
import type { Claim, ClaimHolder } from '#server/access/claims.ts'
import type { Context } from '#server/http/context.ts'
import { object, t, text } from '#server/http/fields.ts'
import { view } from '#server/http/reply.ts'
import { NoFacts, RecordPage } from '#views/crud/record-page.tsx'
import { DescriptionList } from '#views/ui/panel.tsx'
import { shownFields } from './dialog.tsx'
import type { FoundRecord } from './field.ts'
import { readResource, storedValue } from './read.ts'
import type { Resource } from './resource.ts'
import { hiddenFields } from './seen-fields.ts'

export const OpenTab = object({ tab: t.Optional(text(40)) })

export type RecordTab = { id: string; label: string; claim: Claim; load: string }

type RecordPageParts = {
  about: string
  edit: string
  /** What Edit can fill, where nothing is filled yet. */
  tofill?: string
  actions?: ReactNode
  main?: ReactNode
  /** What the dialog calls a field, where that is not its label. */
  words?: Readonly<Record<string, string>>
  facts?: readonly { label: string; value: ReactNode }[]
  figures?: ReactNode
  tabs: readonly RecordTab[]
}

export function recordPage(
  r: Resource,
  c: Context<{ id: string }, { tab?: string }>,
  db: TenantDb,
  { about, edit, tofill, actions, main, words = {}, facts = [], figures, tabs }: RecordPageParts,
) {
  const found = readResource(r, db, c.params.id)
  const shown = [...facts, ...recordFacts(r, c, found, words)]
  const changed = c.can(r.claims.write) ? edit : undefined
  const loaded = tabs.filter(({ claim }) => c.can(claim)).map(({ claim: _, ...tab }) => tab)
  return view(
    <RecordPage
      name={found.title}
      about={about}
      archived={found.record.archived}
      edit={changed}
      actions={actions}
      main={found.record.archived ? undefined : main}
      figures={figures}
      facts={
        shown.length > 0 ? (
          <DescriptionList facts={shown} />
        ) : (
          <NoFacts icon={r.icon} edit={changed} tofill={tofill} />
        )
      }
      tabs={loaded}
      tab={c.query.tab}
      refresh={`${r.name} jobs invoices stock purchaseorders supplierinvoices`}
      url={c.url.pathname}
    />,
    { title: found.title, page: r.page },
  )
}

function recordFacts(
  r: Resource,
  c: ClaimHolder,
  found: FoundRecord,
  words: Readonly<Record<string, string>>,
) {
  const unseen = hiddenFields(r, c)
  return shownFields(r, found.record, true).flatMap((name) => {
    const field = r.fields[name]
    const value = storedValue(found, name)
    const isFilled = value !== null && value !== undefined && value !== '' && value !== 0 && value !== false
    return field?.schema && !field.linked && isFilled && value !== found.title && !unseen.includes(name)
      ? [
          {
            label: words[name] ?? field.label,
            value: field.fact?.(String(value)) ?? field.cell({ name, value, found }),
          },
        ]
      : []
  })
}
