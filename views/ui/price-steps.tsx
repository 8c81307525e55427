import { formatPercent, formatRate, perUnit, vatLabel } from '#views/format.ts'
import { UnitRate } from './figures.tsx'

type Named = { id: string; name: string }

/** Rates in ten-thousandths of a rand, percentages in ten-thousandths of a percent. */
export type ShownPriceExplanation = {
  inventory: Named & { baseunit: string }
  client: Named | null
  pricinggroup: Named | null
  silent: Named | null
  organisation: Named | null
  exclusive: boolean
  figures: { baserate: number; markuppercent: number; markupamount: number }
  percentamount: number
  price: number
  vatrate: number
  source: 'none' | 'exempt' | 'accountcode' | 'organisation' | 'standard'
  vat: number
  withoutvat: number
  withvat: number
  units: readonly { name: string; withoutvat: number; withvat: number }[]
}

type Step = { what: string; why: string; amount: number; sum?: boolean }

export function PriceSteps(it: ShownPriceExplanation) {
  const per = perUnit(it.inventory.baseunit || 'unit').trim()
  return (
    <>
      <p className="verdict">
        {it.client?.name ?? 'Anybody'} pays <strong>{formatRate(it.withoutvat)}</strong> {per} without VAT,{' '}
        <strong>{formatRate(it.withvat)}</strong> with it.
      </p>
      <div className="table">
        <table className="pricesteps">
          <caption className="unseen">How the price comes about</caption>
          <thead>
            <tr>
              <th scope="col">Step</th>
              <th scope="col">Why</th>
              <th scope="col" className="number">
                {per.replace(/^./, (first) => first.toUpperCase())}
              </th>
            </tr>
          </thead>
          <tbody>
            {priceSteps(it).map(({ what, why, amount, sum }) => (
              <tr key={what} className={sum ? 'sum' : undefined}>
                <td className="what">{what}</td>
                <td className="why">{why}</td>
                <td className="number">
                  <UnitRate tenthousandths={amount} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {it.units.length > 0 && <Units {...it} />}
    </>
  )
}

function priceSteps(it: ShownPriceExplanation): Step[] {
  const { figures, exclusive } = it
  const price = {
    what: 'Price',
    why: exclusive ? 'The item’s rates are without VAT' : 'The item’s rates include VAT',
  }
  const vat = {
    what: vatLabel({ vatrate: it.vatrate, exempt: it.source === 'exempt' }),
    why: `${vatWords(it)}, ${exclusive ? 'added' : 'taken out'}`,
  }
  return [
    { what: 'Base rate', why: describeOrigin(it), amount: figures.baserate },
    {
      what: `Markup ${formatPercent(figures.markuppercent)}`,
      why: 'of the base rate',
      amount: it.percentamount,
    },
    { what: 'Markup amount', why: 'on top', amount: figures.markupamount },
    { ...price, amount: it.price, sum: true },
    { ...vat, amount: exclusive ? it.vat : -it.vat },
    exclusive
      ? { what: 'With VAT', why: 'What is paid', amount: it.withvat, sum: true }
      : { what: 'Without VAT', why: 'What a line of a job takes', amount: it.withoutvat, sum: true },
  ]
}

function describeOrigin({ pricinggroup, silent, client }: ShownPriceExplanation): string {
  if (pricinggroup) return `Agreed with the group ${pricinggroup.name}`
  if (silent) return `The item’s own: the group ${silent.name} has no price for it in use`
  return client ? `The item’s own: ${client.name} is in no group` : 'The item’s own'
}

function vatWords({ source, organisation }: ShownPriceExplanation): string {
  if (source === 'none')
    return organisation
      ? `${organisation.name} has no VAT number`
      : 'There is no organisation that charges VAT'
  if (source === 'exempt') return 'The item’s category is exempt'
  if (source === 'accountcode') return 'As the account code says'
  return source === 'organisation' ? `As ${organisation?.name} says` : 'The standard rate'
}

function Units({ units }: ShownPriceExplanation) {
  return (
    <p className="hint">
      {units
        .map(
          ({ name, withoutvat, withvat }) =>
            `Per ${name}: ${formatRate(withoutvat)} without VAT, ${formatRate(withvat)} with it.`,
        )
        .join(' ')}
    </p>
  )
}
