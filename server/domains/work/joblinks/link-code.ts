import { randomBytes } from 'node:crypto'
import { accountIds } from '#db/queries/outbox.ts'
import type { PlatformDb } from '#db/types.ts'

const TAG_BYTES = 6
const SECRET_BYTES = 16

/** An account's id is its key, which a client need not know: a code names it by a part of its hash. */
const tagOf = (accountid: string) =>
  Buffer.from(
    new Bun.CryptoHasher('sha256').update(`job links of ${accountid}`).digest().subarray(0, TAG_BYTES),
  )

/** 128 random bits (decision C7) behind the tag of the account: 30 characters. */
export const newLinkCode = (accountid: string) =>
  Buffer.concat([tagOf(accountid), randomBytes(SECRET_BYTES)]).toString('base64url')

/** Goes through all of them whatever the code, so that one that was guessed takes as long. */
export function findLinkAccount(db: PlatformDb, code: string): string | undefined {
  const tag = Buffer.from(code, 'base64url').subarray(0, TAG_BYTES)
  return accountIds(db).reduce<string | undefined>(
    (found, id) => (tagOf(id).equals(tag) ? id : found),
    undefined,
  )
}
