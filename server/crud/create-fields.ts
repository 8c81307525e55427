import type { Claim } from '#server/access/claims.ts'
import type { CreateField } from './lookup.tsx'

type Named = Record<string, { label: string; required?: boolean; seenby?: readonly Claim[] }>

/** What the small form asks for, of each kind that a picker can make; the rest is added on the record's own page. */
const asked: Readonly<Record<string, readonly string[]>> = {
  clients: ['name', 'contactname', 'contactnumber', 'contactemail'],
  suppliers: ['name', 'contactname', 'contactnumber', 'contactemail'],
  inventory: ['materialname', 'code', 'baseunit', 'rate'],
  locations: ['name', 'city', 'contactname', 'contactnumber'],
  divisions: ['name'],
  categories: ['name'],
  workers: ['name', 'title'],
}

/** What the place that asks already knows of the record: the client of a job's new location. */
const given: Readonly<Record<string, readonly string[]>> = {
  locations: ['client'],
  categories: ['jobcategory'],
}

export const givenFields = (kind: string): readonly string[] => given[kind] ?? []

export const createFields = (kind: string, fields: Named): CreateField[] | undefined =>
  asked[kind]?.flatMap((name) => {
    const field = fields[name]
    return field ? [{ name, label: field.label, required: field.required, seenby: field.seenby }] : []
  })
