import { choice, integer, t } from '#server/http/fields.ts'

export const printQuery = {
  organisationid: t.Optional(t.String({ maxLength: 40 })),
  format: t.Optional(choice('pdf', 'png')),
  width: t.Optional(integer(50, 2_000)),
}
export type PrintQuery = { organisationid?: string; format?: string; width?: number }

/** Pixels. */
export const previewWidth = ({ format, width }: PrintQuery) => (format === 'png' ? (width ?? 800) : undefined)
