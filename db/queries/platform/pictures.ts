import { eq } from 'drizzle-orm'
import { pictures } from '#db/schema/platform/index.ts'
import { type Params, statement } from '#db/statement.ts'
import type { PlatformDb } from '#db/types.ts'

export const findPicture = (db: PlatformDb, userid: string) =>
  db.select().from(pictures).where(eq(pictures.userid, userid)).get()

const updated = statement((q, p: Params<{ userid: string }>) =>
  q.select({ updatedutc: pictures.updatedutc }).from(pictures).where(eq(pictures.userid, p.userid)),
)

export const pictureUtc = (db: PlatformDb, userid: string): string | null =>
  updated.get(db, { userid })?.updatedutc ?? null
