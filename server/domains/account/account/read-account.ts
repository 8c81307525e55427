import { accountById } from '#db/queries/platform/accounts.ts'
import { notFound } from '#server/errors.ts'
import type { Context } from '#server/http/context.ts'
import { presentAccount, presentName, presentWithFees } from './present.ts'

const findOwn = (c: Context) => {
  const account = c.platform.read((db) => accountById(db, c.person.accountid))
  if (!account) throw notFound('account')
  return account
}

/** Everybody in an account may know who it is; what it agreed, pays and sends its mails by, who manages it. */
export const readAccount = (
  c: Context,
): ReturnType<typeof presentName> | ReturnType<typeof presentWithFees> =>
  c.can('account.manage') ? c.platform.read((db) => presentWithFees(db, findOwn(c))) : presentName(findOwn(c))

export const readOwnAccount = (c: Context) => presentAccount(findOwn(c))

/** A test mail goes to the account's own address, else to whoever asks for it. */
export const testMailTo = (c: Context) => readOwnAccount(c).primaryemail || c.person.email

export const readMailServer = (c: Context) => ({
  testto: testMailTo(c),
  mailwaits: c.mailwaits() !== undefined,
  platformsends: c.services.config.smtp !== null,
})
