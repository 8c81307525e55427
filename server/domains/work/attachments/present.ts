import type { AttachmentRow } from '#db/queries/work/attachments.ts'
import { MAX_PIXELS } from '#server/files/thumbnails.ts'

/** Only these have thumbnails (spec 2, "Documents panel"), and only in a size that is decoded without harm. */
export const hasThumbnail = ({ filetype, media, width, height }: AttachmentRow['attachment']) =>
  /^\.(png|jpe?g)$/.test(filetype) &&
  /^image\/(png|jpeg)$/.test(media) &&
  width !== null &&
  height !== null &&
  width * height <= MAX_PIXELS

export const presentAttachment = ({ attachment, firstname, lastname }: AttachmentRow) => ({
  id: attachment.id,
  version: attachment.version,
  filename: attachment.filename,
  original: attachment.original,
  filetype: attachment.filetype,
  type: attachment.media,
  group: attachment.group,
  size: attachment.size,
  sha256: attachment.sha256,
  created: attachment.createdutc,
  user: { firstname: firstname ?? '', lastname: lastname ?? '' },
  archived: attachment.archived,
  referenceid: attachment.referenceid,
  thumbnail: hasThumbnail(attachment),
})

export type Attachment = ReturnType<typeof presentAttachment>
