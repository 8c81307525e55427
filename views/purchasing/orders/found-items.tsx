import { formatQuantity, formatRate } from '#views/format.ts'
import { Button } from '#views/ui/button.tsx'

export type FoundItem = {
  id: string
  code: string
  name: string
  suppliercode: string
  unit: string
  baseunit: string
  rate: number | null
  onhand: number
  onorder: number
}

type FoundItemsProps = { orderid: string; items: readonly FoundItem[]; search: string; more: boolean }

/** Each adds its line; free text is always the last. */
export function FoundItems({ orderid, items, search, more }: FoundItemsProps) {
  const add = (values: object) => ({
    'data-adds': 'adding',
    'hx-post': `/purchase/${orderid}/add`,
    'hx-include': 'closest form',
    'hx-vals': JSON.stringify(values),
    'hx-target': '#dialog',
    'hx-swap': 'innerMorph',
  })
  return (
    <ul>
      {items.map(({ id, code, name, suppliercode, unit, baseunit, rate, onhand, onorder }) => (
        <li key={id}>
          <span className="what">
            {name} <small>[{code}]</small>
            <small className="facts">
              {suppliercode && `theirs: ${suppliercode} · `}
              {rate !== null && `${formatRate(rate)} a ${unit || baseunit} · `}
              {formatQuantity(onhand, baseunit)} on hand · {formatQuantity(onorder, baseunit)} on order
            </small>
          </span>
          <Button small icon="plus" {...add({ additem: id })}>
            Add<span className="unseen"> {name}</span>
          </Button>
        </li>
      ))}
      {more && <li className="hint">There are more: type another word of it.</li>}
      <li>
        <span className="what">
          “{search}” <small className="facts">as a line of text, which is not received into stock</small>
        </span>
        <Button small icon="plus" {...add({ addtext: search })}>
          Add as text
        </Button>
      </li>
    </ul>
  )
}
