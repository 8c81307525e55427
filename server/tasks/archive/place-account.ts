import { cpSync, existsSync, mkdirSync, readFileSync, renameSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { randomUUIDv7 } from 'bun'
import { tenantPath } from '#db/data-folder.ts'
import { dropWaiting } from '#db/queries/outbox.ts'
import { movePerson } from '#db/queries/people/people.ts'
import { cancelDigest, scheduleDigest } from '#db/queries/platform/digests.ts'
import {
  type AccountRecord,
  putAccount,
  putPerson,
  seatedPeople,
  writeSeat,
} from '#db/queries/platform/registry.ts'
import { silenceWebhooks } from '#db/queries/settings/webhooks.ts'
import { releaseOwnership } from '#db/snapshot.ts'
import { SYSTEM } from '#db/types.ts'
import { queueMembershipSync, syncMemberships } from '#server/access/sync-membership.ts'
import { WrongSetting } from '#server/config.ts'
import type { OpenFolder } from '../folder.ts'

/** The copy is made beside first: after a crash it is whole or not there. `as` makes it another account. */
export function placeAccountFiles(
  from: string,
  data: string,
  id: string,
  as: { id: string; name: string } | null,
) {
  const to = as?.id ?? id
  const coming = `${tenantPath(data, to)}.coming`
  mkdirSync(dirname(coming), { recursive: true })
  cpSync(tenantPath(from, id), coming, { force: true })
  releaseOwnership(coming, as ?? undefined)
  const uploads = join(from, 'files', id)
  if (existsSync(uploads)) cpSync(uploads, join(data, 'files', to), { recursive: true })
  renameSync(coming, tenantPath(data, to))
}

/** @throws for an operator's account: who runs one installation does not run another by being carried there */
export function readGuestAccount(folder: string, id: string): AccountRecord {
  const record = JSON.parse(readFileSync(join(folder, 'accounts', `${id}.json`), 'utf8')) as AccountRecord
  if (!record.account.platformowner) return record
  throw new WrongSetting(
    'This is the account of the operator of another installation, which cannot be brought in.',
  )
}

/** Returns its name. `asof`: only to look into, as it was then, which nobody hears of. @throws as `readGuestAccount` */
export async function bringInCopy(
  open: OpenFolder,
  folder: string,
  id: string,
  name: string,
  { asof }: { asof?: string } = {},
): Promise<string> {
  const as = { id: randomUUIDv7(), name }
  const record = readGuestAccount(folder, id)
  placeAccountFiles(folder, open.dataFolder.path, id, as)
  const copy = asof ? { utcexpires: LONG_AGO, copyof: record.account.name, copiedutc: asof } : {}
  await registerCopiedAccount(open, { ...record, account: { ...record.account, ...as, ...copy } })
  // The first account sends them.
  await open.tenants.write(as.id, SYSTEM, ({ db }) => {
    dropWaiting(db)
    silenceWebhooks(db)
  })
  if (asof) await open.platform.write(({ db }) => cancelDigest(db, as.id))
  return name
}

/** An account that expired is read-only, makes no jobs and books nothing; of one this old nobody is told. */
const LONG_AGO = '2000-01-01T00:00:00.000Z'

/** Done again it changes nothing. Somebody whose e-mail is known here is that person, and signs in as before. */
export async function registerCopiedAccount({ platform, tenants }: OpenFolder, record: AccountRecord) {
  const { account, people } = record
  const moved = await platform.write(({ db, now }) => {
    putAccount(db, account)
    // Whether somebody there has chosen a digest only their own file knows.
    scheduleDigest(db, account.id, now)
    return people.map(({ user, seat }) => {
      const userid = putPerson(db, user, randomUUIDv7())
      writeSeat(db, { ...seat, id: randomUUIDv7(), userid, accountid: account.id, updatedutc: now })
      return { from: user.id, to: userid }
    })
  })
  await mirrorPeople({ platform, tenants }, account.id)
  await tenants.write(account.id, SYSTEM, (tx) => {
    for (const { from, to } of moved) if (from !== to) movePerson(tx.db, from, to)
    tx.invalidateCaches()
  })
}

export async function mirrorPeople(
  { platform, tenants }: Pick<OpenFolder, 'platform' | 'tenants'>,
  accountid: string,
) {
  const now = await platform.write((tx) => {
    for (const { user } of seatedPeople(tx.db, accountid))
      queueMembershipSync(tx, { accountid, userid: user.id, by: SYSTEM, changes: [] })
    return tx.now
  })
  await syncMemberships({ platform, tenants }, now)
}
