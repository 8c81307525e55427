import { flag, id, listQuery, object, t, text, version } from '#server/http/fields.ts'

const { sort, ...list } = listQuery

export const AttachmentsQuery = object({ ...list, group: t.Optional(text(60)) })

export const AttachmentUpload = object({
  file: t.Optional(t.Any()),
  filename: t.Optional(text(200)),
  description: t.Optional(text(200)),
  group: t.Optional(text(60)),
  referenceid: id(),
})

export const PhotoUpload = object({ file: t.Optional(t.Any()), filename: text(200, { required: true }) })

export const AttachmentArchival = t.Optional(object({ archived: t.Optional(flag()), version: version() }))

export const PanelQuery = object({
  search: t.Optional(text(200)),
  group: t.Optional(text(60)),
  archived: t.Optional(flag()),
})
