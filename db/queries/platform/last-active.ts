import { prepared } from '#db/sqlite.ts'
import type { PlatformDb } from '#db/types.ts'

const SESSION = 'UPDATE sessions SET seenutc = ?1 WHERE id = ?2 AND seenutc < ?1 AND endedutc IS NULL'
const KEY = "UPDATE apikeys SET lastusedutc = ?1 WHERE id = ?2 AND coalesce(lastusedutc, '') < ?1"
const SEAT =
  "UPDATE seats SET seenutc = ?1 WHERE userid = ?2 AND accountid = ?3 AND coalesce(seenutc, '') < ?1"

export const setSessionActive = (db: PlatformDb, id: string, utc: string) =>
  prepared(db, SESSION).run([utc, id])
export const setApiKeyActive = (db: PlatformDb, id: string, utc: string) => prepared(db, KEY).run([utc, id])
export const setSeatActive = (db: PlatformDb, userid: string, accountid: string, utc: string) =>
  prepared(db, SEAT).run([utc, userid, accountid])
