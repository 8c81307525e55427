import { linkedPeople } from '#db/queries/contacts/locations.ts'
import { usersWithRole } from '#db/queries/people/users.ts'
import { STAKEHOLDER } from '#server/access/claims.ts'
import type { Change } from '#server/history.ts'
import { recordNames } from '#server/import/check/account-cache.ts'
import type { ImportRecord } from '#server/import/check/coerce-rows.ts'
import { findPersonByName, type PeopleNames, parsePeople } from '#server/people-names.ts'
import type { ResolvedRecord } from './resolve-record.ts'
import type { WriteContext } from './write-context.ts'

export function resolveResponsible(
  { report }: WriteContext,
  record: ImportRecord,
  resolved: ResolvedRecord,
  { text, people }: { text: string | undefined; people: PeopleNames },
) {
  if (!text) return
  const { person, why } = findPersonByName(people, text)
  if (person) resolved.values.responsibilityid = person.id
  else report(record, 'responsibilityid', why)
}

/** Undefined where the cell says nothing. Only people with the StakeHolder role can be linked, as by hand. */
export function resolveStakeholders(
  { account, report }: WriteContext,
  record: ImportRecord,
  resolved: ResolvedRecord,
  { text, people }: { text: string | undefined; people: PeopleNames },
): string[] | undefined {
  if (!text) return
  const eligible = account.cached(
    'stakeholders',
    () => new Set(usersWithRole(account.db, STAKEHOLDER).map(({ id }) => id)),
  )
  const already = currentStakeholders({ account }, resolved)
  const ids = parsePeople(text).flatMap((name) => {
    const { person, why } = findPersonByName(people, name)
    if (!person) report(record, 'stakeholders', why)
    else if (!eligible.has(person.id) && !already.includes(person.id))
      report(record, 'stakeholders', `“${name}” does not have the StakeHolder role.`)
    return person ? [person.id] : []
  })
  return [...new Set(ids)]
}

const currentStakeholders = (
  { account }: Pick<WriteContext, 'account'>,
  { id, exists }: ResolvedRecord,
): readonly string[] => (exists && account.cached('links', () => linkedPeople(account.db)).get(id)) || []

export function stakeholderChanges(
  context: WriteContext,
  resolved: ResolvedRecord,
  after: readonly string[],
) {
  const before = currentStakeholders(context, resolved)
  const names = recordNames(context.account, 'users')
  const changes: Change[] = [
    ...before
      .filter((id) => !after.includes(id))
      .map((id) => ({ field: 'stakeholder', oldvalue: names.get(id) ?? '', newvalue: '' })),
    ...after
      .filter((id) => !before.includes(id))
      .map((id) => ({ field: 'stakeholder', oldvalue: '', newvalue: names.get(id) ?? '' })),
  ]
  return changes.length ? { before, after, changes } : undefined
}
