import { stockDirection } from '#db/stock-classes.ts'
import { quantityText } from '#islands/lib/figures.ts'
import type { MaterialLine } from '#server/domains/work/jobs/types.ts'

const list = new Intl.ListFormat('en-ZA')
/** More are counted, not named. */
const NAMED = 6

const quantityLeft = ({ estimated, consumed, unit }: MaterialLine) =>
  quantityText(Math.max(0, estimated - consumed), unit)

/** What using lines as estimated makes, what goes into it, and what is used beside it, but for `asked`: lines whose quantity is asked for beside it. */
export function describeMaking(
  lines: readonly MaterialLine[],
  asked: readonly string[] = [],
): { code: string; message: string }[] {
  const makes = lines.filter(makesLine)
  if (makes.length === 0) return []
  const products = new Set(makes.map(({ id }) => id))
  const open = lines.filter(({ id }) => !asked.includes(id) && !products.has(id))
  const others = open.filter(({ jobproduct }) => !products.has(jobproduct?.id ?? ''))
  return [
    ...makes.map((line) => {
      const own = open.filter(({ jobproduct }) => jobproduct?.id === line.id)
      const inputs = own.length > 0 ? `, and uses ${listLines(own)} for it` : ''
      return { code: line.id, message: `This makes ${quantityLeft(line)} of ${line.description}${inputs}.` }
    }),
    ...(others.length > 0 ? [{ code: 'others', message: `It also uses ${listLines(others)}.` }] : []),
  ]
}

function listLines(lines: readonly MaterialLine[]): string {
  const named = lines.slice(0, NAMED).map((line) => `${quantityLeft(line)} of ${line.description}`)
  const rest = lines.length > NAMED ? [`${lines.length - NAMED} more`] : []
  return list.format([...named, ...rest])
}

/** Its job makes it of other items, and does not take it from stock. */
export const makesLine = ({ made, inventoryclass }: MaterialLine) =>
  made && (inventoryclass === null || stockDirection(inventoryclass) > 0)
