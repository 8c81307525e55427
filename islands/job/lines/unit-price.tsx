import { rateText } from '#islands/lib/figures.ts'
import type { MaterialLine } from '#server/domains/work/jobs/types.ts'
import { focusLineCell } from './use-line-focus.ts'

type UnitPriceProps = { line: MaterialLine; fixed: boolean; uncosted: boolean }

const NO_COST = 'no cost'

/** What a unit costs, where a phone has no column for it: a press goes on to its cell. */
export function UnitPrice({ line: { linerate = 0, unit, description }, fixed, uncosted }: UnitPriceProps) {
  const price = [rateText(linerate), unit].filter(Boolean).join(' / ')
  const words = (
    <>
      {linerate === 0 && !fixed ? <b>Set a price</b> : price}
      {uncosted && <em> {NO_COST}</em>}
    </>
  )
  if (fixed) return <span className="unitprice">{words}</span>
  return (
    <button
      type="button"
      className="unitprice"
      aria-label={`Price of ${description}: ${price}${uncosted ? ` ${NO_COST}` : ''}`}
      onClick={({ currentTarget }) =>
        focusLineCell(currentTarget.closest('tr')?.querySelector<HTMLElement>('[data-column=linerate]'))
      }
    >
      {words}
    </button>
  )
}
