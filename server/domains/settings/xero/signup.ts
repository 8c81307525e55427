import {
  addXeroSignup,
  dropXeroSignup,
  putXeroConnection,
  type XeroSignup,
  xeroSignup,
} from '#db/queries/platform/xero.ts'
import { recordAudit } from '#server/access/audit.ts'
import { hashSecret, newSecret } from '#server/access/tokens.ts'
import { addMs, DAY_MS } from '#server/instants.ts'
import type { Services } from '#server/services.ts'
import type { XeroGrant } from '#server/xero/oauth.ts'
import { sealGrant } from '#server/xero/tokens.ts'

/** Time to confirm an address by mail, and to come back. */
export const SIGNUP_SECONDS = DAY_MS / 1000

/** Returns what the browser keeps; the tokens stay here. */
export async function keepSignup(services: Services, grant: XeroGrant): Promise<string> {
  const secret = newSecret()
  const now = services.clock().toISOString()
  const { firstname = '', lastname = '', email = '' } = grant.person ?? {}
  await services.platform.write((tx) => {
    dropXeroSignup(tx.db, '', tx.now)
    addXeroSignup(tx.db, {
      id: hashSecret(secret),
      ...sealGrant(services, grant, now),
      ...{ firstname: firstname.slice(0, 80), lastname: lastname.slice(0, 80), email: email.slice(0, 250) },
      untilutc: addMs(now, SIGNUP_SECONDS * 1000),
    })
  })
  return secret
}

export function findXeroSignup({ platform, clock }: Services, secret: string | undefined): XeroSignup | null {
  const found = secret ? platform.read((db) => xeroSignup(db, hashSecret(secret))) : null
  return found && found.untilutc > clock().toISOString() ? found : null
}

/** The new account begins connected; which organisation, its maker says next. */
export const giveSignup = (
  { platform }: Services,
  { id, tokens, accessuntilutc }: XeroSignup,
  by: { accountid: string; userid: string; name: string },
) =>
  platform.write((tx) => {
    const { accountid, userid, name } = by
    putXeroConnection(tx.db, { accountid, tokens, accessuntilutc, connectedby: name, connectedutc: tx.now })
    dropXeroSignup(tx.db, id, tx.now)
    recordAudit(tx, 'xeroconnected', { userid, accountid })
  })
