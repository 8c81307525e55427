import { formatQuantity, formatRate, perUnit, shortDate } from '#views/format.ts'
import { LinkButton } from '#views/ui/button.tsx'
import { Money, QuantityText, UnitRate } from '#views/ui/figures.tsx'
import { dialogLink } from '#views/ui/links.ts'
import { WaitsHere } from '#views/ui/outbox.tsx'
import { PageTitle } from '#views/ui/pagetitle.tsx'
import { Stat } from '#views/ui/panel.tsx'
import { Banner } from '#views/ui/small.tsx'
import { Ledger, type LedgerProps } from './ledger.tsx'
import { usedBeforeWords } from './used-before.tsx'

export type StockItem = { id: string; code: string; name: string; baseunit: string }
type StockPlace = { storageid: string | null; name: string; quantity: number }

type StockWorth = {
  value: number
  known: boolean
  average: number | null
  lastprice: { rate: number; date: string } | null
  estimated: boolean
}

export type StockHeadProps = {
  /** For whoever sees what items cost. */
  worth?: StockWorth
  item: StockItem
  onhand: number
  reserved: number
  available: number
  onorder: number
  /** Whether the orders that it is on may be looked at. */
  seesorders: boolean
  minimum: number | null
  places: readonly StockPlace[]
  kept: boolean
  /** Lines of jobs that used it while it was not kept in stock. */
  usedbefore: number
  canadjust: boolean
}

type StockPageProps = StockHeadProps & { ledger: LedgerProps }

export function StockPage({ ledger, ...head }: StockPageProps) {
  const { id, code, name } = head.item
  return (
    <>
      <PageTitle
        title={name}
        subtitle={`${code}: why its stock is what it is`}
        actions={head.canadjust && <MovementLinks id={id} />}
      />
      <WaitsHere group={id} />
      <StockHead {...head} />
      <Ledger {...ledger} />
    </>
  )
}

export function MovementLinks({ id }: { id: string }) {
  const path = `/inventory/${id}/stock`
  return (
    <>
      <LinkButton icon="arrow-down" {...dialogLink(`${path}/inbound`)}>
        Book in
      </LinkButton>
      <LinkButton icon="arrow-up" {...dialogLink(`${path}/outbound`)}>
        Book out
      </LinkButton>
      <LinkButton look="primary" icon="clipboard-list" {...dialogLink(`${path}/count`)}>
        Count
      </LinkButton>
    </>
  )
}

export function StockHead(props: StockHeadProps) {
  const { item, onhand, reserved, available, onorder, seesorders, minimum, places } = props
  const unit = item.baseunit
  const minimumnote = minimum ? `Smallest stock ${formatQuantity(minimum, unit)}` : undefined
  return (
    <section
      id="levels"
      className="list levels"
      data-refresh="stock"
      data-url={`/inventory/${item.id}/stock/brief`}
      data-part=""
      data-noguard=""
      aria-label="Stock"
    >
      <div className="stats">
        <Stat
          label="On hand"
          value={<QuantityText millionths={onhand} unit={unit} />}
          note={<a {...dialogLink(`/inventory/${item.id}/levels`)}>What it comes from</a>}
        />
        <Stat
          label="Reserved"
          value={<QuantityText millionths={reserved} unit={unit} />}
          note={
            reserved > 0 ? (
              <a {...dialogLink(`/inventory/${item.id}/levels`)}>The jobs that wait for it</a>
            ) : (
              'Planned on approved jobs, not used yet'
            )
          }
        />
        <Stat
          label="Available"
          value={<QuantityText millionths={available} unit={unit} />}
          note={minimum && available < minimum ? <span className="below">{minimumnote}</span> : minimumnote}
        />
        <Stat
          label="On order"
          value={<QuantityText millionths={onorder} unit={unit} />}
          note={
            seesorders && onorder > 0 ? (
              <a href={`/purchase?inventoryid=${item.id}`}>Its purchase orders</a>
            ) : (
              'Ordered from suppliers, not received yet'
            )
          }
        />
        {props.worth && <WorthStats {...props.worth} item={item} canadjust={props.canadjust} />}
      </div>
      {places.length > 0 && <Places places={places} unit={unit} />}
      <NotBooked {...props} />
    </section>
  )
}

type WorthStatsProps = StockWorth & Pick<StockHeadProps, 'item' | 'canadjust'>

function WorthStats({ value, known, average, lastprice, estimated, item, canadjust }: WorthStatsProps) {
  const change = <a {...dialogLink(`/inventory/${item.id}/stock/worth`)}>Say what it is worth</a>
  const bought = lastprice && `Last price ${formatRate(lastprice.rate)} on ${shortDate(lastprice.date)}`
  return (
    <>
      <Stat
        label="Worth"
        value={known ? <Money cents={value} /> : 'Not known'}
        note={canadjust ? change : undefined}
      />
      <Stat
        label={`Average cost${perUnit(item.baseunit)}`}
        value={average === null ? '–' : <UnitRate tenthousandths={average} />}
        note={estimated ? 'Estimated from the rate of the item' : (bought ?? undefined)}
      />
    </>
  )
}

function NotBooked({ item, kept, onhand, usedbefore, canadjust }: StockHeadProps) {
  if (!kept) {
    const said = 'Not kept in stock: using it on a job does not change these figures.'
    if (onhand === 0) return <Banner level="info">{said}</Banner>
    const count = <LinkButton {...dialogLink(`/inventory/${item.id}/stock/count`)}>Count it to 0</LinkButton>
    return (
      <Banner level="warning" actions={canadjust && count}>
        {said} What the books still say is on hand is brought to 0 by a count.
      </Banner>
    )
  }
  if (usedbefore === 0) return null
  const book = (
    <LinkButton {...dialogLink(`/inventory/${item.id}/stock/usedbefore`)}>Look and book it</LinkButton>
  )
  return (
    <Banner level="warning" actions={canadjust && book}>
      {usedBeforeWords(usedbefore)}
    </Banner>
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
