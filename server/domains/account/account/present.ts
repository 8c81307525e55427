import type { AccountRow } from '#db/queries/platform/accounts.ts'
import type { PlatformDb } from '#db/types.ts'
import { presentAccountFees, readSubscription } from '#server/domains/account/fees/present.ts'
import { toDecimal } from '#server/money/decimal.ts'

/** The password of its mail server never leaves: only whether there is one. */
export const presentAccount = (account: AccountRow) => {
  const { id, version, name, reference, primaryemail, primaryphone, utcexpires, subscribed } = account
  const { logofile, size, seatspaid, smtpserver, smtpport, smtpusername, smtppassword } = account
  return {
    id,
    version,
    name,
    reference,
    primaryemail,
    primaryphone,
    utcexpires,
    subscribed,
    logofile,
    size,
    seatspaid,
    smtpserver,
    smtpport,
    smtpusername,
    smtppasswordset: smtppassword !== null,
  }
}

/** `fee1` is what its choice comes to a month, in rand. */
export function presentWithFees(db: PlatformDb, account: AccountRow) {
  const { card, order } = readSubscription(db, account.id)
  return {
    ...presentAccount(account),
    fee1: toDecimal(card?.next?.amount ?? card?.amount ?? order?.amount ?? 0, 'cents'),
    accountfees: presentAccountFees(db, account.id),
  }
}

export const presentName = ({ id, name }: Pick<AccountRow, 'id' | 'name'>) => ({ id, name })
