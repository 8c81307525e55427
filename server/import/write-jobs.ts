import { randomUUIDv7 } from 'bun'
import { rolesAndClaims } from '#db/queries/people/roles.ts'
import { userById } from '#db/queries/people/users.ts'
import { boardRows, insertRow, raiseSequence } from '#db/queries/settings/import.ts'
import { readSetting } from '#db/queries/settings.ts'
import { allBoards } from '#db/queries/work/boards.ts'
import { accountClaims, type Claim, SYSTEMADMIN } from '#server/access/claims.ts'
import { hasPermission, loadViewer } from '#server/access/viewer.ts'
import { boardSegment } from '#server/resources.ts'
import type { ImportRecord } from './records.ts'
import type { Fate, Resolved, Writing } from './writing.ts'

const DRAFT = 1
const COMPLETE = 4
const ARCHIVED = 6

/** A job as its lines need it. */
export type ImportedJob = { status: number; day: string }

export const importedJobs = (writing: Writing) => writing.once('jobs', () => new Map<string, ImportedJob>())

/**
 * Writes a job at the end of its lane. Without a status it is Complete when it has a day of completion, else Draft;
 * an archived one comes back to Complete when it is restored.
 */
export function writeJob(writing: Writing, record: ImportRecord): Fate {
  const taken = writing.take(record)
  if (!taken) return writing.isThere(record.row) ? 'there' : 'refused'
  const { board, category, created, status: given, ...values } = taken
  const { tx } = writing
  const status = Number(given ?? (values.completed ? COMPLETE : DRAFT))
  const boardid = boardOf(writing, String(board ?? ''))
  if (!boardid) {
    writing.report(record, 'board', 'This is no board that you may work on.')
    return 'refused'
  }
  insertRow(tx.db, 'jobs', {
    ...values,
    ...writing.birth(values.id),
    ...{ seq: tx.seq, boardid, status },
    statusbefore: status === ARCHIVED ? COMPLETE : null,
    created: bornAt(tx.now, created),
  })
  if (category) insertRow(tx.db, 'job_categories', { jobid: values.id, categoryid: category })
  writing.remember(record, 'jobs', values.id)
  keepNumber(writing, String(values.reference))
  importedJobs(writing).set(values.id, { status, day: dayOf(values, created, tx.now) })
  writing.made.push({ table: 'jobs', id: values.id, version: 1 })
  return 'added'
}

const dayOf = ({ completed }: Resolved, created: unknown, now: string) =>
  String(completed ?? created ?? now.slice(0, 10))

/** The file knows the day alone; morning in this tenant's part of the world, and never later than now. */
function bornAt(now: string, day: unknown): string {
  const morning = `${day}T06:00:00.000Z`
  return day && morning < now ? morning : now
}

/**
 * The board of that name, made when there is none; without a name the first one. Undefined where whoever brings the
 * list may not work: a list leads onto no board that is hidden from them.
 */
function boardOf(writing: Writing, name: string): string | undefined {
  const { db } = writing.tx
  const boards = writing.once('boards', () => boardRows(db))
  const ids = boards.map(({ id }) => id)
  const closed = writing.once('closed boards', () => closedTo(writing, ids))
  const wanted = name.toLowerCase()
  const found = name
    ? boards.find((board) => board.name.toLowerCase() === wanted)
    : boards.find(({ id }) => !closed.has(id))
  if (found) return closed.has(found.id) ? undefined : found.id
  if (!name && boards.length) return undefined
  const made = { id: randomUUIDv7(), name: name || 'Jobs', slug: freeSlug(writing, name || 'Jobs') }
  insertRow(db, 'boards', { ...made, ...writing.birth(made.id), rank: boards.length })
  boards.push(made)
  return made.id
}

/** Those of some boards on which a person may not work. The program itself brings lists onto all of them. */
export function closedTo({ tx: { db, by } }: Writing, boardids: readonly string[]): Set<string> {
  if (by.userid === null) return new Set()
  const { names, claims } = rolesAndClaims(db, JSON.parse(userById(db, by.userid)?.roles ?? '[]') as string[])
  const held = names.includes(SYSTEMADMIN) ? accountClaims : claims
  const viewer = loadViewer(db, { userid: by.userid, roles: names, claims: new Set(held as Claim[]) })
  return new Set(boardids.filter((id) => !hasPermission(viewer, id, 'work')))
}

/** Archived boards keep their address, and two names can come to one. */
function freeSlug(writing: Writing, name: string): string {
  const taken = writing.once('slugs', () => new Set(allBoards(writing.tx.db, true).map(({ slug }) => slug)))
  const plain = boardSegment(name)
  let slug = plain
  for (let n = 2; taken.has(slug); n++) slug = `${plain}-${n}`
  taken.add(slug)
  return slug
}

/** An imported reference of the account's own form takes its number out of the series. */
function keepNumber(writing: Writing, reference: string) {
  const { db } = writing.tx
  const prefix = writing.once('prefix', () => readSetting<string>(db, 'prefix') ?? 'J')
  const digits = reference.startsWith(prefix) ? reference.slice(prefix.length) : ''
  const highest = writing.once('highest', () => ({ number: 0 }))
  if (!/^[1-9]\d{0,11}$/.test(digits) || Number(digits) <= highest.number) return
  highest.number = Number(digits)
  raiseSequence(db, 'job', highest.number)
}
