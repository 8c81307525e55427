import { formatQuantity, formatRate, perUnit } from '#views/format.ts'
import { LinkButton } from '#views/ui/button.tsx'
import { DateTime } from '#views/ui/datetime.tsx'
import { LinkedLines } from '#views/ui/linked-lines.tsx'
import { dialogLink } from '#views/ui/links.ts'
import { truncate } from '#views/ui/pagetitle.tsx'
import { DescriptionList } from '#views/ui/panel.tsx'
import { SamplePriceChip } from '#views/ui/sample-price-chip.tsx'
import { Chip } from '#views/ui/small.tsx'
import { ConfirmPrices } from './sample-prices.tsx'

type ItemActionsProps = { id: string; canread: boolean; canadjust: boolean }

export function ItemActions({ id, canread, canadjust }: ItemActionsProps) {
  return (
    <>
      {canread && (
        <LinkButton icon="history" href={`/inventory/${id}/stock`}>
          Movements
        </LinkButton>
      )}
      {canadjust && (
        <LinkButton icon="clipboard-list" {...dialogLink(`/inventory/${id}/stock/count`)}>
          Count
        </LinkButton>
      )}
    </>
  )
}

type ItemUse = {
  id: string
  reference: string
  description: string
  statusname: string
  created: string
  client: string | null
  /** Millionths of the unit. */
  estimated: number
  consumed: number
  unit: string
  href?: string
}

export const ItemUses = ({ uses, more }: { uses: readonly ItemUse[]; more?: string }) => (
  <LinkedLines
    lines={uses.map(({ id, reference, description, statusname, created, client, href, ...line }) => ({
      id,
      href,
      name: reference,
      text: truncate(description || '(no description)', 60),
      who: (
        <>
          {client && `${client} · `}
          <DateTime iso={created} relative />
        </>
      ),
      when: (
        <>
          {line.consumed === 0
            ? `${formatQuantity(line.estimated, line.unit)} planned`
            : formatQuantity(line.consumed, line.unit)}
          <Chip>{statusname}</Chip>
        </>
      ),
    }))}
    more={more}
    empty={{
      icon: 'briefcase',
      text: 'No job uses this item yet.',
      hint: 'Add it to the lines of a job.',
    }}
  />
)

const priceText = (price: number, unit: string) => formatRate(price) + perUnit(unit)

type ItemPriceProps = {
  id: string
  name: string
  price?: number
  unit: string
  sampleprice: boolean
  canconfirm: boolean
}

export function ItemPrice({ price = 0, unit, sampleprice, canconfirm, ...item }: ItemPriceProps) {
  const text = priceText(price, unit)
  if (!sampleprice) return text
  return (
    <>
      {text} <SamplePriceChip sampleprice /> {canconfirm && <ConfirmPrices samples={[item]} />}
    </>
  )
}

type ItemPricesProps = {
  /** Ten-thousandths of a rand. */
  own?: number
  unit: string
  groups: readonly { id: string; name: string; price: number | null }[]
}

export function ItemPrices({ own = 0, unit, groups }: ItemPricesProps) {
  const formatPrice = (price: number) => priceText(price, unit)
  return (
    <DescriptionList
      facts={[
        { label: 'List price', value: formatPrice(own) },
        ...groups.map(({ id, name, price }) => ({
          label: name,
          value: (
            <a href={`/admin/pricing/${id}`}>{price === null ? 'As the list price' : formatPrice(price)}</a>
          ),
        })),
      ]}
    />
  )
}
