import { linkedPeople } from '#db/queries/contacts/locations.ts'
import { usersWithRole } from '#db/queries/people/users.ts'
import { STAKEHOLDER } from '#server/access/claims.ts'
import type { Change } from '#server/history.ts'
import { type People, peopleIn, personIn } from './names-of-people.ts'
import type { ImportRecord } from './records.ts'
import { namesIn } from './write-plain.ts'
import type { Placed, Writing } from './writing.ts'

/**
 * The ids of who shall follow a location, from a cell that names them; undefined where it says nothing. Reports whom
 * nobody knows, and who could not be linked by hand either: only those with the StakeHolder role can.
 */
export function stakeholdersIn(
  writing: Writing,
  record: ImportRecord,
  placed: Placed,
  { cell, people }: { cell: string | undefined; people: People },
): string[] | undefined {
  if (!cell) return
  const may = writing.once(
    'stakeholders',
    () => new Set(usersWithRole(writing.tx.db, STAKEHOLDER).map(({ id }) => id)),
  )
  const already = followersOf(writing, placed)
  const ids = peopleIn(cell).flatMap((text) => {
    const { person, why } = personIn(people, text)
    if (!person) writing.report(record, 'stakeholders', why)
    else if (!may.has(person.id) && !already.includes(person.id))
      writing.report(record, 'stakeholders', `“${text}” does not have the StakeHolder role.`)
    return person ? [person.id] : []
  })
  return [...new Set(ids)]
}

const followersOf = (writing: Writing, { id, there }: Placed): readonly string[] =>
  (there && writing.once('links', () => linkedPeople(writing.tx.db)).get(id)) || []

/** What making exactly these people follow a location changes, in the words of its history; nothing when it is so. */
export function linksIn(writing: Writing, placed: Placed, after: readonly string[]) {
  const before = followersOf(writing, placed)
  const names = namesIn(writing, 'users')
  const changes: Change[] = [
    ...before.filter((id) => !after.includes(id)).map((id) => ({ id, isGone: true })),
    ...after.filter((id) => !before.includes(id)).map((id) => ({ id, isGone: false })),
  ].map(({ id, isGone }) => {
    const name = names.get(id) ?? ''
    return { field: 'stakeholder', oldvalue: isGone ? name : '', newvalue: isGone ? '' : name }
  })
  return changes.length ? { before, after, changes } : undefined
}
