import { useEffect, useRef, useState } from 'react'
import { itemWords } from '#server/domains/catalogue/inventory/fields.ts'
import { FieldRow } from '#views/ui/form.tsx'
import { DecimalInput } from '#views/ui/inputs.tsx'
import { itemFieldProps, type PartProps } from './fields.tsx'
import { PRICE, ratePlain } from './item-form.ts'
import { LivePrice } from './live-price.tsx'

/** What a price is made of: whoever changes one wants the price that it makes. */
const markups = new Set(['mupercent', 'muamount'])

type CostAndPriceProps = PartProps & { form: { current: HTMLFormElement | null } }

/** The price follows the cost and its markup, until one is typed. */
export function CostAndPrice({ form, ...part }: CostAndPriceProps) {
  const { item, errors } = part
  const field = itemFieldProps(part)
  const row = useRef<HTMLDivElement>(null)
  const [typed, setTyped] = useState(false)

  useEffect(() => {
    const within = form.current
    const onInput = ({ target }: Event) => {
      if (target instanceof HTMLInputElement && markups.has(target.name)) setTyped(false)
    }
    within?.addEventListener('input', onInput)
    return () => within?.removeEventListener('input', onInput)
  }, [form])

  function show(price: number): void {
    const input = row.current?.querySelector<HTMLInputElement>(`#f-${PRICE}`)
    if (input && !typed && input !== document.activeElement) input.value = ratePlain(price)
  }

  return (
    <div ref={row} className="stacked">
      <FieldRow>
        <DecimalInput {...field('rate')} label={itemWords.rate} prefix="R" />
        <DecimalInput
          {...field(PRICE)}
          // What is not typed is not sent: it follows from the cost that is.
          name={typed ? PRICE : ''}
          id={`f-${PRICE}`}
          prefix="R"
          value={ratePlain(item.price ?? 0)}
          onInput={() => setTyped(true)}
        />
      </FieldRow>
      <LivePrice
        item={item}
        form={form}
        onPrice={show}
        wrong={Boolean(errors.rate ?? errors.mupercent ?? errors.muamount ?? errors[PRICE])}
      />
    </div>
  )
}
