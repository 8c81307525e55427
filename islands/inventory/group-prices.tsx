import { RateCell } from '#islands/job/lines/cell.tsx'
import { exactRateText } from '#islands/lib/figures.ts'
import type { GroupPrice, Item } from '#server/domains/catalogue/inventory/types.ts'
import { Button, IconButton } from '#views/ui/button.tsx'
import { Skeleton } from '#views/ui/small.tsx'
import { type PriceFigure, useGroupPrices } from './use-group-prices.ts'

const figures: readonly { name: PriceFigure; label: string }[] = [
  { name: 'baserate', label: 'Base rate (R)' },
  { name: 'markuppercent', label: 'Markup (%)' },
  { name: 'markupamount', label: 'Markup amount (R)' },
]

export function GroupPrices({ item, editable }: { item: Item; editable: boolean }) {
  const { prices, problem, ...actions } = useGroupPrices(item.id)
  if (problem) return <p className="error">{problem}</p>
  if (!prices) return <Skeleton lines={2} />
  if (prices.length === 0) return null
  return (
    <section className="groupprices">
      <h3>Pricing groups</h3>
      <table className="parts">
        <caption className="unseen">What each pricing group asks for this item</caption>
        <thead>
          <tr>
            <th scope="col">Group</th>
            {figures.map(({ name, label }) => (
              <th key={name} scope="col" className="number">
                {label}
              </th>
            ))}
            <th scope="col" className="number">
              Price (R)
            </th>
            <th scope="col">
              <span className="unseen">Change</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {prices.map((price) => (
            <PriceRow key={price.pricinggroup.id} {...{ price, editable, ...actions }} />
          ))}
        </tbody>
      </table>
    </section>
  )
}

type PriceRowProps = Pick<ReturnType<typeof useGroupPrices>, 'change' | 'add' | 'archive'> & {
  price: GroupPrice
  editable: boolean
}

function PriceRow({ price, editable, change, add, archive }: PriceRowProps) {
  const { pricinggroup, entry } = price
  if (!entry)
    return (
      <tr>
        <th scope="row">{pricinggroup.name}</th>
        <td colSpan={4} className="none">
          As everybody
        </td>
        <td>
          {editable && (
            <Button small icon="plus" onClick={() => add(price)}>
              Set a price
            </Button>
          )}
        </td>
      </tr>
    )
  return (
    <tr>
      <th scope="row">{pricinggroup.name}</th>
      {figures.map(({ name, label }) => (
        <td key={name} data-label={label}>
          <RateCell
            label={`${label} of ${pricinggroup.name}`}
            column={name}
            value={entry[name]}
            disabled={!editable}
            onFailed={() => {}}
            onSave={(value) => change(price, name, value)}
          />
        </td>
      ))}
      <td className="number" data-label="Price (R)">
        {exactRateText(entry.price)}
      </td>
      <td>
        {editable && (
          <IconButton
            icon="x"
            label={`Take ${pricinggroup.name} back to what everybody pays`}
            onClick={() => archive(price)}
          />
        )}
      </td>
    </tr>
  )
}
