import { and, asc, count, desc, eq, ne, type SQL, sql } from 'drizzle-orm'
import { contains, type ListQuery, TAKE } from '#db/queries/lists.ts'
import { type AttachmentOwner, attachmentOwners, documents, users } from '#db/schema/tenant/index.ts'
import { prepared } from '#db/sqlite.ts'
import { type Params, statement } from '#db/statement.ts'
import type { TenantDb } from '#db/types.ts'

const shown = { attachment: documents, firstname: users.firstname, lastname: users.lastname }

const selectAttachments = (db: TenantDb) =>
  db.select(shown).from(documents).leftJoin(users, eq(users.id, documents.userid))

export type AttachmentRow = NonNullable<ReturnType<typeof attachmentById>>

export const attachmentById = (db: TenantDb, id: string) =>
  selectAttachments(db).where(eq(documents.id, id)).get()

const known = statement((q, p: Params<{ id: string }>) =>
  q.select({ id: documents.id }).from(documents).where(eq(documents.id, p.id)),
)

export const isAttachment = (db: TenantDb, id: string) => known.get(db, { id }) !== null

type DocumentList = ListQuery & { group?: string }

export function listAttachments(
  db: TenantDb,
  entity: AttachmentOwner,
  referenceid: string,
  query: DocumentList,
) {
  const where: SQL | undefined = and(
    eq(documents.entity, entity),
    eq(documents.referenceid, referenceid),
    query.archived ? undefined : eq(documents.archived, false),
    query.group === undefined ? undefined : eq(documents.group, query.group),
    contains([documents.filename, documents.original, documents.group], query.search),
  )
  const rows = selectAttachments(db)
    .where(where)
    .orderBy(asc(sql`${documents.group} COLLATE NOCASE`), desc(documents.id))
    .limit(query.take ?? TAKE)
    .offset(query.skip ?? 0)
    .all()
  const total = db.select({ n: count() }).from(documents).where(where).get()
  return { rows, total: total?.n ?? 0 }
}

export const attachmentGroups = (db: TenantDb, referenceid?: string): string[] =>
  db
    .selectDistinct({ group: documents.group })
    .from(documents)
    .where(and(ne(documents.group, ''), referenceid ? eq(documents.referenceid, referenceid) : undefined))
    .orderBy(asc(sql`${documents.group} COLLATE NOCASE`))
    .limit(50)
    .all()
    .map(({ group }) => group)

// Text: the tables are those of the list above.
const holder = (nouns: readonly AttachmentOwner[]) =>
  nouns.map((table) => `SELECT '${table}' AS noun FROM ${table} WHERE id = ?1`).join(' UNION ALL ')

const HOLDER = holder(attachmentOwners)

/** Of one kind, where it is known. */
export const findAttachmentOwner = (
  db: TenantDb,
  id: string,
  noun?: AttachmentOwner,
): AttachmentOwner | undefined =>
  prepared<{ noun: AttachmentOwner }>(db, noun ? holder([noun]) : HOLDER).get([id])?.noun

export const isAttachmentOwner = (noun: string): noun is AttachmentOwner =>
  attachmentOwners.some((one) => one === noun)
