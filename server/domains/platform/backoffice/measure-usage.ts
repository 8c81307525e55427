import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import type { Platform } from '#db/platform.ts'
import { listUnmeasured, type MeasuredAccount } from '#db/queries/platform/backoffice.ts'
import { accountusage } from '#db/schema/platform/index.ts'
import type { Tenants } from '#db/tenants.ts'
import { addMs, HOUR_MS } from '#server/instants.ts'

const AGAIN_MS = 6 * HOUR_MS
const AT_ONCE = 100

type Files = { platform: Platform; tenants: Tenants; folder: string }

/** Not measured for six hours, a hundred in one go. It looks at sizes alone and opens no file. */
export async function measureUsage({ platform, tenants, folder }: Files, now: Date) {
  const since = addMs(now, -AGAIN_MS)
  const due = platform.read((db) => listUnmeasured(db, since, AT_ONCE))
  if (due.length === 0) return
  const measuredutc = now.toISOString()
  const rows: (typeof accountusage.$inferInsert)[] = []
  for (const one of due) {
    const path = tenants.path(one.id)
    const [file, log] = await Promise.all([readFileSize(path), readFileSize(`${path}-wal`)])
    const stored = await storedIn(join(folder, 'files', one.id), one)
    rows.push({ accountid: one.id, dbbytes: file + log, measuredutc, ...stored })
  }
  await platform.write(({ db }) =>
    db
      .insert(accountusage)
      .values(rows)
      .onConflictDoUpdate({
        target: accountusage.accountid,
        set: {
          dbbytes: sql`excluded.dbbytes`,
          filebytes: sql`excluded.filebytes`,
          files: sql`excluded.files`,
          measuredutc: sql`excluded.measuredutc`,
        },
      })
      .run(),
  )
}

const readFileSize = (path: string) =>
  stat(path).then(
    ({ size }) => size,
    () => 0,
  )

/** A stored file never changes, so a folder to which none came and from which none went weighs what it weighed. */
async function storedIn(folder: string, { filebytes, files, measuredutc }: MeasuredAccount) {
  const about = await stat(folder).catch(() => null)
  if (!about) return { filebytes: 0, files: 0 }
  if (measuredutc && files !== null && about.mtimeMs < Date.parse(measuredutc) - 1_000)
    return { filebytes: filebytes ?? 0, files }
  const names = await readdir(folder, { withFileTypes: true })
  const sizes: number[] = []
  for (const entry of names) if (entry.isFile()) sizes.push(await readFileSize(join(folder, entry.name)))
  return { filebytes: sizes.reduce((sum, size) => sum + size, 0), files: sizes.length }
}
