import type { SampleFigure } from '#db/queries/catalogue/sample-prices.ts'
import type { SamplePrice } from '#server/domains/catalogue/inventory/sample-prices.ts'
import { formatRate, perUnit } from '#views/format.ts'
import { Button } from '#views/ui/button.tsx'
import { dialogLink, withQuery } from '#views/ui/links.ts'
import { Banner } from '#views/ui/small.tsx'

export type ChargedSample = Pick<SamplePrice, 'id' | 'code' | 'name' | 'unit' | 'sample' | 'price'>

type SamplePricesProps = {
  /** Items that are charged at the price, or ordered at the cost, that setup brought. */
  samples: readonly ChargedSample[]
  of?: SampleFigure
  /** Whose lines charge them, where prices can be set and taken. */
  jobid?: string
  /** Of the dialog that it stands in, which is asked anew when an item changes. */
  url: string
  canconfirm: boolean
}

/** The question before issuing, or placing an order, repeats it. */
export function SamplePrices({ samples, of = 'price', jobid, url, canconfirm }: SamplePricesProps) {
  const current = samples.filter(({ sample, price }) => sample === price)
  const left = samples.filter((one) => !current.includes(one))
  return (
    <div
      id="sampleprices"
      data-refresh="inventory"
      data-url={url}
      data-noguard=""
      data-confirm-also=""
      data-alone=""
      hidden={samples.length === 0}
    >
      {current.length > 0 && (
        <Banner level="warning" actions={canconfirm && <ConfirmPrices samples={current} of={of} />}>
          <SayCurrent
            samples={current}
            of={of}
            jobid={canconfirm ? jobid : undefined}
            canconfirm={canconfirm}
          />
        </Banner>
      )}
      {left.map((one) => (
        <Banner
          key={one.id}
          level="warning"
          actions={
            canconfirm && (
              <>
                {jobid && <TakePrice {...one} jobid={jobid} />}
                <ConfirmPrices samples={[one]} of={of} words={`Keep ${formatRate(one.sample)}`} />
              </>
            )
          }
        >
          <ItemLink {...one} /> is {of === 'cost' ? 'ordered' : 'charged'} at {sayPrice(one)}, a sample from
          setup, and its {of} is {formatRate(one.price)} by now:{' '}
          {jobid ? 'take that' : 'enter that on its line'}, or keep what it says.
        </Banner>
      ))}
    </div>
  )
}

type SayCurrentProps = Pick<SamplePricesProps, 'samples' | 'jobid' | 'canconfirm'> & { of: SampleFigure }

function SayCurrent({ samples, of, jobid, canconfirm }: SayCurrentProps) {
  const [first, ...more] = samples
  if (first && more.length === 0)
    return (
      <>
        The {of} of <ItemLink {...first} jobid={jobid} />, {sayPrice(first)}, is a sample: set it or confirm
        it.
      </>
    )
  return (
    <>
      These {of}s are samples from setup: set them or confirm them.
      <ul className="sampleprices">
        {samples.map((one) => (
          <li key={one.id}>
            <span>
              <ItemLink {...one} jobid={jobid} />, {sayPrice(one)}
            </span>
            {canconfirm && <ConfirmPrices samples={[one]} of={of} named />}
          </li>
        ))}
      </ul>
    </>
  )
}

type ItemLinkProps = Pick<ChargedSample, 'id' | 'code' | 'name'> & { jobid?: string }

/** To where its price is set: over the paper of a job, which stands there again afterwards. */
const ItemLink = ({ id, code, name, jobid }: ItemLinkProps) =>
  jobid ? (
    <a {...dialogLink(withQuery(`/inventory/${id}/price`, { jobid }))}>{name}</a>
  ) : (
    <a href={withQuery('/admin/inventory', { open: code })}>{name}</a>
  )

/** The lines take what the item asks by now. */
const TakePrice = ({ id, price, jobid }: Pick<ChargedSample, 'id' | 'price'> & { jobid: string }) => (
  <Button small hx-post={`/inventory/${id}/jobprice`} hx-vals={JSON.stringify({ jobid })} hx-swap="none">
    Take {formatRate(price)}
  </Button>
)

const sayPrice = ({ sample, unit }: ChargedSample) => formatRate(sample) + perUnit(unit)

type ConfirmPricesProps = {
  samples: readonly Pick<ChargedSample, 'id' | 'name'>[]
  of?: SampleFigure
  words?: string
  /** One of several such buttons. */
  named?: boolean
}

/** By one press, with Undo. */
export function ConfirmPrices({ samples, of = 'price', named, words }: ConfirmPricesProps) {
  const ids = samples.map(({ id }) => id).join()
  return (
    <Button
      small
      icon="check"
      hx-post={withQuery('/admin/inventory/sampleprices', { [of === 'cost' ? 'costs' : 'items']: ids })}
      hx-swap="none"
      aria-label={named ? `Confirm ${of} of ${samples[0]?.name}` : undefined}
    >
      {words ?? (samples.length === 1 ? `Confirm ${of}` : `Confirm all ${of}s`)}
    </Button>
  )
}
