import { and, asc, count, eq } from 'drizzle-orm'
import { contains, type ListQuery, orderByWords } from '#db/queries/lists.ts'
import { clients } from '#db/schema/tenant/index.ts'
import type { TenantDb } from '#db/types.ts'

const shown = {
  id: clients.id,
  archived: clients.archived,
  name: clients.name,
  code: clients.code,
  contactname: clients.contactname,
  contactnumber: clients.contactnumber,
  contactemail: clients.contactemail,
}

export function listPlainClients(db: TenantDb, { search, archived, sort, skip = 0, take = 500 }: ListQuery) {
  const where = and(
    archived ? undefined : eq(clients.archived, false),
    contains([clients.name, clients.code, clients.contactname], search),
  )
  const rows = db
    .select(shown)
    .from(clients)
    .where(where)
    .orderBy(...orderByWords(shown, sort, clients.name), asc(clients.id))
    .limit(take)
    .offset(skip)
    .all()
  const whole = skip === 0 && rows.length < take
  const total = whole ? rows.length : (db.select({ n: count() }).from(clients).where(where).get()?.n ?? 0)
  return { rows, total }
}
