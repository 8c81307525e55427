import { jobForPrint } from '#db/queries/documents.ts'
import { type AttachmentRow, listAttachments } from '#db/queries/work/attachments.ts'
import type { TenantDb } from '#db/types.ts'
import type { Viewer } from '#server/access/viewer.ts'
import { organisationParty, type Printable } from '#server/documents/parties.ts'
import { resolveOrganisation } from '#server/documents/resolve-organisation.ts'
import { visibleJob } from '#server/domains/work/jobs/find-job.ts'
import { notFound, Problem } from '#server/errors.ts'
import { readToday, readZone } from '#server/zone.ts'
import type { AttachmentReportData } from '#views/documents/types.ts'
import { instant, personName, shortDate } from '#views/format.ts'

const MOST_FILES = 500
export const MOST_PHOTOS = 200
/** Together: they are read whole to be appended. */
export const MOST_PDF_BYTES = 30_000_000

export type ReportedFile = Pick<AttachmentRow['attachment'], 'id' | 'filename' | 'media' | 'size'> & {
  added: string
}

type AttachmentReport = {
  reference: string
  files: ReportedFile[]
  head: Omit<Printable<AttachmentReportData>, 'files' | 'photos' | 'perpage'>
}

/** The files of a job by their group, the oldest first. @throws 404 for a job they do not see, 400 for one without files */
export function readAttachmentReport(db: TenantDb, viewer: Viewer, jobid: string): AttachmentReport {
  const { id, reference } = visibleJob(db, viewer, jobid)
  const print = jobForPrint(db, id)
  if (!print) throw notFound('job')
  const { rows, total } = listAttachments(db, 'jobs', id, { take: MOST_FILES })
  if (total === 0)
    throw new Problem(400, `No file is on job ${reference} yet, so there is nothing to report.`, {
      code: 'nofiles',
    })
  if (total > MOST_FILES)
    throw new Problem(400, `A report holds at most ${MOST_FILES} files, and job ${reference} has ${total}.`, {
      code: 'toomanyfiles',
    })
  const zone = readZone(db)
  const organisation = resolveOrganisation(db, { named: [print.job.organisation, print.boardorganisation] })
  return {
    reference,
    files: rows.toReversed().map(({ attachment, firstname, lastname }) => ({
      ...{ id: attachment.id, filename: attachment.filename, media: attachment.media, size: attachment.size },
      added: [
        instant(attachment.createdutc, zone),
        personName({ firstname: firstname ?? '', lastname: lastname ?? '', email: '' }),
      ]
        .filter(Boolean)
        .join(', '),
    })),
    head: {
      organisation: organisationParty(organisation),
      reference,
      client: print.client?.name ?? 'Cash sale',
      site: print.location?.name ?? '',
      subject: print.job.description,
      printed: shortDate(readToday(db)),
    },
  }
}
