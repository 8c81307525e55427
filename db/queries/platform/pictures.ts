import { eq } from 'drizzle-orm'
import { pictures } from '#db/schema/platform/index.ts'
import { prepared } from '#db/sqlite.ts'
import type { PlatformDb } from '#db/types.ts'

export const findPicture = (db: PlatformDb, userid: string) =>
  db.select().from(pictures).where(eq(pictures.userid, userid)).get()

/** When a person's picture was set last; null when there is none. */
export const pictureUtc = (db: PlatformDb, userid: string): string | null =>
  prepared<{ updatedutc: string }>(db, 'SELECT updatedutc FROM pictures WHERE userid = ?').get([userid])
    ?.updatedutc ?? null
