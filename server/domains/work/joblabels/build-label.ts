import { jobForPrint } from '#db/queries/documents.ts'
import { type LabelledPiece, listJobPieces, listPacked } from '#db/queries/work/job-labels.ts'
import { type LineRow, listJobLines } from '#db/queries/work/materials.ts'
import type { TenantDb } from '#db/types.ts'
import type { Viewer } from '#server/access/viewer.ts'
import { lineName } from '#server/domains/work/jobdocuments/build-price-document.ts'
import { visibleJob } from '#server/domains/work/jobs/find-job.ts'
import { notFound } from '#server/errors.ts'
import type { StickerLabel } from '#views/documents/labels.ts'
import { formatQuantity } from '#views/format.ts'

export type LabelKind = 'package' | 'storage'

/** What may be chosen for a label of a job; `detail` tells two of the same name apart. */
type LabelChoice = { id: string; name: string; detail: string }

/** @throws 404 for a job they do not see */
export function listLabelChoices(
  db: TenantDb,
  viewer: Viewer,
  kind: LabelKind,
  jobid: string,
): LabelChoice[] {
  const { id } = visibleJob(db, viewer, jobid)
  if (kind === 'package')
    return listJobPieces(db, id).map((piece) => ({
      id: piece.id,
      name: piece.name,
      detail: piece.barcode || piece.code,
    }))
  return storedLines(db, id).map((row) => ({
    id: row.line.id,
    name: lineName(row),
    detail: `${formatQuantity(storedQuantity(row), row.line.unit)}, ${row.storagename}`,
  }))
}

/** @throws 404 for a job they do not see, a piece that is not on it, a line without a storage place */
export function buildLabel(
  db: TenantDb,
  viewer: Viewer,
  kind: LabelKind,
  { a: jobid, b: chosen }: { a: string; b: string },
): StickerLabel & { reference: string } {
  const { id, reference } = visibleJob(db, viewer, jobid)
  return { ...(kind === 'package' ? packageLabel : storageLabel)(db, id, chosen, reference), reference }
}

function packageLabel(db: TenantDb, jobid: string, chosen: string, reference: string): StickerLabel {
  const piece = listJobPieces(db, jobid).find(({ id }) => id === chosen)
  if (!piece) throw notFound('piece of equipment on this job')
  return {
    name: piece.name,
    code: piece.barcode || piece.code || reference,
    note: [`Job ${reference}`, findReceiver(db, jobid), ...describeContents(db, jobid, piece)]
      .filter(Boolean)
      .join('\n'),
  }
}

function storageLabel(db: TenantDb, jobid: string, chosen: string, reference: string): StickerLabel {
  const row = storedLines(db, jobid).find(({ line }) => line.id === chosen)
  if (!row) throw notFound('line with a storage place on this job')
  const quantity = formatQuantity(storedQuantity(row), row.line.unit)
  return {
    name: lineName(row),
    // The job, since a line has no code of its own.
    code: reference,
    note: [quantity, `At ${row.storagename}`, findReceiver(db, jobid)].filter(Boolean).join('\n'),
  }
}

const storedLines = (db: TenantDb, jobid: string) =>
  listJobLines(db, jobid).filter(({ storagename }) => storagename !== null)

const storedQuantity = ({ line }: LineRow) => line.consumed || line.estimated

function findReceiver(db: TenantDb, jobid: string): string {
  const print = jobForPrint(db, jobid)
  return [...new Set([print?.client?.name, print?.location?.name])].filter(Boolean).join(', ')
}

/** A line that is on a note counts as the note says, one that is not as the job does. */
function describeContents(db: TenantDb, jobid: string, piece: LabelledPiece): string[] {
  const packed = new Map(
    listPacked(db, jobid, piece.id).map(({ materialid, quantity }) => [materialid, quantity]),
  )
  return listJobLines(db, jobid)
    .filter(({ line }) => packed.has(line.id) || line.jobequipment === piece.id)
    .map((row) => {
      const quantity = packed.get(row.line.id) ?? row.line.estimated
      return `${formatQuantity(quantity, row.line.unit)} ${lineName(row)}`
    })
}
