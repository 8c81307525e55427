import { attachmentById, isAttachment } from '#db/queries/work/attachments.ts'
import { invalid } from '#server/errors.ts'
import type { Context } from '#server/http/context.ts'
import { visibleOwner } from './attachment-owner.ts'
import { addAttachment, inspectContent, uploadedBytes } from './store-attachment.ts'

type Upload = { file: File; filename: string; group: string; referenceid: string }
type Stored = NonNullable<ReturnType<typeof attachmentById>>

/** What lies there is a picture by its content, not by its name. */
export const PHOTOS = 'Photos'

export const UPLOADED = 'File has been uploaded successfully'

/** The file lies on the disk before its record is written, and goes again if that fails. @throws 404, 403, 400, 413 */
export async function storeUpload<T>(
  c: Pick<Context, 'services' | 'person' | 'read' | 'write'>,
  { file, ...about }: Upload,
  answer: (stored: Stored) => T,
): Promise<T> {
  const { files, config } = c.services
  const { accountid } = c.person
  const bytes = await uploadedBytes(file, config.maxuploadmb)
  c.read((db, viewer) => {
    visibleOwner(db, viewer, about.referenceid)
    files.recover(accountid, (known) => isAttachment(db, known))
  })
  const content = await inspectContent(bytes, file.name ?? '')
  if (about.group === PHOTOS && !content.media.startsWith('image/'))
    throw invalid({ file: 'This is no picture, whatever its name says. Take a photo, or choose one.' })
  const staged = await files.stage(accountid, bytes)
  const stored = c.write((tx, viewer) => {
    addAttachment(tx, viewer, { id: staged.id, ...about }, content)
    return answer(attachmentById(tx.db, staged.id)!)
  })
  const reply = await stored.catch(async (error) => {
    await staged.drop()
    throw error
  })
  await staged.keep()
  return reply
}
