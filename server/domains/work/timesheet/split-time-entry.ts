import { randomUUIDv7 } from 'bun'
import {
  deleteTimeEntry,
  insertTimeEntry,
  setCostSeconds,
  storeTimeEntry,
  timeEntryById,
} from '#db/queries/work/time-entries.ts'
import type { Tx } from '#db/tenants.ts'
import { addMs } from '#server/instants.ts'
import { multiply } from '#server/money/round.ts'
import { toMinutes } from './intervals.ts'

/** `seconds`: of the entry as it was read, of which a part may be an entry of its own since. */
type Part = { id: string; minutes: number; seconds: number }

/** The entry of that part of another: the part that was worked first is an entry of its own now, unless it is all of it. */
export function splitTimeEntry(tx: Tx, { id, minutes, ...read }: Part): string {
  if (minutes >= toMinutes(read.seconds)) return id
  const whole = timeEntryById(tx.db, id)!
  if (minutes >= toMinutes(whole.seconds)) return id
  const seconds = minutes * 60
  const cost = multiply(whole.costseconds, seconds, BigInt(whole.seconds))
  const cut = whole.startutc && addMs(whole.startutc, seconds * 1000)
  const part = { ...whole, id: randomUUIDv7(), seconds, endutc: cut }
  insertTimeEntry(tx.db, tx.now, part)
  setCostSeconds(tx.db, part.id, cost)
  storeTimeEntry(tx.db, tx.now, {
    ...{ ...whole, startutc: cut, seconds: whole.seconds - seconds },
    costseconds: whole.costseconds - cost,
  })
  return part.id
}

/** Puts such a part back to the rest, where that still is on no line and the part's own other half. */
export function joinTimeEntry(tx: Tx, partid: string, wholeid: string) {
  const part = timeEntryById(tx.db, partid)!
  const rest = timeEntryById(tx.db, wholeid)
  const isRest =
    rest?.billable &&
    !rest.archived &&
    rest.materialid === null &&
    rest.workerid === part.workerid &&
    rest.date === part.date &&
    rest.startutc === part.endutc
  if (!isRest) return
  const seconds = rest.seconds + part.seconds
  const costseconds = rest.costseconds + part.costseconds
  storeTimeEntry(tx.db, tx.now, { ...rest, startutc: part.startutc, seconds, costseconds })
  deleteTimeEntry(tx.db, partid)
}
