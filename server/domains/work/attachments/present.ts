import type { AttachmentRow } from '#db/queries/work/attachments.ts'
import { MOST_PIXELS } from '#server/files/thumbnails.ts'

/** Only these have thumbnails (spec 2, "Documents panel"), and only in a size that is decoded without harm. */
export const hasThumbnail = ({ filetype, media, width, height }: AttachmentRow['document']) =>
  /^\.(png|jpe?g)$/.test(filetype) &&
  /^image\/(png|jpeg)$/.test(media) &&
  width !== null &&
  height !== null &&
  width * height <= MOST_PIXELS

export const presentDocument = ({ document, firstname, lastname }: AttachmentRow) => ({
  id: document.id,
  version: document.version,
  filename: document.filename,
  original: document.original,
  filetype: document.filetype,
  type: document.media,
  group: document.group,
  size: document.size,
  sha256: document.sha256,
  created: document.createdutc,
  user: { firstname: firstname ?? '', lastname: lastname ?? '' },
  archived: document.archived,
  referenceid: document.referenceid,
  thumbnail: hasThumbnail(document),
})

export type Document = ReturnType<typeof presentDocument>
