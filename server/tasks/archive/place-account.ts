import { cpSync, existsSync, mkdirSync, readFileSync, renameSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { randomUUIDv7 } from 'bun'
import { tenantPath } from '#db/data-folder.ts'
import { movePerson } from '#db/queries/people/people.ts'
import { scheduleDigest } from '#db/queries/platform/digests.ts'
import {
  type AccountRecord,
  putAccount,
  putPerson,
  seatedPeople,
  writeSeat,
} from '#db/queries/platform/registry.ts'
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
