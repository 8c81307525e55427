import { type JobForPrint, jobForPrint } from '#db/queries/documents.ts'
import { listJobLinks } from '#db/queries/work/job-links.ts'
import type { TenantDb } from '#db/types.ts'
import { linkReach } from '#server/access/link-reach.ts'
import { greet } from '#server/documents/greet.ts'
import type { PrintableDocument } from '#server/documents/print.ts'
import { notFound } from '#server/errors.ts'
import type { Context } from '#server/http/context.ts'
import { readZone } from '#server/zone.ts'
import { formatRand } from '#views/format.ts'
import { isLocal } from '#views/ui/link-reach.tsx'
import { jobRefresh, withQuery } from '#views/ui/links.ts'
import { type LinkLine, PublicLink } from '#views/work/joblinks/public-link.tsx'
import { lastMoment } from '#views/work/joblinks/words.ts'
import { answerVerb } from './answer-verbs.ts'
import { needsApproval } from './changed-since-approval.ts'
import { lastLinkDay } from './link-expiry.ts'
import { newestLink, type ShownLink } from './present-link.ts'
import { purposeOfKind } from './purposes.ts'
import type { Shown } from './shown.ts'

type Target = { kind: keyof typeof purposeOfKind; id: string; organisationid?: string }

/** Where no server takes mails, a link that the client can open is the way to send a paper. */
export const isLinkMain = (c: Pick<Context, 'services' | 'mailwaits'>) =>
  c.mailwaits() !== undefined && !isLocal(c.services.url)

/** One made just now, whose address is known this once. */
export type HandedLink = { url: string | undefined; isoperator: boolean; sites: readonly string[] }

export function jobPublicLink(
  c: Context,
  db: TenantDb,
  { kind, id, organisationid }: Target,
  made?: HandedLink,
) {
  const purpose = purposeOfKind[kind]
  const link = newestLink(db, id, purpose)
  const { job } = readPrintedJob(db, id)
  return (
    <PublicLink
      refresh={jobRefresh(id)}
      main={isLinkMain(c)}
      reach={linkReach(c)}
      lets={purpose === 'approve' ? 'approve the estimate' : 'accept the work'}
      handed={
        purpose === 'approve' && needsApproval(db, job)
          ? 'Once you handed it over, mark the paper as sent; it also counts as sent when the client opens it.'
          : undefined
      }
      dialogurl={withQuery(`/mail/${kind}/${id}`, { organisationid })}
      url={withQuery(`/mail/${kind}/${id}/link`, { organisationid })}
      withdrawurl={link && `/mail/links/${id}/${link.id}`}
      zone={readZone(db)}
      link={link && linkLine(link)}
      made={made?.url && link ? { ...made, url: made.url, ...message(db, id, made.url, link) } : undefined}
    />
  )
}

/** The last day that is proposed for a link to this paper. */
export const linkDay = (db: TenantDb, { document, data }: PrintableDocument) =>
  lastLinkDay(db, document === 'estimate' ? data.validuntil : undefined)

const linkLine = ({ set, ...link }: ShownLink): LinkLine => ({
  ...link,
  ...(set?.answer && {
    answer: {
      set: set.id,
      words: answerVerb(link.purpose, set.answer),
      name: set.name ?? '',
      comment: set.comment ?? '',
      dateutc: set.dateutc ?? '',
      signature: set.signature,
    },
  }),
})

function readPrintedJob(db: TenantDb, id: string): JobForPrint {
  const found = jobForPrint(db, id)
  if (!found) throw notFound('job')
  return found
}

/** What a message on a phone says, and whose number it goes to. */
function message(db: TenantDb, jobid: string, url: string, { id, purpose, expires }: ShownLink) {
  const { client, job } = readPrintedJob(db, jobid)
  const row = listJobLinks(db, jobid).find((link) => link.id === id)
  if (!row) throw notFound('link')
  const { data }: Shown = JSON.parse(row.shown)
  const { reference, description } = job
  const what = `${reference}${description ? ` (${description.slice(0, 60)})` : ''}`
  const ask =
    purpose === 'approve'
      ? `Here is the estimate ${what} of ${formatRand(row.totalcents ?? 0)} from ${data.organisation.name}. Please look at it and approve it here`
      : `Here is the work done, ${what}, from ${data.organisation.name}. Please look at it and accept it here`
  const whom = client?.contactname || client?.name
  return {
    message: `${greet(whom)} ${ask}, until ${lastMoment(expires, readZone(db))}: ${url}`,
    number: client?.contactnumber ?? '',
  }
}
