import { setImmediate as nextLoopTurn } from 'node:timers/promises'
import { attachmentById } from '#db/queries/work/attachments.ts'
import { documents } from '#db/schema/tenant/index.ts'
import type { Tx } from '#db/tenants.ts'
import type { Viewer } from '#server/access/viewer.ts'
import { touchJob } from '#server/domains/work/jobs/touch-job.ts'
import { invalid, Problem } from '#server/errors.ts'
import { detectFileKind, extensionFor } from '#server/files/kinds.ts'
import { measurePicture } from '#server/files/picture.ts'
import { recordHistory } from '#server/history.ts'
import { getRecord, updateRecord } from '#server/records.ts'
import { fileTooLarge, missing, mostFileBytes } from '#views/ui/field-rules.ts'
import { changeableOwner } from './attachment-owner.ts'
import { baseName, describedName } from './names.ts'
import { presentAttachment } from './present.ts'

type UploadedContent = Pick<
  typeof documents.$inferInsert,
  'original' | 'filetype' | 'media' | 'size' | 'sha256' | 'width' | 'height'
>

/** @throws unless it is one file that is not empty and not too large */
export async function uploadedBytes(upload: unknown, maxuploadmb: number): Promise<Uint8Array> {
  if (!(upload instanceof Blob) || upload.size === 0) throw invalid({ file: missing.file })
  if (upload.size > mostFileBytes(maxuploadmb)) {
    const sentence = fileTooLarge(maxuploadmb)
    throw new Problem(413, sentence, { fields: { file: sentence } })
  }
  return new Uint8Array(await upload.arrayBuffer())
}

/** Looks at the content itself: neither its name nor what the sender calls it is believed. */
export async function inspectContent(bytes: Uint8Array, name: string): Promise<UploadedContent> {
  const kind = detectFileKind(bytes)
  const size = measurePicture(bytes)
  const original = baseName(name)
  // A large file takes as long to hash as all that came before.
  await nextLoopTurn()
  return {
    original,
    filetype: extensionFor(kind, original),
    media: kind.media,
    size: bytes.length,
    sha256: new Bun.CryptoHasher('sha256').update(bytes).digest('hex'),
    width: size?.width ?? null,
    height: size?.height ?? null,
  }
}

/** @throws when that is nothing */
export function nameFor(description: string | undefined): string {
  const filename = describedName(description ?? '')
  if (!filename) throw invalid({ filename: missing.filename })
  return filename
}

type About = { id: string; filename: string; group: string; referenceid: string }

/** @throws 404, 403 */
export function addAttachment(tx: Tx, viewer: Viewer, about: About, content: UploadedContent) {
  const entity = changeableOwner(tx.db, viewer, about.referenceid)
  tx.db
    .insert(documents)
    .values({ ...about, ...content, entity, userid: tx.by.userid, createdutc: tx.now, updatedutc: tx.now })
    .run()
  recordChange(tx, entity, about.referenceid, { oldvalue: '', newvalue: about.filename })
}

/** The file itself stays. @throws 404, 403, 409 */
export function archiveAttachment(tx: Tx, viewer: Viewer, id: string, archived: boolean, version?: number) {
  const { entity, referenceid, filename, ...before } = getRecord(tx.db, documents, id)
  changeableOwner(tx.db, viewer, referenceid, entity)
  updateRecord(tx, documents, id, { archived, version }, undefined, () =>
    presentAttachment(attachmentById(tx.db, id)!),
  )
  if (before.archived === archived) return
  const [oldvalue, newvalue] = archived ? [filename, ''] : ['', filename]
  recordChange(tx, entity, referenceid, { oldvalue, newvalue })
}

function recordChange(
  tx: Tx,
  entity: string,
  referenceid: string,
  values: { oldvalue: string; newvalue: string },
) {
  recordHistory(tx, entity, referenceid, [{ field: 'document', ...values }])
  tx.publish('RecordChanged', [{ table: 'documents', id: referenceid }])
  if (entity === 'jobs') touchJob(tx, referenceid)
}
