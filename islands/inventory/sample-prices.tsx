import { useState } from 'react'
import { call } from '#islands/lib/call.ts'
import { showError, showSnackbar } from '#islands/lib/snackbar.ts'
import { counted } from '#views/format.ts'
import { Button } from '#views/ui/button.tsx'
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

  const words = count === 1 ? 'Confirm price' : 'Confirm all prices'
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
            {words}
          </Button>
        )
      }
    >
      {counted(count, 'item has a sample price', 'items have sample prices')} from setup: set your own, or
      confirm what stands.
    </Banner>
  )
}

/** With Undo. */
async function confirmAll(done: () => void): Promise<void> {
  const ask = async (values: object) => {
    const { data } = await call<{ items: string[] }>('POST', '/api/inventory/sampleprices', values)
    done()
    return data.items
  }
  const items = await ask({})
  const undo = { act: () => void ask({ items, confirmed: false }).catch(showError) }
  const message = `${counted(items.length, 'price is', 'prices are')} confirmed`
  showSnackbar({ level: 'success', message, undo })
}

/** In the dialog of an item. */
export const SampleItem = ({ editable, onConfirm }: { editable: boolean; onConfirm: () => void }) => (
  <Banner
    level="warning"
    actions={
      editable && (
        <Button small icon="check" onClick={onConfirm}>
          Confirm price
        </Button>
      )
    }
  >
    The price is a sample from setup: set it or confirm it.
  </Banner>
)
