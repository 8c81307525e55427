import type { AccountRow } from '#db/queries/platform/accounts.ts'

/** An account for who manages it. The password of its mail server never leaves: only whether there is one. */
export const presentAccount = (account: AccountRow) => {
  const { id, version, name, reference, primaryemail, primaryphone, utcexpires, subscribed } = account
  const { logofile, size, seatspaid, smtpserver, smtpport, smtpusername, smtppassword } = account
  return {
    ...{ id, version, name, reference, primaryemail, primaryphone, utcexpires, subscribed },
    ...{ logofile, size, seatspaid, smtpserver, smtpport, smtpusername },
    smtppasswordset: smtppassword !== null,
  }
}

export type Account = ReturnType<typeof presentAccount>

/** What everybody in it may know: who it is. */
export const presentName = ({ id, name }: Pick<AccountRow, 'id' | 'name'>) => ({ id, name })
