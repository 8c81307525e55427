import { ClientPicker } from '#views/contacts/clients/picker.tsx'
import { listSwap } from '#views/ui/links.ts'
import { PageTitle } from '#views/ui/pagetitle.tsx'
import { Picker } from '#views/ui/picker.tsx'
import { PriceSteps, type ShownPriceExplanation } from '#views/ui/price-steps.tsx'
import { EmptyState } from '#views/ui/small.tsx'
import { PricingTabs } from './list.tsx'

type Named = { id: string; name: string }

type ExplorerProps = {
  title: string
  client: Named | null
  inventory: Named | null
  explained?: ShownPriceExplanation
}

export function PriceExplorer({ title, client, inventory, explained }: ExplorerProps) {
  const path = '/admin/pricing/explorer'
  return (
    <>
      <PageTitle title={title} subtitle="What would this client pay for this item, and why?" />
      <PricingTabs title={title} at="explorer" />
      <form
        className="fieldrow explorer"
        action={path}
        data-filters=""
        {...listSwap(path, 'explained')}
        hx-trigger="submit, change target:'input[type=hidden]'"
        hx-sync="this:replace"
      >
        <Picker
          label="Item"
          name="inventory"
          url="/lookup/inventory"
          value={inventory?.id}
          shown={inventory?.name}
          placeholder="Which item?"
        />
        <ClientPicker client={client} placeholder="Anybody" />
      </form>
      <section id="explained" className="list" aria-live="polite" data-refresh="pricinggroups inventory">
        {explained ? (
          <PriceSteps {...explained} />
        ) : (
          <EmptyState
            icon="search"
            text="Choose an item."
            hint="Without a client you see what everybody pays."
          />
        )}
      </section>
    </>
  )
}
