import type { ReactElement } from 'react'
import { userById } from '#db/queries/people/users.ts'
import { Problem } from '#server/errors.ts'
import { credentials, isSignedIn } from '#server/http/authenticate.ts'
import type { Reply } from '#server/http/context.ts'
import { rateWindow } from '#server/http/rate-window.ts'
import { publicView } from '#server/http/reply.ts'
import { wantsJson } from '#server/http/request.ts'
import type { Party } from '#views/documents/types.ts'
import { DeadLink } from '#views/work/joblinks/dead-link.tsx'
import type { LinkContext } from './link-reader.ts'

const reads = rateWindow(60)

/** A minute from one network, of all that links show: a client looks at a page some times, a guess needs 2^127 tries. @throws 429 */
export const countRead = ({ services, request }: LinkContext) => reads(services, request, 1)

/** No search engine keeps it, and no page that is opened from it learns the code. */
export const CLIENT_HEADERS = { 'referrer-policy': 'no-referrer', 'x-robots-tag': 'noindex, nofollow' }

export const clientReply = (body: ReactElement, title: string, name = '', status = 200): Reply =>
  publicView(body, {
    title,
    status,
    width: 'wide',
    forclient: { name, script: 'sign.js' },
    headers: CLIENT_HEADERS,
  })

/** `organisation`: whose link it was, of one that worked before. @throws 404 for a program, which is told in JSON */
export function deadLink({ request }: LinkContext, organisation?: Party): Reply {
  if (wantsJson(request))
    throw new Problem(404, 'This link does not work. Ask whoever sent it for a new one.', {
      code: 'deadlink',
    })
  return clientReply(
    <DeadLink organisation={organisation} />,
    'This link does not work',
    organisation?.name,
    404,
  )
}

/** Somebody of the account, who looks at what the client will see, or hands over the device to answer on. */
export async function findOwnPerson({ services, request, now }: LinkContext, accountid: string) {
  const { row } = await credentials(services, request)
  if (!isSignedIn(row, now().toISOString()) || row.accountid !== accountid) return
  const person = services.tenants.read(accountid, (db) => userById(db, row.userid))
  return person && (`${person.firstname} ${person.lastname}`.trim() || person.email)
}
