import { accountById } from '#db/queries/platform/accounts.ts'
import { findOpenLink, type OpenLink } from '#db/queries/work/job-links.ts'
import type { LinkPurpose } from '#db/schema/tenant/index.ts'
import { hashSecret } from '#server/access/tokens.ts'
import type { PublicContext } from '#server/http/context.ts'
import { isLive } from './answer-link.ts'
import { findLinkAccount } from './link-code.ts'
import { isOutdated } from './shown.ts'

export type LinkContext = PublicContext<{ code: string }>
type Named = { accountid?: string; codehash: string }
export type ReadLink = Named & { accountid: string; link: OpenLink; outdated: boolean }

export const nameLink = ({ services, params: { code } }: LinkContext): Named => ({
  accountid: services.platform.read((db) => findLinkAccount(db, code)),
  codehash: hashSecret(code),
})

/** Undefined for a code that was guessed, used, withdrawn, replaced or is past its day: all of them alike. */
export function readLink(c: LinkContext, purpose: LinkPurpose): ReadLink | undefined {
  const { accountid, codehash } = nameLink(c)
  if (!accountid || !c.services.tenants.exists(accountid)) return
  return c.services.tenants.read(accountid, (db) => {
    const link = findOpenLink(db, codehash)
    if (!link || !isLive(link, purpose, c.now().toISOString())) return
    return { accountid, codehash, link, outdated: isOutdated(db, link) }
  })
}

/** An expired account takes no answers (decision B5), however the client found it. */
export function takesAnswers({ platform, now }: LinkContext, accountid: string): boolean {
  const account = platform.read((db) => accountById(db, accountid))
  const expires = account?.utcexpires
  return account?.platformowner === true || !expires || expires > now().toISOString()
}
