import { randomBytes } from 'node:crypto'
import type { PlatformAccess } from '#db/platform.ts'
import { accountByLinkTag, listUntagged, setLinkTag } from '#db/queries/platform/link-tags.ts'
import type { PlatformDb } from '#db/types.ts'

const TAG_BYTES = 6
const SECRET_BYTES = 16

/** An account's id is its key, which a client need not know: a code names it by a part of its hash. */
const tagOf = (accountid: string) =>
  new Bun.CryptoHasher('sha256').update(`job links of ${accountid}`).digest().subarray(0, TAG_BYTES)

/** 128 random bits (decision C7) behind the tag of the account: 30 characters. */
export const newLinkCode = (accountid: string) =>
  Buffer.concat([tagOf(accountid), randomBytes(SECRET_BYTES)]).toString('base64url')

/** Of those that came by an upgrade, or out of a copy of another installation. */
export function tagAccounts(db: PlatformDb) {
  for (const { id } of listUntagged(db)) setLinkTag(db, id, tagOf(id).toString('hex'))
}

export async function findLinkAccount(platform: PlatformAccess, code: string): Promise<string | undefined> {
  if (platform.read(listUntagged).length > 0) await platform.write(({ db }) => tagAccounts(db))
  const tag = Buffer.from(code, 'base64url').subarray(0, TAG_BYTES).toString('hex')
  return platform.read((db) => accountByLinkTag(db, tag))
}
