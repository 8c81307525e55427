import { makesLine } from '#islands/job/time/describe-making.ts'
import type { JobDetail, MaterialLine } from '#server/domains/work/jobs/types.ts'
import { counted } from '#views/format.ts'

export type LineField =
  | 'description'
  | 'estimated'
  | 'consumed'
  | 'unit'
  | 'linerate'
  | 'costrate'
  | 'discount'
  | 'nonbillable'
export type LineChange = Partial<Pick<MaterialLine, LineField>>
export type NewJobLine = LineChange & { role: number; estimated: number; inventoryid?: string | null }

/** A line of worked time does not come back: its time is free, and charged anew from the timesheet. */
export function removedNotice({ description, workedminutes }: MaterialLine, act: () => void) {
  const message = `${description || 'The line'} removed`
  return workedminutes > 0
    ? { level: 'success' as const, message: `${message}. Its time can be charged again.` }
    : { level: 'success' as const, message, undo: { act } }
}

/** One on which nothing was used yet, and which foresees that something will be. */
export const isUnused = ({ estimated, consumed }: MaterialLine) => estimated !== 0 && consumed === 0

/** Planned for a product of which some is made, and used of none of them. */
export const findInputsToUse = ({ id, made, consumed }: MaterialLine, lines: readonly MaterialLine[]) =>
  made && consumed > 0
    ? lines.filter((line) => line.jobproduct?.id === id && isUnused(line) && line.workedminutes === 0)
    : []

/** With what goes into those of them that the job makes, which stands on another tab: made first, they would come into stock at no cost. */
export function withInputs(
  lines: readonly MaterialLine[],
  all: readonly MaterialLine[],
): readonly MaterialLine[] {
  const products = new Set(lines.filter(makesLine).map(({ id }) => id))
  const isInput = ({ jobproduct }: MaterialLine) => products.has(jobproduct?.id ?? '')
  return [
    ...lines,
    ...all.filter((one) => isInput(one) && isUnused(one) && one.workedminutes === 0 && !lines.includes(one)),
  ]
}

/** Of lines and their inputs, those that a person sees together. */
const withoutInputs = (lines: readonly MaterialLine[]) =>
  lines.filter(({ jobproduct }) => !lines.some(({ id }) => id === jobproduct?.id))

/** `asked`: with those that worked time has used before. */
export function usedNotice(asked: readonly MaterialLine[], used: readonly MaterialLine[]): string {
  const own = withoutInputs(used).length
  const worked = withoutInputs(asked).length - own
  const inputs = used.length - own
  const lines = own === 1 ? 'Used' : `${own} lines used`
  return [
    `${lines} as estimated`,
    worked > 0 && `${worked} as worked`,
    inputs > 0 && `with ${counted(inputs, 'input')} of what is made`,
  ]
    .filter(Boolean)
    .join(', ')
}

/** What is added from here on must not change what the client said yes to, or what the work was begun by. */
export const isQuoteSettled = (
  { approvedutc, acceptedon }: Pick<JobDetail, 'approvedutc' | 'acceptedon'>,
  lines: readonly MaterialLine[],
) => approvedutc !== null && (Boolean(acceptedon) || lines.some(({ consumed }) => consumed !== 0))

/** Whether a change goes over values that are others than those it was typed over. */
export const isOther = (seen: MaterialLine, now: MaterialLine, change: LineChange) =>
  (Object.keys(change) as LineField[]).some(
    (field) => now[field] !== seen[field] && now[field] !== change[field],
  )

export function fieldError(error: Error & { fields?: Record<string, string> }, change: LineChange): string {
  const [field = ''] = Object.keys(change)
  return error.fields?.[field] ?? error.message
}

export function toNewLine(line: MaterialLine): NewJobLine {
  const { role, inventoryid, description, estimated, consumed, unit, nonbillable, linerate, discount } = line
  const money = linerate === undefined ? {} : { linerate, discount }
  const used = consumed ? { consumed } : {}
  return { role, inventoryid, description, estimated, unit, nonbillable, ...used, ...money }
}

/** What is not saved while a line itself is not added. */
export const addedField = (row: string) => `${row} added`
