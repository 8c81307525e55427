import { choice, integer, t } from '#server/http/fields.ts'

/** How a document is asked for: in whose name, and as PDF or as a picture of its first page. */
export const printQuery = {
  organisationid: t.Optional(t.String({ maxLength: 40 })),
  format: t.Optional(choice('pdf', 'png')),
  width: t.Optional(integer(50, 2_000)),
}
export type PrintQuery = { organisationid?: string; format?: string; width?: number }

/** `png` asks for a picture of the first page, 800 pixels wide unless told. */
export const widthOf = ({ format, width }: PrintQuery) => (format === 'png' ? (width ?? 800) : undefined)
