import { linkPeople } from '#db/queries/contacts/locations.ts'
import { importKeys } from '#db/queries/settings/import.ts'
import { inCircles } from './circles.ts'
import { linksIn, stakeholdersIn } from './link-people.ts'
import { type People, peopleOf, personIn } from './names-of-people.ts'
import { type Places, placesOf } from './names-of-places.ts'
import type { ImportRecord } from './records.ts'
import { namesIn, storedRows, writePlaced } from './write-plain.ts'
import type { Fate, Placed, Writing } from './writing.ts'

type Named = { parent?: string; responsibilityid?: string; stakeholders?: string }
type Row = {
  record: ImportRecord
  named: Named
  placed: Placed | null
  /** Something is reported about it. */
  isRefused?: boolean
  /** Who shall follow it, where the file says so. */
  people?: readonly string[]
}

/** After how many records it is told how far they are. */
const STEP = 1_000

/**
 * Locations name each other, in whatever order they stand, and people. So all of them are placed before the first is
 * written.
 */
export function writeLocations(
  writing: Writing,
  records: ImportRecord[],
  told: (done: number) => void,
): Fate[] {
  const rows = records.map((record): Row => {
    const { parent, responsibilityid, stakeholders, ...looks } = record.looks
    const { parent: _, ...refers } = record.refers
    const placed = writing.place({ ...record, looks, refers })
    return { record, named: { parent, responsibilityid, stakeholders }, placed }
  })
  findParents(writing, rows)
  refuseCircles(writing, rows)
  findPeople(writing, rows)
  const fates = rows.map((row, at) => {
    if (at % STEP === STEP - 1) told(at)
    return row.placed && !row.isRefused ? write(writing, row, row.placed) : 'refused'
  })
  writing.batch.flush()
  if (!writing.options.dry)
    for (const { id, people } of writing.made) if (people) linkPeople(writing.tx.db, id, people.after)
  return fates
}

function write(writing: Writing, { record, people }: Row, placed: Placed): Fate {
  const links = people && linksIn(writing, placed, people)
  const fate = writePlaced(writing, record, placed, { also: links?.changes })
  const made = writing.made.at(-1)
  if (links && made?.id === placed.id) made.people = { before: links.before, after: links.after }
  return fate
}

/** A row about which something is reported is not written; all that is wrong with it is told at once. */
function refusing(writing: Writing, row: Row, find: (placed: Placed) => void) {
  const before = writing.problems.length
  if (row.placed) find(row.placed)
  row.isRefused ||= writing.problems.length > before
}

/** Fills in of what each location is a part: by name, or by what this list or an earlier one calls it. */
function findParents(writing: Writing, rows: readonly Row[]) {
  const named = rows.filter(({ named, record }) => named.parent || record.refers.parent)
  if (named.length === 0) return
  const { db } = writing.tx
  const places = placesOf(db)
  const names = namesIn(writing, 'locations')
  const clients = namesIn(writing, 'clients')
  const keys = new Map(importKeys(db, 'locations').map(({ key, recordid }) => [folded(key), recordid]))
  for (const { record, placed } of rows) {
    if (!placed) continue
    const { id, there, values } = placed
    const [name, client] = [String(values.name), clientOf(placed)]
    if (!there) {
      places.add({ id, name, client, clientname: (client && clients.get(client)) || null })
      names.set(id, name)
    }
    if (record.row.key) keys.set(folded(record.row.key), id)
  }
  for (const row of named)
    refusing(writing, row, (placed) => findParent(writing, row, placed, { places, keys }))
}

const folded = (text: string) => text.trim().toLowerCase()
const clientOf = ({ values }: Placed) => (values.client as string | null | undefined) ?? null

type Among = { places: Places; keys: ReadonlyMap<string, string> }

function findParent(writing: Writing, { record, named }: Row, placed: Placed, { places, keys }: Among) {
  const { parent = '' } = named
  const refers = record.refers.parent
  const found = places.find(parent, { client: clientOf(placed), but: placed.id })
  if (!refers && found.length > 1)
    return writing.report(
      record,
      'parent',
      `“${parent}” is the name of ${found.length} locations: write the client behind it, as in “${parent} - ${found[0]?.clientname ?? 'Acme'}”.`,
    )
  const id = refers ? writing.idOf(refers) : (found[0]?.id ?? keys.get(folded(parent)))
  if (id) placed.values.parent = id
  else writing.report(record, 'parent', `“${parent}” is not among the locations.`)
}

/** A place cannot be part of itself, however far down: each row of a circle is named. */
function refuseCircles(writing: Writing, rows: readonly Row[]) {
  const told = rows.filter(({ placed }) => placed?.values.parent && isWritten(writing, placed))
  if (told.length === 0) return
  const parents = new Map<string, unknown>()
  for (const [id, { parent }] of storedRows(writing, 'locations')) parents.set(id, parent)
  for (const { placed } of told) if (placed) parents.set(placed.id, placed.values.parent)
  const circling = inCircles(parents)
  for (const row of told)
    refusing(writing, row, ({ id }) => {
      if (circling.has(id))
        writing.report(row.record, 'parent', 'This would make the location a part of itself.')
    })
}

const isWritten = (writing: Writing, { there }: Placed) => !there || writing.options.match === 'update'

function findPeople(writing: Writing, rows: readonly Row[]) {
  if (!rows.some(({ named }) => named.responsibilityid || named.stakeholders)) return
  const people = peopleOf(writing.tx.db)
  for (const row of rows)
    refusing(writing, row, (placed) => {
      findResponsible(writing, row, placed, people)
      row.people = stakeholdersIn(writing, row.record, placed, { cell: row.named.stakeholders, people })
    })
}

function findResponsible(writing: Writing, { record, named }: Row, placed: Placed, people: People) {
  if (!named.responsibilityid) return
  const { person, why } = personIn(people, named.responsibilityid)
  if (person) placed.values.responsibilityid = person.id
  else writing.report(record, 'responsibilityid', why)
}
