import { listChargedItems, listLinesForTime } from '#db/queries/work/quoted-labour.ts'
import type { TimeEntryRow } from '#db/queries/work/time-entries.ts'
import type { TenantDb } from '#db/types.ts'
import { invalid } from '#server/errors.ts'
import { timeRoom } from './distribute-time.ts'
import { toMinutes } from './intervals.ts'
import { isSoldByTime } from './labour-price.ts'

/** `names`: what it and its lines are called. `ofproduct`: all of them are in the price of what the job makes. */
export type LabourItem = {
  id: string
  name: string
  names: string[]
  unitseconds: number | null
  ofproduct: boolean
  inproducts: boolean
}

/** By step, or by `''` for the time of none: the labour item that somebody chose. */
export type StepLabour = ReadonlyMap<string, string>

/** Those on lines of the job, in the order of the lines that charge them; then those in products alone. */
export function listJobLabour(db: TenantDb, jobid: string): LabourItem[] {
  const rows = listChargedItems(db, jobid).filter(isSoldByTime)
  return [...Map.groupBy(rows, ({ id }) => id).values()].map((lines) => ({
    ...{ id: lines[0]!.id, name: lines[0]!.name ?? '', unitseconds: lines[0]!.unitseconds },
    names: lines.flatMap(({ name, description }) => [name ?? '', description]),
    ofproduct: lines.every(({ ofproduct }) => ofproduct),
    inproducts: lines.some(({ ofproduct }) => ofproduct),
  }))
}

/** That of the first quoted line that is sold by time. */
export const findLabourItem = (db: TenantDb, jobid: string): string | null =>
  listChargedItems(db, jobid).find(isSoldByTime)?.id ?? null

type Asked = {
  entries: readonly TimeEntryRow[]
  labour: readonly LabourItem[]
  steplabour: StepLabour | undefined
  /** Also what nobody chose. */
  bydefault: boolean
}

/**
 * The labour item of each entry that names none, by its id: what was chosen for its step; else the one that is called as its step;
 * else what products of the job plan, in whose price it is, until that is full; then that of the first quoted line that is sold by time.
 * @throws 400
 */
export function chooseLabour(db: TenantDb, jobid: string, asked: Asked): Map<string, string> {
  const { entries, labour, steplabour, bydefault } = asked
  const unnamed = entries.filter((entry) => !entry.inventoryid)
  const chosen = new Map<string, string>()
  if (unnamed.length === 0) return chosen
  for (const id of steplabour?.values() ?? [])
    if (!labour.some((item) => item.id === id))
      throw invalid({ steplabour: 'Choose a labour item that is on a line of the job.' })
  for (const { id, jobstepid, stepname } of unnamed) {
    const called = bydefault ? findCalledAs(labour, stepname) : undefined
    const item = steplabour?.get(jobstepid ?? '') ?? called?.id
    if (item) chosen.set(id, item)
  }
  const rest = unnamed.filter(({ id }) => !chosen.has(id))
  if (!bydefault || rest.length === 0) return chosen
  const rooms = readRooms(db, jobid, labour)
  const fill = (id: string, minutes: number) => rooms.has(id) && rooms.set(id, (rooms.get(id) ?? 0) - minutes)
  for (const { id, inventoryid, seconds } of entries)
    fill(inventoryid ?? chosen.get(id) ?? '', toMinutes(seconds))
  for (const { id, seconds } of rest) {
    const free = [...rooms].find(([, minutes]) => minutes > 0)?.[0]
    if (free) fill(free, toMinutes(seconds))
    const item = free ?? labour[0]?.id
    if (item) chosen.set(id, item)
  }
  return chosen
}

/** Minutes that products of the job plan of each and do not hold yet. */
function readRooms(db: TenantDb, jobid: string, labour: readonly LabourItem[]): Map<string, number> {
  const inproducts = new Map(labour.filter((item) => item.inproducts).map((item) => [item.id, item]))
  const rooms = new Map<string, number>()
  for (const line of inproducts.size > 0 ? listLinesForTime(db, jobid, [...inproducts.keys()]) : []) {
    const item = line.nonbillable && line.inventoryid ? inproducts.get(line.inventoryid) : undefined
    if (item) rooms.set(item.id, (rooms.get(item.id) ?? 0) + timeRoom(item, line))
  }
  return rooms
}

/** In the name of any labour, or of any step. */
const SAID_OF_ALL = new Set(
  'the and for with from work labour job hour hours die van vir met werk'.split(' '),
)
const SHORTEST_WORD = 3

/** The one that shares most words with the step, the first of several: a word of the one begins a word of the other, as in Fit, and Fitting on site. */
function findCalledAs(labour: readonly LabourItem[], stepname: string | null): LabourItem | undefined {
  const step = wordsOf(stepname ?? '')
  const shared = labour.map(({ names }) => {
    const words = names.flatMap(wordsOf)
    return step.filter((word) => words.some((other) => other.startsWith(word) || word.startsWith(other)))
      .length
  })
  const most = Math.max(0, ...shared)
  return most === 0 ? undefined : labour[shared.indexOf(most)]
}

const wordsOf = (text: string) =>
  text
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word.length >= SHORTEST_WORD && !SAID_OF_ALL.has(word))
