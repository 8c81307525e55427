import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type AccountName, accountNames } from '#db/queries/platform/registry.ts'
import { prepared } from '#db/sqlite.ts'
import { readConfig } from '#server/config.ts'
import { type CopierSettings, type OpenCopier, openCopier } from '#server/tasks/offsite/open-copier.ts'
import { replicateOnce } from '#server/tasks/offsite/replicate.ts'
import { joblane, openData, temporaryFolder } from '../support.ts'

export const YARD = 'Second Yard'

export const settingsOf = (data: string, to: string, flags: string[] = []): CopierSettings =>
  readConfig({}, ['--data', data, '--replicate-to', to, ...flags])

/** Everything that changed, once; what failed as `name: why`. */
export async function copyOnce(data: string, to: string, flags: string[] = [], at?: string) {
  const clock = () => (at ? new Date(at) : new Date())
  const failures = await replicateOnce(settingsOf(data, to, flags), clock)
  return failures.map(({ name, why }) => `${name}: ${why}`)
}

export async function withCopier<T>(settings: CopierSettings, run: (copier: OpenCopier) => Promise<T>) {
  const copier = openCopier(settings, () => new Date())
  try {
    return await run(copier)
  } finally {
    copier.close()
  }
}

export const refused = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'not refused',
    (error: Error) => error.message,
  )

/** The newest places of an account, which tests write to tell its copies apart. */
export function readPlaces(data: string, account = YARD): string[] {
  const open = openData(data)
  try {
    return open.tenants.read(accountOf(open, account).id, (db) =>
      prepared<{ name: string }>(db, "SELECT name FROM locations WHERE name LIKE 'Place %' ORDER BY name")
        .all()
        .map(({ name }) => name),
    )
  } finally {
    open.close()
  }
}

export async function addPlace(data: string, name: string, account = YARD) {
  const open = openData(data)
  try {
    await open.tenants.write(accountOf(open, account).id, { userid: null, name: 'Test' }, ({ db, now }) => {
      const values = [Bun.randomUUIDv7(), `Place ${name}`, now, now]
      prepared(db, 'INSERT INTO locations (id, name, createdutc, updatedutc) VALUES (?, ?, ?, ?)').run(values)
    })
  } finally {
    open.close()
  }
}

type Open = ReturnType<typeof openData>

const accountOf = ({ platform }: Open, name: string) =>
  platform.read(accountNames).find((one) => one.name === name) as AccountName

export function accountId(data: string, name = YARD): string {
  const open = openData(data)
  try {
    return accountOf(open, name).id
  } finally {
    open.close()
  }
}

export function addUpload(data: string, id: string, bytes: Uint8Array): string {
  const folder = join(data, 'files', id)
  mkdirSync(folder, { recursive: true })
  const path = join(folder, Bun.randomUUIDv7())
  writeFileSync(path, bytes)
  return path
}

export const randomBytes = (size: number) => crypto.getRandomValues(new Uint8Array(size))

/** Into a new folder, or the one named. */
export async function restoreFrom(
  from: string,
  flags: string[] = [],
  data = join(temporaryFolder(), 'data'),
) {
  const { status, out, err } = await joblane(['restore', '--from', from, '--data', data, ...flags])
  return { data, status, out, err: err.trim() }
}

export async function newKey(): Promise<string> {
  const path = join(temporaryFolder(), 'key')
  await joblane(['replicate', '--new-key', path])
  return path
}
