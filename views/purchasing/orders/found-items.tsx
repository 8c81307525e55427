import { formatQuantity, formatRate, perUnit } from '#views/format.ts'
import { Button } from '#views/ui/button.tsx'
import { withQuery } from '#views/ui/links.ts'

export type FoundItem = {
  id: string
  code: string
  name: string
  suppliercode: string
  unit: string
  baseunit: string
  rate: number | null
  onhand: number
  available: number
  onorder: number
}

type FoundItemsProps = {
  orderid: string
  items: readonly FoundItem[]
  search: string
  more: boolean
  cancreate: boolean
}

/** Each adds its line; after them stand what was typed as free text, and as an item that is made first. */
export function FoundItems({ orderid, items, search, more, cancreate }: FoundItemsProps) {
  const add = (values: object) => ({
    'data-adds': 'adding',
    'hx-post': `/purchase/${orderid}/add`,
    'hx-include': 'closest form',
    'hx-vals': JSON.stringify(values),
    'hx-target': '#dialog',
    'hx-swap': 'innerMorph',
  })
  const isKnown = items.some(({ name }) => name.toLowerCase() === search.toLowerCase())
  return (
    <ul>
      {items.map(({ id, code, name, suppliercode, unit, baseunit, rate, ...levels }) => (
        <li key={id}>
          <span className="what">
            {name} <small>[{code}]</small>
            <small className="facts">
              {suppliercode && `theirs: ${suppliercode} · `}
              {rate !== null && `${formatRate(rate)}${perUnit(unit || baseunit)} · `}
              {formatQuantity(levels.onhand, baseunit)} on hand ·{' '}
              {levels.available !== levels.onhand &&
                `${formatQuantity(levels.available, baseunit)} available · `}
              {formatQuantity(levels.onorder, baseunit)} on order
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
      {cancreate && !isKnown && (
        <li>
          <span className="what">
            “{search}” <small className="facts">as a new item, with its unit and price</small>
          </span>
          <Button
            small
            icon="plus"
            {...add({})}
            hx-trigger="created"
            data-creates={withQuery('/lookup/inventory/create', { search })}
          >
            Create item
          </Button>
        </li>
      )}
    </ul>
  )
}
