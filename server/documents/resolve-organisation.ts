import { firstOrganisation, type OrganisationRow, organisationById } from '#db/queries/documents.ts'
import type { TenantDb } from '#db/types.ts'
import { notFound, Problem } from '#server/errors.ts'

type OrganisationChoice = {
  asked?: string | null
  named?: readonly (string | null)[]
}

/** @throws 404 for one that does not exist, 400 `noorganisation` when the account has none at all */
export function resolveOrganisation(
  db: TenantDb,
  { asked, named = [] }: OrganisationChoice,
): OrganisationRow {
  if (asked) {
    const row = organisationById(db, asked)
    if (!row) throw notFound('organisation')
    return row
  }
  const first = named.find((id) => id !== null)
  const row = (first && organisationById(db, first)) || firstOrganisation(db)
  if (row) return row
  throw new Problem(
    400,
    'There is no organisation yet whose name, address and bank a document could carry: add one under Admin, Organisations.',
    { code: 'noorganisation' },
  )
}
