import type { PlaceChange } from '#db/queries/stock/equipment-places.ts'

/** `until` is null while it lasts. */
type PlaceStay = {
  kind: 'job' | 'location' | 'storage'
  where: string
  since: string
  until: string | null
  /** Who sent it there; empty for where it was from the start. */
  by: string
}

type CurrentPlaces = { location: string; storage: string; job?: string; createdutc: string }

const PROCESSED = 'processed on '

export function buildPlaceHistory(changes: readonly PlaceChange[], now: CurrentPlaces): PlaceStay[] {
  const stays = [
    ...fieldStays('location', 'location', changes, now.location, now.createdutc),
    ...fieldStays('storage', 'storageid', changes, now.storage, now.createdutc),
    ...jobStays(changes, now.job),
  ]
  // Of what began at once the later stands first.
  return stays.toReversed().sort((a, b) => b.since.localeCompare(a.since) || order[a.kind] - order[b.kind])
}

const order = { job: 0, location: 1, storage: 2 }

/** Stays at what a field of the thing names: where it was before the first change is that change's old value. */
function fieldStays(
  kind: PlaceStay['kind'],
  field: string,
  all: readonly PlaceChange[],
  now: string,
  created: string,
) {
  const changes = all.filter((change) => change.field === field)
  const first = { where: changes[0]?.oldvalue ?? now, since: created, by: '' }
  const starts = [first, ...changes.map((one) => ({ where: one.newvalue, since: one.dateutc, by: one.user }))]
  return starts.flatMap((start, index): PlaceStay[] =>
    start.where ? [{ kind, ...start, until: starts[index + 1]?.since ?? null }] : [],
  )
}

function jobStays(changes: readonly PlaceChange[], out: string | undefined): PlaceStay[] {
  const stays: PlaceStay[] = []
  const leave = (reference: string, until: string) => {
    const open = stays.findLast(({ where, until }) => where === reference && until === null)
    if (open) open.until = until
  }
  const arrive = (where: string, { dateutc: since, user: by }: PlaceChange) =>
    stays.push({ kind: 'job', where, since, until: null, by })
  for (const change of changes) {
    const { field, oldvalue, newvalue, dateutc } = change
    if (field === 'job' && oldvalue) leave(oldvalue, dateutc)
    if (field === 'job' && newvalue) arrive(newvalue, change)
    if (!field.startsWith(PROCESSED)) continue
    const reference = field.slice(PROCESSED.length)
    if (newvalue === 'yes') leave(reference, dateutc)
    else arrive(reference, change)
  }
  // A job that left the lanes holds nothing any more, and wrote no entry here: its stay ended by the next one.
  for (const [index, stay] of stays.entries())
    if (stay.until === null && stay.where !== out) stay.until = stays[index + 1]?.since ?? ''
  return stays
}
