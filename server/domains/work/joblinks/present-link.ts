import { type JobLinkRow, listJobLinks } from '#db/queries/work/job-links.ts'
import type { LinkPurpose } from '#db/schema/tenant/index.ts'
import type { TenantDb } from '#db/types.ts'
import { isOutdated } from './shown.ts'

export type LinkState = 'live' | 'expired' | 'answered' | 'withdrawn' | 'replaced'

function linkState({ ended, expiresutc }: Pick<JobLinkRow, 'ended' | 'expiresutc'>, now: Date): LinkState {
  if (ended) return ended
  return expiresutc <= now.toISOString() ? 'expired' : 'live'
}

type HandedRow = Pick<
  JobLinkRow,
  'id' | 'createdutc' | 'createdby' | 'sentto' | 'openedutc' | 'ended' | 'endedutc' | 'expiresutc'
>

/** Of a job, an invoice or a statement; never its code, of which only the hash is stored. */
export function presentHanded(row: HandedRow, now: Date) {
  const { id, createdutc, createdby, sentto, openedutc, endedutc, expiresutc } = row
  return {
    ...{ id, createdutc, createdby, sentto, openedutc, endedutc },
    state: linkState(row, now),
    expires: expiresutc,
  }
}

function presentLink(db: TenantDb, row: JobLinkRow) {
  const { purpose, sha256, jobversion } = row
  const handed = presentHanded(row, db.now())
  return {
    ...{ ...handed, purpose, sha256, jobversion },
    /** The job says something else by now: who opens it is told to ask for a new one. */
    outdated: handed.state === 'live' && isOutdated(db, row),
    set: presentSet(row),
  }
}

const presentSet = ({ setid, answer, name, comment, answeredutc, address, signatureid }: JobLinkRow) =>
  setid === null
    ? null
    : { id: setid, answer, name, comment, dateutc: answeredutc, address, signature: signatureid }

export type ShownLink = ReturnType<typeof presentLink>

export const readJobLinks = (db: TenantDb, jobid: string): ShownLink[] =>
  listJobLinks(db, jobid).map((row) => presentLink(db, row))

/** What became of the newest link for this purpose. */
export const newestLink = (db: TenantDb, jobid: string, purpose: LinkPurpose): ShownLink | undefined => {
  const row = listJobLinks(db, jobid).find((link) => link.purpose === purpose)
  return row && presentLink(db, row)
}
