import { jobForPrint } from '#db/queries/documents.ts'
import { userById } from '#db/queries/people/users.ts'
import { linkPdf, type OpenLink } from '#db/queries/work/job-links.ts'
import { findJobPlace } from '#db/queries/work/jobs.ts'
import type { Tx } from '#db/tenants.ts'
import { canUserSeeJob } from '#server/access/viewer-of-user.ts'
import { findAddressee } from '#server/documents/find-addressee.ts'
import type { Encryption } from '#server/encryption.ts'
import { parseEmail } from '#server/mail/address.ts'
import { composeMail } from '#server/mail/compose.tsx'
import { queueMail } from '#server/mail/queue.ts'
import { readZone } from '#server/zone.ts'
import { instant } from '#views/format.ts'
import { AnswerMail } from '#views/mails/answer.tsx'
import { answeredName } from '#views/work/joblinks/words.ts'
import type { GivenAnswer } from './answer-link.ts'
import { answerVerb } from './answer-verbs.ts'
import type { Shown } from './shown.ts'

/** `pdf`: the paper that has it on it. */
type PrintedAnswer = GivenAnswer & { pdf?: Uint8Array }

/**
 * To the client and to whoever sent the link, if they may still see the job, else to the organisation, with the paper as it was shown and
 * with the answer on it. Returns whether the client has an address.
 */
export function mailAnswer(tx: Tx, encryption: Encryption, link: OpenLink, given: PrintedAnswer): boolean {
  const { data }: Shown = JSON.parse(link.shown)
  const verb = answerVerb(link.purpose, given.answer)
  const facts = [
    { label: 'Answered by', value: given.name },
    { label: 'When', value: instant(given.answeredutc, readZone(tx.db)) },
    { label: 'Comment', value: given.comment },
    { label: 'Signed', value: given.signature ? 'with a drawn signature, attached' : 'by typed name' },
    { label: 'Paper', value: `${link.paper}, SHA-256 ${link.sha256}` },
  ]
  const organisation = data.organisation.name
  const body = (
    <AnswerMail verb={verb} organisation={organisation} facts={facts.filter(({ value }) => value)} />
  )
  const letter = {
    ...composeMail(`${verb}: ${link.paper}`, body),
    accountid: tx.accountid,
    attachments: attachmentsOf(tx, link, given),
  }
  const ours = senderAddress(tx, link) || data.organisation.contactemail
  const theirs = link.sentto || clientAddress(tx, link.jobid)
  for (const [to, replyto] of [
    [theirs, parseEmail(data.organisation.contactemail ?? '') || ours],
    [ours, theirs],
  ])
    if (to && parseEmail(to)) queueMail(tx, encryption, { ...letter, to, replyto: replyto || undefined })
  return Boolean(parseEmail(theirs))
}

function senderAddress({ db }: Tx, { userid, jobid }: OpenLink): string | undefined {
  const job = findJobPlace(db, jobid)
  return userid && job && canUserSeeJob(db, userid, job) ? userById(db, userid)?.email : undefined
}

function clientAddress(tx: Tx, jobid: string): string {
  const job = jobForPrint(tx.db, jobid)
  return findAddressee([job?.location, job?.client]).to
}

function attachmentsOf(tx: Tx, { id, paper }: OpenLink, { signature, pdf: answered }: PrintedAnswer) {
  const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64')
  const pdf = linkPdf(tx.db, id)
  const contenttype = 'application/pdf'
  return [
    ...(answered ? [{ filename: answeredName(paper), contenttype, base64: base64(answered) }] : []),
    ...(pdf ? [{ filename: `${paper}.pdf`, contenttype, base64: base64(pdf) }] : []),
    ...(signature
      ? [{ filename: 'signature.png', contenttype: 'image/png', base64: base64(signature.png) }]
      : []),
  ]
}
