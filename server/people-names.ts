import { peopleRows } from '#db/queries/people/users.ts'
import type { TenantDb } from '#db/types.ts'

type PersonRow = ReturnType<typeof peopleRows>[number]

const folded = (text: string) => text.trim().toLowerCase()
const fullName = ({ firstname, lastname }: PersonRow) => `${firstname} ${lastname}`.trim()

/** People of an account as lists name them: by their e-mail, or by a name that is theirs alone. */
export type PeopleNames = {
  /** What a list calls each, so that it is found again. */
  label(id: string): string
  find(text: string): PersonRow[]
}

export function readPeopleNames(db: TenantDb): PeopleNames {
  const byId = new Map<string, PersonRow>()
  const byEmail = new Map<string, PersonRow>()
  const byName = new Map<string, PersonRow[]>()
  for (const row of peopleRows(db)) {
    byId.set(row.id, row)
    byEmail.set(folded(row.email), row)
    const name = folded(fullName(row))
    byName.set(name, [...(byName.get(name) ?? []), row])
  }
  return {
    label(id) {
      const row = byId.get(id)
      if (!row) return ''
      const name = fullName(row)
      const isOwn = byName.get(folded(name))?.length === 1 && !byEmail.has(folded(name))
      return name && isOwn && !SEPARATOR.test(name) ? name : row.email
    },
    find(text) {
      const row = byEmail.get(folded(text))
      if (row) return [row]
      const named = byName.get(folded(text)) ?? []
      const here = named.filter(({ archived }) => !archived)
      return here.length === 1 ? here : named
    },
  }
}

export function findPersonByName(people: PeopleNames, text: string): { person?: PersonRow; why: string } {
  const [person, ...others] = people.find(text)
  if (person && others.length === 0) return { person, why: '' }
  const why = person
    ? `is the name of ${others.length + 1} people: write the e-mail`
    : 'is nobody’s name or e-mail in this account'
  return { why: `“${text}” ${why}.` }
}

const SEPARATOR = /[,;\n]/

export const parsePeople = (cell: string): string[] => [
  ...new Set(
    cell
      .split(SEPARATOR)
      .map((one) => one.trim())
      .filter(Boolean),
  ),
]
