import { and, desc, eq, isNull, sql } from 'drizzle-orm'
import { job_link_pdfs, job_links, job_sets, job_signatures, jobs } from '#db/schema/tenant/index.ts'
import { prepared } from '#db/sqlite.ts'
import { type Params, type RowOf, statement } from '#db/statement.ts'
import type { TenantDb } from '#db/types.ts'

const shownLink = {
  id: job_links.id,
  jobid: job_links.jobid,
  purpose: job_links.purpose,
  organisation: job_links.organisation,
  jobversion: job_links.jobversion,
  shown: job_links.shown,
  paper: job_links.paper,
  sha256: job_links.sha256,
  totalcents: job_links.totalcents,
  sentto: job_links.sentto,
  userid: job_links.userid,
  createdby: job_links.createdby,
  createdutc: job_links.createdutc,
  expiresutc: job_links.expiresutc,
  openedutc: job_links.openedutc,
  reference: jobs.reference,
  status: jobs.status,
}

const byCode = statement((q, p: Params<{ codehash: string }>) =>
  q
    .select(shownLink)
    .from(job_links)
    .innerJoin(jobs, eq(jobs.id, job_links.jobid))
    .where(and(eq(job_links.codehash, p.codehash), isNull(job_links.endedutc))),
)
export type OpenLink = RowOf<typeof byCode>

/** One that was not used, withdrawn or replaced. */
export const findOpenLink = (db: TenantDb, codehash: string) => byCode.get(db, { codehash })

const endedByCode = statement((q, p: Params<{ codehash: string }>) =>
  q
    .select({
      ...shownLink,
      ended: job_links.ended,
      answer: job_sets.answer,
      answeredby: job_sets.name,
      answeredutc: job_sets.createdutc,
      comment: job_sets.comment,
      signature: job_signatures.png,
    })
    .from(job_links)
    .innerJoin(jobs, eq(jobs.id, job_links.jobid))
    .leftJoin(job_sets, eq(job_sets.linkid, job_links.id))
    .leftJoin(job_signatures, eq(job_signatures.setid, job_sets.id))
    .where(eq(job_links.codehash, p.codehash)),
)

/** Also one that was used, withdrawn or replaced. */
export const findLinkByCode = (db: TenantDb, codehash: string) => endedByCode.get(db, { codehash })

const pdf = statement((q, p: Params<{ linkid: string }>) =>
  q.select({ bytes: job_link_pdfs.bytes }).from(job_link_pdfs).where(eq(job_link_pdfs.linkid, p.linkid)),
)

export const linkPdf = (db: TenantDb, linkid: string) => pdf.get(db, { linkid })?.bytes

const ofJob = statement((q, p: Params<{ jobid: string }>) =>
  q
    .select({
      id: job_links.id,
      jobid: job_links.jobid,
      purpose: job_links.purpose,
      organisation: job_links.organisation,
      jobversion: job_links.jobversion,
      shown: job_links.shown,
      sha256: job_links.sha256,
      totalcents: job_links.totalcents,
      sentto: job_links.sentto,
      createdby: job_links.createdby,
      createdutc: job_links.createdutc,
      expiresutc: job_links.expiresutc,
      openedutc: job_links.openedutc,
      endedutc: job_links.endedutc,
      ended: job_links.ended,
      setid: job_sets.id,
      answer: job_sets.answer,
      name: job_sets.name,
      comment: job_sets.comment,
      answeredutc: job_sets.createdutc,
      address: job_sets.address,
      signatureid: job_signatures.id,
    })
    .from(job_links)
    .leftJoin(job_sets, eq(job_sets.linkid, job_links.id))
    .leftJoin(job_signatures, eq(job_signatures.setid, job_sets.id))
    .where(eq(job_links.jobid, p.jobid))
    .orderBy(desc(job_links.id)),
)
const codesOfJob = statement((q, p: Params<{ jobid: string }>) =>
  q
    .select({ codehash: job_links.codehash, endedutc: job_links.endedutc })
    .from(job_links)
    .where(eq(job_links.jobid, p.jobid)),
)

/** Of all its links, with when each ended. */
export const listJobLinkCodes = (db: TenantDb, jobid: string) => codesOfJob.all(db, { jobid })

export type JobLinkRow = RowOf<typeof ofJob>

/** Newest first. */
export const listJobLinks = (db: TenantDb, jobid: string) => ofJob.all(db, { jobid })

const facts = statement((q, p: Params<{ jobid: string }>) =>
  q
    .select({
      purpose: job_links.purpose,
      createdutc: job_links.createdutc,
      expiresutc: job_links.expiresutc,
      openedutc: job_links.openedutc,
      ended: job_links.ended,
      setid: job_sets.id,
      answer: job_sets.answer,
      name: job_sets.name,
      comment: job_sets.comment,
      answeredutc: job_sets.createdutc,
      signatureid: job_signatures.id,
    })
    .from(job_links)
    .leftJoin(job_sets, eq(job_sets.linkid, job_links.id))
    .leftJoin(job_signatures, eq(job_signatures.setid, job_sets.id))
    .where(
      and(
        eq(job_links.jobid, p.jobid),
        sql`${job_links.id} IN (SELECT max(l.id) FROM ${job_links} AS l WHERE l.jobid = ${p.jobid} GROUP BY l.purpose)`,
      ),
    )
    .orderBy(job_links.purpose),
)

/** Of the newest link for each purpose. */
export const listLinkFacts = (db: TenantDb, jobid: string) => facts.all(db, { jobid })

const repeated = statement((q, p: Params<{ codehash: string; once: string }>) =>
  q
    .select({ id: job_sets.id, answer: job_sets.answer, name: job_sets.name })
    .from(job_sets)
    .innerJoin(job_links, eq(job_links.id, job_sets.linkid))
    .where(and(eq(job_links.codehash, p.codehash), eq(job_sets.once, p.once))),
)

/** The answer that the same form gave before. */
export const findRepeatedAnswer = (db: TenantDb, codehash: string, once: string) =>
  once === '' ? null : repeated.get(db, { codehash, once })

const isApproval = (jobid: Params<{ jobid: string }>['jobid']) =>
  and(eq(job_sets.jobid, jobid), sql`${job_links.purpose} = 'approve'`, sql`${job_sets.answer} = 'approve'`)

const approval = statement((q, p: Params<{ jobid: string }>) =>
  q
    .select({
      name: job_sets.name,
      createdutc: job_sets.createdutc,
      totalcents: job_links.totalcents,
      shown: job_links.shown,
      organisation: job_links.organisation,
    })
    .from(job_sets)
    .innerJoin(job_links, eq(job_links.id, job_sets.linkid))
    .where(isApproval(p.jobid))
    .orderBy(desc(job_sets.createdutc))
    .limit(1),
)

/** The newest by a client: of what total with VAT, and what they were shown. */
export const latestApproval = (db: TenantDb, jobid: string) => approval.get(db, { jobid })

const signature = statement((q, p: Params<{ setid: string; id: string }>) =>
  q
    .select({ png: job_signatures.png, jobid: job_sets.jobid })
    .from(job_signatures)
    .innerJoin(job_sets, eq(job_sets.id, job_signatures.setid))
    .where(and(eq(job_signatures.id, p.id), eq(job_signatures.setid, p.setid))),
)

export const findSignature = (db: TenantDb, setid: string, id: string) => signature.get(db, { setid, id })

export const endLink = (db: TenantDb, id: string, why: string, now: string) =>
  prepared(db, 'UPDATE job_links SET endedutc = ?, ended = ? WHERE id = ?').run([now, why, id])

export const setLinkOpened = (db: TenantDb, id: string, now: string) =>
  prepared(db, 'UPDATE job_links SET openedutc = coalesce(openedutc, ?) WHERE id = ?').run([now, id])

/** It goes out anew, with the last day that is chosen now. */
export const setLinkSent = (db: TenantDb, id: string, sentto: string, expiresutc: string) =>
  prepared(db, 'UPDATE job_links SET sentto = ?, expiresutc = ? WHERE id = ?').run([sentto, expiresutc, id])
