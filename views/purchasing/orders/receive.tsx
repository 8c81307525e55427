import { formatQuantity, unitSymbol } from '#views/format.ts'
import { Button } from '#views/ui/button.tsx'
import { FieldRow, Form } from '#views/ui/form.tsx'
import { Checkbox, TextInput } from '#views/ui/inputs.tsx'
import { LateChoices, LateSelect } from '#views/ui/late-select.tsx'
import { intoDialog } from '#views/ui/links.ts'
import type { Option } from '#views/ui/select.tsx'
import { Banner } from '#views/ui/small.tsx'
import type { OrderDetail, OrderLine } from './types.ts'

export type CountedGoods = ReadonlyMap<string, string>
/** By id. */
export type OrderPlaces = ReadonlyMap<string, Option>

type ReceiveProps = {
  order: OrderDetail
  places: OrderPlaces
  priced: boolean
  /** What was scanned or typed so far, by line. */
  counted?: CountedGoods
  /** Where they go, as chosen so far, by line. */
  chosen?: ReadonlyMap<string, string>
  /** Of the code that was scanned last. */
  scanned?: { words: string; found: boolean }
}

export function ReceiveForm({
  order,
  places,
  priced,
  counted = new Map(),
  chosen = new Map(),
  scanned,
}: ReceiveProps) {
  const lines = order.items.filter(({ receivable }) => receivable)
  const open = lines.filter((line) => line.open > 0)
  const done = lines.filter((line) => line.open === 0)
  const rows = (some: readonly OrderLine[]) => (
    <ul>
      {some.map((line) => (
        <Line
          key={line.id}
          line={line}
          places={places}
          value={counted.get(line.id)}
          place={chosen.get(line.id)}
        />
      ))}
    </ul>
  )
  return (
    <div id="receive" className="receiving">
      <form
        className="pickscan"
        hx-get={`/purchase/${order.id}/scan`}
        hx-include="#receive-form"
        hx-target="#receive"
        hx-swap="outerMorph"
        data-scanto="code"
        data-scanbehind=""
        data-leads-on=""
      >
        <div className="field">
          <label htmlFor="receive-code">Scan or type a code: each scan counts one</label>
          <input id="receive-code" name="code" type="text" maxLength={120} autoComplete="off" required />
        </div>
        <Button type="submit" icon="scan">
          Count
        </Button>
      </form>
      {scanned && <Banner level={scanned.found ? 'success' : 'warning'}>{scanned.words}</Banner>}
      <Form id="receive-form" url={`/purchase/${order.id}/receipts`} {...intoDialog} className="proof">
        <section className="goods">
          <h3>
            Still to come
            {open.length > 0 && (
              <Button small icon="check" data-fill="">
                All of it
              </Button>
            )}
          </h3>
          {open.length > 0 ? rows(open) : <p className="hint">Nothing is waited for any more.</p>}
        </section>
        {done.length > 0 && (
          <details className="goods">
            <summary>More of what is complete</summary>
            {rows(done)}
          </details>
        )}
        <FieldRow>
          <TextInput
            label="Supplier’s delivery note"
            id="receive-reference"
            name="reference"
            value={counted.get('reference')}
            maxlength={120}
          />
          <TextInput
            label="Why more came, if it did"
            id="receive-reason"
            name="reason"
            value={counted.get('reason')}
            maxlength={200}
          />
        </FieldRow>
        {priced && (
          <Checkbox
            label="Remember these prices as last paid"
            id="receive-lastprice"
            name="lastprice"
            hint="The next order from this supplier begins with them."
          />
        )}
      </Form>
    </div>
  )
}

/** In the foot, where it is in sight however long the order is. */
export const ReceiveGoodsButton = () => (
  <Button type="submit" look="primary" icon="package" form="receive-form">
    Receive into stock
  </Button>
)

type LineProps = { line: OrderLine; places: OrderPlaces; value?: string; place?: string }

function Line({ line, places, value, place }: LineProps) {
  const { id, code, description, unit, open } = line
  return (
    <li>
      <label htmlFor={`receive-${id}`}>
        <span className="what">{description}</span>
        <small className="facts">
          {[code && `[${code}]`, line.suppliercode, line.job && `for ${line.job.reference}`]
            .filter(Boolean)
            .join(' · ')}
        </small>
      </label>
      <input type="hidden" name="lineid" value={id} />
      <span className="amount">
        <input
          id={`receive-${id}`}
          type="text"
          name="quantity"
          data-field={id}
          className="number"
          inputMode="decimal"
          data-decimal=""
          autoComplete="off"
          defaultValue={value ?? ''}
          data-left={open > 0 ? formatQuantity(open) : undefined}
        />
        <span className="unit">{unitSymbol(unit)}</span>
        <small>of {formatQuantity(open, unit)}</small>
      </span>
      <PlaceSelect id={`place-${id}`} places={places} value={place ?? line.storageid} what={description} />
    </li>
  )
}

type PlaceProps = { id: string; places: OrderPlaces; value: string | null; what: string }

/** Of all lines of an order. */
export const PlaceChoices = ({ places }: { places: OrderPlaces }) => (
  <LateChoices id="order-places" options={[noPlace, ...places.values()]} />
)

const noPlace = { value: '', label: 'No place' }

export const PlaceSelect = ({ id, places, value, what }: PlaceProps) =>
  places.size === 0 ? (
    <input type="hidden" name="storageid" value="" />
  ) : (
    <LateSelect
      id={id}
      name="storageid"
      aria-label={`Place of ${what}`}
      choices="order-places"
      chosen={places.get(value ?? '') ?? noPlace}
    />
  )
