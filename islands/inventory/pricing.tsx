import { FieldRow } from '#views/ui/form.tsx'
import { Checkbox, DecimalInput } from '#views/ui/inputs.tsx'
import { ItemPriceExplorer } from './explorer.tsx'
import { itemFieldProps, type PartProps } from './fields.tsx'
import { GroupPrices } from './group-prices.tsx'
import { LivePrice } from './live-price.tsx'

type PricingProps = PartProps & { form: { current: HTMLFormElement | null } }

export function Pricing({ form, ...part }: PricingProps) {
  const { item, props, errors } = part
  const field = itemFieldProps(part)
  const flag = (name: 'exclusive' | 'nonbillable') => ({ ...field(name), value: 'true', checked: item[name] })
  return (
    <div className="stacked">
      <FieldRow>
        <DecimalInput {...field('rate')} prefix="R" />
        <DecimalInput {...field('mupercent')} suffix="%" />
        <DecimalInput {...field('muamount')} prefix="R" />
      </FieldRow>
      <LivePrice
        item={item}
        form={form}
        wrong={Boolean(errors.rate ?? errors.mupercent ?? errors.muamount)}
      />
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
