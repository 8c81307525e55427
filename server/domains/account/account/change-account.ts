import { and, eq } from 'drizzle-orm'
import { type AccountRow, accountById } from '#db/queries/platform/accounts.ts'
import { accounts } from '#db/schema/platform/platform.ts'
import type { PlatformTx } from '#db/types.ts'
import { recordAudit } from '#server/access/audit.ts'
import type { Config } from '#server/config.ts'
import type { Encryption } from '#server/encryption.ts'
import { notFound } from '#server/errors.ts'
import { formatPlainValue } from '#server/history.ts'
import { liesInside } from '#server/inside-network.ts'
import { omitUndefined } from '#server/omit-undefined.ts'
import { versionConflict } from '#server/version-conflict.ts'
import { type Details, findWrongDetails, NOT_VALID, rejectDetails } from './check-details.ts'
import { presentWithFees } from './present.ts'

type AccountValues = Details & {
  smtpserver?: string | null
  smtpport?: number | null | ''
  smtpusername?: string | null
  /** Empty: the one that is kept. */
  smtppassword?: string
  version?: number
}

type By = { userid: string; address: string; detail?: string }

/**
 * A mail password stays with the server and user it was given for, else a change of settings could send it
 * elsewhere. @throws 400 by field, 404, 409
 */
export function changeAccount(
  tx: PlatformTx,
  encryption: Encryption,
  id: string,
  given: AccountValues,
  by: By,
): AccountRow {
  const before = accountById(tx.db, id)
  if (!before) throw notFound('account')
  const { version, smtppassword, ...values } = given
  const after = withoutServer(values)
  if (version !== undefined && version !== before.version)
    throw versionConflict(presentWithFees(tx.db, before), before, after, formatPlainValue)
  rejectDetails(
    { ...findWrongDetails(after), ...wrongServer({ ...before, ...after }, smtppassword) },
    NOT_VALID,
  )
  const password = passwordAfter(before, after, smtppassword, encryption)
  const changed = Object.entries(after)
    .filter(([name, value]) => value !== undefined && value !== before[name as keyof AccountRow])
    .map(([name]) => name)
  if (password !== before.smtppassword) changed.push('smtppassword')
  if (changed.length === 0) return before
  tx.db
    .update(accounts)
    .set({ ...after, smtppassword: password, version: before.version + 1, updatedutc: tx.now })
    .where(and(eq(accounts.id, id), eq(accounts.version, before.version)))
    .run()
  recordAudit(tx, 'accountchanged', {
    userid: by.userid,
    accountid: id,
    address: by.address,
    detail: [by.detail, changed.join(', ')].filter(Boolean).join(': '),
  })
  return accountById(tx.db, id) as AccountRow
}

/** Emptied is null or no text. With the server goes what is kept with it, unless that is given anew. */
function withoutServer({ smtpserver, smtpport, smtpusername, ...values }: Omit<AccountValues, 'version'>) {
  const gone = smtpserver !== undefined && !smtpserver
  const [port, username] = gone ? [smtpport ?? null, smtpusername ?? ''] : [smtpport, smtpusername]
  return omitUndefined({
    ...values,
    smtpserver: smtpserver === null ? '' : smtpserver,
    smtpport: port === undefined ? undefined : port || null,
    smtpusername: username === null ? '' : username,
  })
}

const HOST = /^(?=.{1,250}$)([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?)(\.[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?)*$/i

function wrongServer({ smtpserver, smtpport, smtpusername }: AccountRow, password?: string) {
  const wrong: Record<string, string> = {}
  if (smtpserver && !HOST.test(smtpserver))
    wrong.smtpserver = 'This is the name of a server, such as mail.example.co.za.'
  if (!smtpserver && smtpport) wrong.smtpserver = 'Name the server that this port belongs to.'
  if (!smtpserver && (smtpusername || password))
    wrong.smtpserver = 'Name the server that this user belongs to.'
  if (password && !smtpusername) wrong.smtpusername = 'Name the user that this password belongs to.'
  return wrong
}

/** @throws 400 where accounts may not send there */
export async function refuseInsideServer({ smtpprivate }: Pick<Config, 'smtpprivate'>, server?: string) {
  if (smtpprivate || !server || !HOST.test(server) || !(await liesInside(server))) return
  rejectDetails(
    {
      smtpserver:
        'This server stands inside the network of this installation, where accounts may not send. Whoever runs it can let all mail go over it by the setting JOBLANE_SMTP, or let accounts name it by JOBLANE_SMTP_PRIVATE=true.',
    },
    NOT_VALID,
  )
}

function passwordAfter(
  before: AccountRow,
  after: Pick<AccountValues, 'smtpserver' | 'smtpusername'>,
  given: string | undefined,
  encryption: Encryption,
): string | null {
  if (given) return encryption.encrypt(given)
  const { smtpserver = before.smtpserver, smtpusername = before.smtpusername } = after
  const same = smtpserver === before.smtpserver && smtpusername === before.smtpusername
  return same ? before.smtppassword : null
}

/** Hangs an uploaded picture on the account. The version stays: the logo is no field of the form that may be open. */
export function setAccountLogo(tx: PlatformTx, id: string, logo: { file: string; type: string }, by: By) {
  tx.db
    .update(accounts)
    .set({ logofile: logo.file, logotype: logo.type, updatedutc: tx.now })
    .where(eq(accounts.id, id))
    .run()
  recordAudit(tx, 'accountchanged', { userid: by.userid, accountid: id, address: by.address, detail: 'logo' })
}
