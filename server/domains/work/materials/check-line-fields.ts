import type { ClaimHolder } from '#server/access/claims.ts'
import { lineMoneyFields } from '#server/domains/work/jobs/line-fields.ts'
import { forbidden } from '#server/errors.ts'

type Fields = Record<string, unknown>

export function checkLineFields({ can }: ClaimHolder, { version: _version, ...fields }: Fields) {
  const sent = Object.keys(fields).filter((field) => fields[field] !== undefined)
  if (sent.includes('consumed') && !can('materials.consume')) throw forbidden()
  if (sent.some((field) => field !== 'consumed') && !can('materials.write')) throw forbidden()
  if (lineMoneyFields.some((field) => sent.includes(field)) && !can('jobs.money')) throw forbidden()
}
