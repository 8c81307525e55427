import { COMPLETE, REMOVED } from '#db/job-status.ts'
import { jobForPrint } from '#db/queries/documents.ts'
import { accountById } from '#db/queries/platform/accounts.ts'
import { findLinkByCode, findOpenLink, type OpenLink } from '#db/queries/work/job-links.ts'
import type { ClientAnswer, LinkPurpose } from '#db/schema/tenant/index.ts'
import type { TenantDb } from '#db/types.ts'
import { findLinkAccount } from '#server/access/link-code.ts'
import { hashSecret } from '#server/access/tokens.ts'
import type { PublicContext } from '#server/http/context.ts'
import { agreedVisit } from '#views/ui/visit-time.ts'
import type { AgreedDeposit } from '#views/work/joblinks/agreed-deposit.tsx'
import { readAgreedDeposit } from './agreed-deposit.ts'
import { isLive } from './answer-link.ts'
import { isOutdated, type Shown } from './shown.ts'

export type LinkContext = PublicContext<{ code: string }>
type Named = { accountid: string; codehash: string }
/** `visit`: as it is agreed now, whatever was sent. */
type Visited = { visit: string | undefined }
export type ReadLink = Named & Visited & { link: OpenLink; outdated: boolean }

/** Undefined where no account has such codes. */
export async function nameLink({ services, params: { code } }: LinkContext): Promise<Named | undefined> {
  const accountid = await findLinkAccount(services.platform, code)
  if (accountid && services.tenants.exists(accountid)) return { accountid, codehash: hashSecret(code) }
}

/** Undefined for a code that was guessed, used, withdrawn, replaced or is past its day. */
export async function readLink(c: LinkContext, purpose: LinkPurpose): Promise<ReadLink | undefined> {
  const named = await nameLink(c)
  if (!named) return
  return c.services.tenants.read(named.accountid, (db) => {
    const link = findOpenLink(db, named.codehash)
    if (!link || !isLive(link, purpose, c.now().toISOString())) return
    return { ...named, link, outdated: isOutdated(db, link), visit: readAgreedVisit(db, link.jobid) }
  })
}

export type LinkAnswer = {
  answer: ClientAnswer
  name: string
  comment: string
  dateutc: string
  /** As a PNG. */
  signature?: Uint8Array
}
/** `answered`: while it would still work, had nobody answered. */
export type EndedLink = Named &
  Visited & {
    shown: Shown
    paper: string
    linkid: string
    answered?: LinkAnswer
    deposit?: AgreedDeposit
  }

function readAgreedVisit(db: TenantDb, jobid: string): string | undefined {
  const found = jobForPrint(db, jobid)
  return found && found.job.status < COMPLETE ? agreedVisit(found.job) : undefined
}

/** What a link showed that worked before: whoever has its code knows whom it is from. Undefined for a code that never did. */
export async function readEndedLink(c: LinkContext, purpose: LinkPurpose): Promise<EndedLink | undefined> {
  const named = await nameLink(c)
  if (!named) return
  return c.services.tenants.read(named.accountid, (db) => {
    const link = findLinkByCode(db, named.codehash)
    if (!link || link.purpose !== purpose) return
    const { answer, answeredby, answeredutc, comment, signature, paper, id: linkid } = link
    const shown: Shown = JSON.parse(link.shown)
    const stands = link.ended === 'answered' && link.expiresutc > c.now().toISOString()
    return {
      ...named,
      ...{ shown, paper, linkid, visit: readAgreedVisit(db, link.jobid) },
      answered:
        stands && link.status !== REMOVED && answer && answeredutc
          ? {
              ...{ answer, name: answeredby ?? '', comment: comment ?? '', dateutc: answeredutc },
              signature: signature ?? undefined,
            }
          : undefined,
      deposit: stands && answer === 'approve' ? readAgreedDeposit(db, link, shown) : undefined,
    }
  })
}

/** An expired account takes no answers (decision B5), however the client found it. */
export function takesAnswers({ platform, now }: LinkContext, accountid: string): boolean {
  const account = platform.read((db) => accountById(db, accountid))
  const expires = account?.utcexpires
  return account?.platformowner === true || !expires || expires > now().toISOString()
}
