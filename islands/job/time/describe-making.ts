import { stockDirection } from '#db/stock-classes.ts'
import { quantityText } from '#islands/lib/figures.ts'
import type { MaterialLine } from '#server/domains/work/jobs/types.ts'

const list = new Intl.ListFormat('en-ZA')
/** More are counted, not named. */
const NAMED = 6

const quantityLeft = ({ estimated, consumed, unit }: MaterialLine) =>
  quantityText(Math.max(0, estimated - consumed), unit)

/** What using lines as estimated makes, and what goes into it, but for `asked`: lines whose quantity is asked for beside it. */
export function describeMaking(
  lines: readonly MaterialLine[],
  asked: readonly string[] = [],
): { code: string; message: string }[] {
  return lines.filter(makesLine).map((line) => {
    const own = lines.filter(({ id, jobproduct }) => jobproduct?.id === line.id && !asked.includes(id))
    const named = own.slice(0, NAMED).map((input) => `${quantityLeft(input)} of ${input.description}`)
    const rest = own.length > NAMED ? [`${own.length - NAMED} more`] : []
    const inputs = own.length > 0 ? `, and uses ${list.format([...named, ...rest])} for it` : ''
    return { code: line.id, message: `This makes ${quantityLeft(line)} of ${line.description}${inputs}.` }
  })
}

/** Its job makes it of other items, and does not take it from stock. */
export const makesLine = ({ made, inventoryclass }: MaterialLine) =>
  made && (inventoryclass === null || stockDirection(inventoryclass) > 0)
