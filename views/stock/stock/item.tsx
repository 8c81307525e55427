import { formatQuantity } from '#views/format.ts'
import { LinkButton } from '#views/ui/button.tsx'
import { QuantityText } from '#views/ui/figures.tsx'
import { dialogLink } from '#views/ui/links.ts'
import { PageTitle } from '#views/ui/pagetitle.tsx'
import { Stat } from '#views/ui/panel.tsx'
import { Ledger, type LedgerProps } from './ledger.tsx'

export type StockItem = { id: string; code: string; name: string; baseunit: string }
export type StockPlace = { storageid: string | null; name: string; quantity: number }

type StockHeadProps = {
  item: StockItem
  onhand: number
  reserved: number
  available: number
  minimum: number | null
  places: readonly StockPlace[]
  /** On the item's own page: the figures ask for themselves when somebody moves stock. */
  live?: boolean
}

type StockPageProps = StockHeadProps & { ledger: LedgerProps; canadjust: boolean }

export function StockPage({ ledger, canadjust, ...head }: StockPageProps) {
  const { id, code, name } = head.item
  return (
    <>
      <PageTitle
        title={name}
        subtitle={`${code}: why its stock is what it is`}
        actions={canadjust && <Actions id={id} />}
      />
      <StockHead {...head} live />
      <Ledger {...ledger} />
    </>
  )
}

function Actions({ id }: { id: string }) {
  const path = `/inventory/${id}/stock`
  return (
    <>
      <LinkButton icon="arrow-down" {...dialogLink(`${path}/inbound`)}>
        Inbound
      </LinkButton>
      <LinkButton icon="arrow-up" {...dialogLink(`${path}/outbound`)}>
        Outbound
      </LinkButton>
      <LinkButton look="primary" icon="clipboard-list" {...dialogLink(`${path}/count`)}>
        Count
      </LinkButton>
    </>
  )
}

export function StockHead({ item, onhand, reserved, available, minimum, places, live }: StockHeadProps) {
  const unit = item.baseunit
  const minimumnote = minimum ? `Smallest stock ${formatQuantity(minimum, unit)}` : undefined
  return (
    <section id="levels" className="list levels" data-refresh={live ? 'stock' : undefined} aria-label="Stock">
      <div className="stats">
        <Stat label="On hand" value={<QuantityText millionths={onhand} unit={unit} />} />
        <Stat
          label="Reserved"
          value={<QuantityText millionths={reserved} unit={unit} />}
          note="Planned on open jobs, not yet consumed"
        />
        <Stat
          label="Available"
          value={<QuantityText millionths={available} unit={unit} />}
          note={minimum && available < minimum ? <span className="below">{minimumnote}</span> : minimumnote}
        />
      </div>
      {places.length > 0 && <Places places={places} unit={unit} />}
    </section>
  )
}

function Places({ places, unit }: { places: readonly StockPlace[]; unit: string }) {
  return (
    <ul className="chips" aria-label="Stock by place">
      {places.map(({ storageid, name, quantity: held }) => (
        <li key={storageid ?? ''} className="chip">
          {name || 'No place given'} <QuantityText millionths={held} unit={unit} />
        </li>
      ))}
    </ul>
  )
}
