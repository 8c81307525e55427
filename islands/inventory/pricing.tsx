import { Checkbox, DecimalInput } from '#views/ui/inputs.tsx'
import { ItemPriceExplorer } from './explorer.tsx'
import { itemFieldProps, type PartProps } from './fields.tsx'
import { GroupPrices } from './group-prices.tsx'
import { typedRate } from './item-form.ts'

/** `isCleared`: of the amount beside the markup, which another field put to nothing. */
export function Pricing({ isCleared, ...part }: PartProps & { isCleared: boolean }) {
  const { item, props } = part
  const field = itemFieldProps(part)
  const flag = (name: 'exclusive' | 'nonbillable') => ({ ...field(name), value: 'true', checked: item[name] })
  return (
    <div className="stacked">
      {props.can.rates && (
        <DecimalInput
          key={isCleared ? 'cleared' : 'own'}
          {...field('muamount')}
          {...(isCleared && { value: typedRate(0) })}
          prefix="R"
          width="half"
          hint="Added to cost and markup."
        />
      )}
      <div className="ticks">
        <Checkbox {...flag('exclusive')} />
        <Checkbox {...flag('nonbillable')} />
      </div>
      {item.id && props.can.pricing && (
        <>
          <GroupPrices item={item} editable={props.can.setprices} />
          <ItemPriceExplorer item={item} canclients={props.can.clients} />
        </>
      )}
    </div>
  )
}
