import { randomUUIDv7 } from 'bun'
import { APPROVE } from '#db/job-status.ts'
import {
  endLink,
  findOpenLink,
  findRepeatedAnswer,
  type OpenLink,
  setLinkOpened,
} from '#db/queries/work/job-links.ts'
import { bumpEditedVersion, findJobPlace } from '#db/queries/work/jobs.ts'
import { type ClientAnswer, job_sets, job_signatures, type LinkPurpose } from '#db/schema/tenant/index.ts'
import { prepared } from '#db/sqlite.ts'
import type { Tx } from '#db/tenants.ts'
import { recordOffer } from '#server/domains/work/jobdocuments/estimate-revision.ts'
import { approveJob } from '#server/domains/work/jobs/approval.ts'
import { withdrawEstimateMails } from '#server/domains/work/jobs/estimate-mail.ts'
import { checkMoveAssertions } from '#server/domains/work/jobs/guard-move.ts'
import { setEstimateSent } from '#server/domains/work/jobs/mark-estimate-sent.ts'
import { changePlace } from '#server/domains/work/jobs/place-job.ts'
import { touchJob } from '#server/domains/work/jobs/touch-job.ts'
import { invalid, Problem } from '#server/errors.ts'
import { recordHistory } from '#server/history.ts'
import { withdrawMails } from '#server/mail/papers.ts'
import type { Signature } from '#server/signature.ts'
import { readZone, todayIn } from '#server/zone.ts'
import { answerVerb, sayBeside } from './answer-verbs.ts'
import { kindOfPurpose } from './purposes.ts'
import { answerable, isOutdated, type Shown } from './shown.ts'
import { tellOfAnswer } from './tell-of-answer.ts'

export type GivenAnswer = {
  answer: ClientAnswer
  name: string
  comment: string
  once: string
  /** When, as its paper says too. */
  answeredutc: string
  signature?: { drawn: Signature; png: Uint8Array }
  address: string
  agent: string
  /** Who of the account is signed in where it was given: a person of the business can open the link too. */
  beside?: string
}

export type AnswerOutcome = {
  link?: OpenLink
  answer: ClientAnswer
  name: string
  setid: string
  stays?: string
}

export const isLive = (link: OpenLink, purpose: LinkPurpose, now: string) =>
  link.purpose === purpose && link.expiresutc > now && answerable[purpose].includes(link.status)

/** @throws 400 by field */
export function checkAnswer({ answer, name, comment }: Pick<GivenAnswer, 'answer' | 'name' | 'comment'>) {
  if (!name) throw invalid({ name: 'Type your name.' })
  if (!comment && answer === 'refuse') throw invalid({ comment: 'Say in a few words why you refuse.' })
  if (!comment && answer === 'change') throw invalid({ comment: 'Say in a few words what should change.' })
}

/** Who answers is nobody of the account, and must not read as one. */
export const clientActor = (name: string) => ({ userid: null, name: `${name} (client)` })

/** Undefined for a code that does not work, or not any more. @throws 409 `outdated`: the job says something else by now */
export function answerLink(
  tx: Tx,
  { codehash, purpose }: { codehash: string; purpose: LinkPurpose },
  given: GivenAnswer,
): AnswerOutcome | undefined {
  const link = findOpenLink(tx.db, codehash)
  if (!link) {
    const before = findRepeatedAnswer(tx.db, codehash, given.once)
    return before ? { setid: before.id, answer: before.answer, name: before.name } : undefined
  }
  if (!isLive(link, purpose, tx.now)) return
  if (isOutdated(tx.db, link)) throw new Problem(409, 'This changed since it was sent.', { code: 'outdated' })
  const setid = storeSet(tx, link, given)
  endLink(tx.db, link.id, 'answered', tx.now)
  // Without a script nothing told of the reader before.
  if (link.openedutc === null) markLinkOpened(tx, link)
  recordHistory(tx, 'jobs', link.jobid, [
    { field: 'answer', oldvalue: '', newvalue: answerWords(purpose, given) },
  ])
  withdrawPaper(tx, link.jobid, purpose, `${given.name} answered by the link.`)
  if (purpose === 'approve' && isUnsent(tx, link.jobid)) setEstimateSent(tx, link.jobid, validUntil(link))
  const stays =
    purpose === 'approve' && given.answer === 'approve' ? approve(tx, link.jobid, given) : undefined
  touchJob(tx, link.jobid)
  if (purpose === 'approve') tx.publish('RecordChanged', [{ table: 'estimates', id: link.jobid }])
  tellOfAnswer(tx, link, given, stays)
  return { link, answer: given.answer, name: given.name, setid, stays }
}

function withdrawPaper(tx: Tx, jobid: string, purpose: LinkPurpose, why: string) {
  if (purpose === 'approve') withdrawEstimateMails(tx, jobid, why)
  else withdrawMails(tx, { kind: kindOfPurpose[purpose], id: jobid }, { why })
}

/** It is seen on its job, and in its history. */
export function markLinkOpened(tx: Tx, { id, jobid, paper, shown }: OpenLink) {
  setLinkOpened(tx.db, id, tx.now)
  const { document, data }: Shown = JSON.parse(shown)
  if (document === 'estimate') recordOffer(tx, jobid, data)
  recordHistory(tx, 'jobs', jobid, [{ field: 'link', oldvalue: '', newvalue: `${paper} opened by its link` }])
}

function storeSet(tx: Tx, { id: linkid, jobid }: OpenLink, given: GivenAnswer): string {
  const { answer, name, comment, address, agent, once, signature, answeredutc } = given
  const id = randomUUIDv7()
  tx.db
    .insert(job_sets)
    .values({ id, jobid, linkid, answer, name, comment, address, agent, once, createdutc: answeredutc })
    .run()
  if (signature)
    tx.db
      .insert(job_signatures)
      .values({
        id: randomUUIDv7(),
        setid: id,
        strokes: JSON.stringify(signature.drawn),
        png: Buffer.from(signature.png),
      })
      .run()
  return id
}

/** What reached its reader was sent, in whatever way. */
export const isUnsent = ({ db }: Tx, jobid: string) =>
  prepared<{ estimatesentutc: string | null }>(db, 'SELECT estimatesentutc FROM jobs WHERE id = ?').get([
    jobid,
  ])?.estimatesentutc === null

export const validUntil = ({ shown }: Pick<OpenLink, 'shown'>): string | undefined =>
  JSON.parse(shown).data.validuntil

/** Returns why the job stays on its lane, where a rule of the account keeps it there: approved it is all the same. */
function approve(tx: Tx, jobid: string, { name }: GivenAnswer): string | undefined {
  acceptEstimate(tx, jobid, name)
  const job = findJobPlace(tx.db, jobid)
  if (!job || job.status >= APPROVE) return
  try {
    checkMoveAssertions(tx.db, jobid, job.boardid, job.status, APPROVE)
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    if (job.approvedutc === null) approveJob(tx, jobid)
    return error.message
  }
  changePlace(tx, job, { status: APPROVE })
}

function acceptEstimate(tx: Tx, jobid: string, name: string) {
  const today = todayIn(readZone(tx.db), new Date(tx.now))
  prepared(tx.db, 'UPDATE jobs SET acceptedby = ?, acceptedon = ? WHERE id = ?').run([name, today, jobid])
  bumpEditedVersion(tx.db, jobid)
  recordHistory(tx, 'jobs', jobid, [
    { field: 'acceptedby', oldvalue: '', newvalue: name },
    { field: 'acceptedon', oldvalue: '', newvalue: today },
  ])
}

const answerWords = (purpose: LinkPurpose, { answer, name, comment, signature, beside }: GivenAnswer) =>
  `${answerVerb(purpose, answer)} by ${name}, ${signature ? 'with a drawn signature' : 'by typed name'}${sayBeside(beside)}${comment && `: ${comment}`}`
