import { useEffect, useState } from 'react'
import { errorMessage, fetchData } from '#islands/lib/call.ts'
import { scaled } from '#islands/lib/figures.ts'
import { searchClients } from '#islands/lib/lookups.ts'
import { IslandPicker } from '#islands/lib/picker.tsx'
import type { Item } from '#server/domains/catalogue/inventory/types.ts'
import type { presentExplanation } from '#server/domains/catalogue/pricing/present.ts'
import { PriceSteps, type ShownPriceExplanation } from '#views/ui/price-steps.tsx'
import { Skeleton } from '#views/ui/small.tsx'

const ANYBODY = '00000000-0000-0000-0000-000000000000'

type Answer = ReturnType<typeof presentExplanation>

export function ItemPriceExplorer({ item, canclients }: { item: Item; canclients: boolean }) {
  const [open, setOpen] = useState(false)
  const [client, setClient] = useState<{ id: string; name: string } | null>(null)
  const [explained, setExplained] = useState<ShownPriceExplanation>()
  const [problem, setProblem] = useState('')

  useEffect(() => {
    if (!open) return
    let isWanted = true
    fetchData<Answer>(`/api/pricing/inventory/${client?.id ?? ANYBODY}/${item.id}`).then(
      (answer) => isWanted && setExplained(explainedFrom(answer)),
      (error) => isWanted && setProblem(errorMessage(error)),
    )
    return () => {
      isWanted = false
    }
  }, [open, client?.id, item.id])

  return (
    <details className="priceexplorer" onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>What would a client pay, and why?</summary>
      <p className="hint">By the figures as they are saved.</p>
      {canclients && (
        <IslandPicker
          label="Client"
          name=""
          id="explorer-client"
          value={client}
          search={searchClients}
          // Specification 2, section 9.
          delay={500}
          placeholder="Anybody"
          onPick={setClient}
        />
      )}
      {problem && <p className="error">{problem}</p>}
      {explained ? <PriceSteps {...explained} /> : open && !problem && <Skeleton lines={4} />}
    </details>
  )
}

/** The call's decimals as the view takes them: ten-thousandths of a rand and of a percent. */
function explainedFrom(it: Answer): ShownPriceExplanation {
  const whole = (value: number) => scaled(value, 4)
  return {
    inventory: it.inventory,
    client: it.client,
    pricinggroup: it.pricinggroup,
    silent: it.silent,
    organisation: it.organisation,
    exclusive: it.exclusive,
    source: it.vatsource,
    figures: {
      baserate: whole(it.baserate),
      markuppercent: whole(it.markuppercent),
      markupamount: whole(it.markupamount),
    },
    percentamount: whole(it.percentamount),
    price: whole(it.price),
    vatrate: whole(it.vatrate),
    vat: whole(it.vat),
    withoutvat: whole(it.linerate),
    withvat: whole(it.withvat),
    units: it.units.map(({ name, linerate, withvat }) => ({
      name,
      withoutvat: whole(linerate),
      withvat: whole(withvat),
    })),
  }
}
