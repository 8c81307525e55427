import { choice, integer, t } from '#server/http/fields.ts'

/** Pixels: a page of A4 at 240 dots to the inch, which takes a core some 0.2 s. */
export const WIDEST_PREVIEW = 2_000

export const printQuery = {
  organisationid: t.Optional(t.String({ maxLength: 40 })),
  format: t.Optional(choice('pdf', 'png')),
  width: t.Optional(integer(50, WIDEST_PREVIEW)),
}
export type PrintQuery = { organisationid?: string; format?: string; width?: number }

/** Pixels. */
export const previewWidth = ({ format, width }: PrintQuery) => (format === 'png' ? (width ?? 800) : undefined)
