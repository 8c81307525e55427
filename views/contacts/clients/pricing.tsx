import { LinkButton } from '#views/ui/button.tsx'
import { type Option, Select } from '#views/ui/select.tsx'
import { EmptyState } from '#views/ui/small.tsx'

type ClientPricingProps = {
  clientid: string
  group?: { id: string; name: string }
  groups: readonly Option[]
  canwrite: boolean
}

export function ClientPricing({ clientid, group, groups, canwrite }: ClientPricingProps) {
  return (
    <div id="clientpricing" data-noguard="">
      {groups.length === 0 ? (
        <EmptyState
          icon="banknote"
          text="There are no pricing groups yet."
          hint="A group holds prices that some clients have agreed. Without one, list prices hold."
        />
      ) : canwrite ? (
        <Select
          label="Pricing group"
          name="pricinggroup"
          // Belongs to no form: it is saved by itself, and saving the client does not send it.
          form="f-pricinggroup-alone"
          value={group?.id}
          options={groups}
          placeholder="None: list prices"
          hint="Saved at once. Lines that are on jobs already keep their price."
          hx-post={`/clients/${clientid}/pricing`}
          hx-include="this"
          hx-trigger="change"
          hx-target="#clientpricing"
          hx-swap="outerMorph"
        />
      ) : (
        <p>{group ? `Pays the prices of ${group.name}.` : 'Pays list prices.'}</p>
      )}
      <p className="buttons">
        {group && (
          <LinkButton icon="list" href={`/admin/pricing/${group.id}`}>
            Prices of {group.name}
          </LinkButton>
        )}
        <LinkButton icon="search" href={`/admin/pricing/explorer?client=${clientid}`}>
          What would they pay?
        </LinkButton>
      </p>
    </div>
  )
}
