import { and, asc, desc, eq, gt, isNotNull, lte, ne, notInArray, or, sql } from 'drizzle-orm'
import { copies, events, pieces, places, subjects, uploads } from '#db/schema/offsite/index.ts'
import { type Params, type RowOf, statement } from '#db/statement.ts'
import type { OffsiteDb } from '#db/types.ts'

type PlaceState = typeof places.$inferSelect
export type SubjectState = typeof subjects.$inferSelect
type OffsiteEvent = typeof events.$inferSelect

export const PLATFORM = 'platform'

export const readPlaceState = (db: OffsiteDb): PlaceState => db.select().from(places).get() as PlaceState

export const writePlaceState = (db: OffsiteDb, set: Partial<Omit<PlaceState, 'one'>>) =>
  db.update(places).set(set).run()

/** What was known of another place. Uploads stay: they are what lies here. */
export function forgetPlace(db: OffsiteDb, set: Partial<Omit<PlaceState, 'one'>>) {
  for (const table of [subjects, copies, pieces]) db.delete(table).run()
  writePlaceState(db, set)
}

const oneSubject = statement((q, p: Params<{ id: string }>) =>
  q.select().from(subjects).where(eq(subjects.id, p.id)),
)

export const findSubject = (db: OffsiteDb, id: string): SubjectState | null => oneSubject.get(db, { id })

export const listSubjects = (db: OffsiteDb): SubjectState[] =>
  db.select().from(subjects).orderBy(asc(subjects.id)).all()

export const writeSubject = (db: OffsiteDb, id: string, set: Partial<Omit<SubjectState, 'id'>>) =>
  db
    .insert(subjects)
    .values({ id, ...set })
    .onConflictDoUpdate({ target: subjects.id, set })
    .run()

/** Waiting the longest first; but for the platform. */
const due = statement((q, p: Params<{ until: string; latest: string }>) =>
  q
    .select({ id: subjects.id, changedutc: subjects.changedutc, failedutc: subjects.failedutc })
    .from(subjects)
    .where(
      and(
        ne(subjects.id, PLATFORM),
        isNotNull(subjects.changedutc),
        or(lte(subjects.changedutc, p.until), gt(subjects.changedutc, p.latest)),
      ),
    )
    .orderBy(asc(subjects.changedutc)),
)

export const listDueSubjects = (db: OffsiteDb, until: string, latest: string): RowOf<typeof due>[] =>
  due.all(db, { until, latest })

const names = statement((q, p: Params<{ subject: string }>) =>
  q
    .select({ name: copies.name, pieces: copies.pieces })
    .from(copies)
    .where(eq(copies.subject, p.subject))
    .orderBy(asc(copies.name)),
)

export const listKnownCopies = (db: OffsiteDb, subject: string) => names.all(db, { subject })

export const addCopy = (db: OffsiteDb, subject: string, name: string, named: object) =>
  db
    .insert(copies)
    .values({ subject, name, pieces: JSON.stringify(named) })
    .onConflictDoNothing()
    .run()

export const removeCopy = (db: OffsiteDb, subject: string, name: string) =>
  db
    .delete(copies)
    .where(and(eq(copies.subject, subject), eq(copies.name, name)))
    .run()

const knownPiece = statement((q, p: Params<{ subject: string; name: string }>) =>
  q
    .select({ name: pieces.name })
    .from(pieces)
    .where(and(eq(pieces.subject, p.subject), eq(pieces.name, p.name))),
)

export const isPieceKnown = (db: OffsiteDb, subject: string, name: string) =>
  knownPiece.get(db, { subject, name }) !== null

export const addPiece = (db: OffsiteDb, subject: string, name: string) =>
  db.insert(pieces).values({ subject, name }).onConflictDoNothing().run()

/** In place of those that were known. */
export function replacePieces(db: OffsiteDb, subject: string, there: readonly string[]) {
  const listed = JSON.stringify(there)
  db.delete(pieces).where(eq(pieces.subject, subject)).run()
  db.insert(pieces).select(sql`SELECT ${subject}, value FROM json_each(${listed})`).run()
}

const knownUpload = statement((q, p: Params<{ subject: string; path: string }>) =>
  q
    .select({ bytes: uploads.bytes, entry: uploads.entry })
    .from(uploads)
    .where(and(eq(uploads.subject, p.subject), eq(uploads.path, p.path))),
)

export const findUpload = (db: OffsiteDb, subject: string, path: string) =>
  knownUpload.get(db, { subject, path })

export const addUpload = (db: OffsiteDb, row: typeof uploads.$inferInsert) =>
  db
    .insert(uploads)
    .values(row)
    .onConflictDoUpdate({
      target: [uploads.subject, uploads.path],
      set: { bytes: row.bytes, entry: row.entry },
    })
    .run()

const KEPT = 200

export function addEvent(db: OffsiteDb, event: Omit<OffsiteEvent, 'id'>) {
  db.insert(events).values(event).run()
  const newest = db.select({ id: events.id }).from(events).orderBy(desc(events.id)).limit(KEPT)
  db.delete(events).where(notInArray(events.id, newest)).run()
}

export const listEvents = (db: OffsiteDb, most: number): OffsiteEvent[] =>
  db.select().from(events).orderBy(desc(events.id)).limit(most).all()

export const findLastDrill = (db: OffsiteDb): OffsiteEvent | undefined =>
  db.select().from(events).where(eq(events.kind, 'drill')).orderBy(desc(events.id)).limit(1).get()
