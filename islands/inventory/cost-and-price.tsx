import { useEffect, useRef, useState } from 'react'
import { itemWords } from '#server/domains/catalogue/inventory/fields.ts'
import { FieldRow } from '#views/ui/form.tsx'
import { DecimalInput } from '#views/ui/inputs.tsx'
import { itemFieldProps, type PartProps } from './fields.tsx'
import { PRICE, typedRate } from './item-form.ts'
import { LivePrice } from './live-price.tsx'

/** What a price is made of: whoever changes one wants the price that it makes. */
const markups = new Set(['mupercent', 'muamount'])

type CostAndPriceProps = PartProps & { form: { current: HTMLFormElement | null } }

/** Of a typed price an amount is kept beside the markup. It is sent once something changed that it would follow. */
type Price = 'follows' | 'kept' | 'typed'

/** The price follows the cost and its markup until one is typed, which stays until a markup is typed. */
export function CostAndPrice({ form, ...part }: CostAndPriceProps) {
  const { item, errors } = part
  const field = itemFieldProps(part)
  const row = useRef<HTMLDivElement>(null)
  const [price, setPrice] = useState<Price>(item.muamount === 0 ? 'follows' : 'kept')

  useEffect(() => {
    const within = form.current
    const onInput = ({ target }: Event) => {
      if (!(target instanceof HTMLInputElement)) return
      if (markups.has(target.name)) setPrice('follows')
      if (target.name === 'rate') setPrice((before) => (before === 'kept' ? 'typed' : before))
    }
    within?.addEventListener('input', onInput)
    return () => within?.removeEventListener('input', onInput)
  }, [form])

  function show(made: number): void {
    const input = row.current?.querySelector<HTMLInputElement>(`#f-${PRICE}`)
    if (!input || price !== 'follows') return
    input.value = typedRate(made)
    if (input === document.activeElement) input.select()
  }

  return (
    <div ref={row} className="stacked">
      <FieldRow>
        <DecimalInput {...field('rate')} label={itemWords.rate} prefix="R" />
        <DecimalInput
          {...field(PRICE)}
          // What is not typed is not sent: it follows from the cost that is.
          name={price === 'typed' ? PRICE : ''}
          id={`f-${PRICE}`}
          prefix="R"
          value={typedRate(item.price ?? 0)}
          hint={price === 'follows' ? undefined : 'Stays when the cost changes, until a markup is typed.'}
          onInput={() => setPrice('typed')}
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
