import { someIds } from '#server/domains/work/jobs/input.ts'
import { choiceOrAll, listQuery, object, t } from '#server/http/fields.ts'

const ID = t.String({ maxLength: 40 })

export const UnbilledList = object({
  ...listQuery,
  stage: t.Optional(choiceOrAll('part')),
  by: t.Optional(choiceOrAll('client')),
  client: t.Optional(ID),
})

/** In one order: others would read the invoices of all years. */
export const BillingList = object({
  search: listQuery.search,
  skip: listQuery.skip,
  take: listQuery.take,
})

/** As many as one batch takes. */
export const MOST = 500

const ids = () => t.Array(ID, { maxItems: MOST, error: `must be a list of at most ${MOST} ids` })

/** Jobs, or all of a client that are complete. */
export const NewDrafts = object({ ids: t.Optional(ids()), client: t.Optional(ID) })
export const DraftsForm = object({ ids: t.Optional(someIds()), client: t.Optional(ID) })

export const IssueMany = object({ ids: ids() })
export const IssueForm = object({ ids: someIds() })
