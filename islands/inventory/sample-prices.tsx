import { useState } from 'react'
import { call } from '#islands/lib/call.ts'
import { showError, showSnackbar } from '#islands/lib/snackbar.ts'
import { counted } from '#views/format.ts'
import { Button } from '#views/ui/button.tsx'
import { formatPriceCounts } from '#views/ui/format-price-counts.ts'
import { Banner } from '#views/ui/small.tsx'

type SampleItemsProps = { count: number; editable: boolean; onDone?: () => void }

/** Above the list, while prices from setup stand in it. */
export function SampleItems({ count, editable, onDone }: SampleItemsProps) {
  const [busy, setBusy] = useState(false)
  if (count === 0) return null

  async function confirm(): Promise<void> {
    setBusy(true)
    await confirmAll(() => onDone?.()).catch(showError)
    setBusy(false)
  }

  return (
    <Banner
      level="warning"
      actions={
        editable && (
          <Button
            small
            icon="check"
            aria-busy={busy}
            disabled={busy || !onDone}
            onClick={() => void confirm()}
          >
            {count === 1 ? 'Confirm it' : 'Confirm all'}
          </Button>
        )
      }
    >
      {counted(count, 'item has a sample price or cost', 'items have sample prices or costs')} from setup: set
      your own, or confirm what stands.
    </Banner>
  )
}

type Figures = { items: string[]; costs: string[] }

/** With Undo. */
async function confirmAll(done: () => void): Promise<void> {
  const ask = async (values: object) => {
    const { data } = await call<Figures>('POST', '/api/inventory/sampleprices', values)
    done()
    return data
  }
  const { items, costs } = await ask({})
  const undo = { act: () => void ask({ items, costs, confirmed: false }).catch(showError) }
  const message = `${formatPriceCounts(items.length, costs.length)} confirmed`
  showSnackbar({ level: 'success', message, undo })
}

/** Which figures of an item came with setup. */
export type ItemSamples = { price: boolean; cost: boolean }

type SampleItemProps = { samples: ItemSamples; editable: boolean; onConfirm: () => void }

/** In the dialog of an item. */
export const SampleItem = ({ samples, editable, onConfirm }: SampleItemProps) => (
  <Banner
    level="warning"
    actions={
      editable && (
        <Button small icon="check" onClick={onConfirm}>
          Confirm {nameFigures(samples)}
        </Button>
      )
    }
  >
    {samples.price && samples.cost
      ? 'The price and the cost are samples from setup: set them or confirm them.'
      : `The ${nameFigures(samples)} is a sample from setup: set it or confirm it.`}
  </Banner>
)

/** As in "price and cost". */
export const nameFigures = ({ price, cost }: ItemSamples) =>
  [price && 'price', cost && 'cost'].filter(Boolean).join(' and ')
