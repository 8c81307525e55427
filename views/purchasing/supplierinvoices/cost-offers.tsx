import { exactRate, roundedPercent } from '#views/format.ts'
import { Button } from '#views/ui/button.tsx'

/** Ten-thousandths of a rand a base unit. `scaled`: the price by which the margin stays; null where there is none. */
export type CostOffer = {
  id: string
  name: string
  code: string
  unit: string
  before: number
  cost: number
  price: number
  scaled: number | null
  /** Of the price as it is, in ten-thousandths of a percent; null where there is none. */
  margins: { before: number; after: number } | null
}

/** By choice alone: until somebody presses, an item costs what it said. */
export const CostOffers = ({ invoice, offers }: { invoice: string; offers: readonly CostOffer[] }) =>
  offers.length > 0 && (
    <section className="orderevents costoffers">
      <h3>Costs that changed</h3>
      <ul>
        {offers.map((offer) => (
          <li key={offer.id}>
            <span>
              {offer.name} <small className="muted">[{offer.code}]</small>: {sayCost(offer)}
            </span>
            <div className="buttons">
              <TakeCost
                invoice={invoice}
                offer={offer}
                keeps="price"
                words={`Cost ${rand(offer.cost)}, same price`}
              />
              {offer.scaled !== null && offer.scaled !== offer.price && (
                <TakeCost
                  invoice={invoice}
                  offer={offer}
                  keeps="margin"
                  words={`Keep the margin: price ${rand(offer.scaled)}`}
                />
              )}
            </div>
          </li>
        ))}
      </ul>
    </section>
  )

const rand = (rate: number) => `R\u00a0${exactRate(rate)}`

function sayCost({ before, cost, price, margins }: CostOffer): string {
  const costs = `cost ${rand(before)} → ${rand(cost)}`
  if (!margins) return `${costs}.`
  return `${costs}; at a price of ${rand(price)} the margin goes from ${roundedPercent(margins.before)} to ${roundedPercent(margins.after)}.`
}

type TakeCostProps = { invoice: string; offer: CostOffer; keeps: 'price' | 'margin'; words: string }

const TakeCost = ({ invoice, offer, keeps, words }: TakeCostProps) => (
  <Button
    small
    aria-label={`${offer.name}: ${words}`}
    hx-post={`/supplierinvoices/${invoice}/costs`}
    hx-vals={JSON.stringify({ inventoryid: offer.id, keeps })}
    hx-swap="none"
  >
    {words}
  </Button>
)
