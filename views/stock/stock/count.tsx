import { formatQuantity } from '#views/format.ts'
import { Dialog } from '#views/ui/dialog.tsx'
import { COUNTED_BELOW_ZERO, missing, quantityRules } from '#views/ui/field-rules.ts'
import { QuantityText } from '#views/ui/figures.tsx'
import { canWait } from '#views/ui/outbox.tsx'
import type { Option } from '#views/ui/select.tsx'
import { Banner } from '#views/ui/small.tsx'
import type { StockItem } from './item.tsx'
import { About, type MovementOptions, UnitSelect } from './movement.tsx'

export type CountPlace = {
  storageid: string | null
  name: string
  /** What the books say, in millionths of the base unit. */
  expected: number
  /** As it was typed; empty where nothing was counted. */
  typed?: string
  /** What was counted less what is expected, once that was asked. */
  variance?: number
  large?: boolean
}

/** `places` are the ones that have no row yet. */
type CountDialogProps = MovementOptions & {
  item: StockItem
  counted: readonly CountPlace[]
  typed?: { unit?: string; date?: string | null; note?: string }
  /** Why it is not booked yet: a large difference, or a movement since the dialog was opened. */
  asks?: 'large' | 'stale'
}

/** What lies at each place against what the books say. Asks once before a large difference is booked. */
export function CountDialog({ item, counted, units, places, today, typed, asks }: CountDialogProps) {
  const checked = counted.some(({ variance }) => variance !== undefined)
  return (
    <Dialog
      title="Count stock"
      subtitle={`${item.name} [${item.code}]`}
      url={`/inventory/${item.id}/stock/count`}
      submit={asks === 'large' ? 'Book anyway' : 'Book count'}
      waits={canWait(`Count ${item.name}`, item.id)}
    >
      {asks && <Asks why={asks} counted={counted} unit={item.baseunit} />}
      {asks === 'large' && <input type="hidden" name="confirmed" value="true" />}
      <UnitSelect units={units} value={typed?.unit} />
      <table className="parts counts" data-some={missing.counts}>
        <caption className="unseen">What was counted at each place</caption>
        <thead>
          <tr>
            <th scope="col">Place</th>
            <th scope="col" className="number">
              Expected
            </th>
            <th scope="col">Counted</th>
            {checked && (
              <th scope="col" className="number">
                Difference
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {counted.map((place, at) => (
            <PlaceRow
              key={place.storageid ?? ''}
              place={place}
              at={at}
              unit={item.baseunit}
              checked={checked}
            />
          ))}
          {places.length > 0 && <OtherRow places={places} at={counted.length} checked={checked} />}
        </tbody>
      </table>
      <p className="hint">Leave empty what was not counted. 0 means that nothing lies there.</p>
      <About today={today} date={typed?.date} note={typed?.note} />
    </Dialog>
  )
}

type PlaceRowProps = { place: CountPlace; at: number; unit: string; checked: boolean }

function PlaceRow({ place, at, unit, checked }: PlaceRowProps) {
  const name = place.name || 'No place given'
  return (
    <tr>
      <th scope="row">
        {name}
        <input type="hidden" name={`place-${at}`} value={place.storageid ?? ''} />
        <input type="hidden" name={`expected-${at}`} value={place.expected} />
      </th>
      <td className="number">
        <QuantityText millionths={place.expected} unit={unit} />
      </td>
      <Figure at={at} label={`Counted at ${name}`} value={place.typed} />
      {checked && (
        <td className="number">{place.variance !== undefined && <Difference {...place} unit={unit} />}</td>
      )}
    </tr>
  )
}

function OtherRow({ places, at, checked }: { places: readonly Option[]; at: number; checked: boolean }) {
  return (
    <tr>
      <td colSpan={2}>
        <select name={`place-${at}`} aria-label="Another place">
          {places.map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </select>
        <input type="hidden" name={`expected-${at}`} value={0} />
      </td>
      <Figure at={at} label="Counted at the other place" />
      {checked && <td />}
    </tr>
  )
}

function Figure({ at, label, value = '' }: { at: number; label: string; value?: string }) {
  return (
    <td className="field">
      <input
        id={`counted-${at}`}
        name={`counted-${at}`}
        className="number"
        inputMode="decimal"
        data-decimal=""
        autoComplete="off"
        aria-label={label}
        defaultValue={value}
        {...quantityRules(0, COUNTED_BELOW_ZERO)}
      />
    </td>
  )
}

function Difference({
  variance = 0,
  large,
  unit,
}: Pick<CountPlace, 'variance' | 'large'> & { unit: string }) {
  return (
    <span className={large || variance < 0 ? 'figure below' : 'figure'}>
      {variance > 0 && '+'}
      {formatQuantity(variance, unit)}
    </span>
  )
}

function Asks({
  why,
  counted,
  unit,
}: {
  why: 'large' | 'stale'
  counted: readonly CountPlace[]
  unit: string
}) {
  if (why === 'stale')
    return (
      <Banner level="warning">
        Stock moved while you counted. What is expected is new; what you typed is kept. Please look again.
      </Banner>
    )
  return (
    <Banner level="warning">
      {counted
        .filter(({ large }) => large)
        .map(({ name, expected, variance = 0 }) => (
          <p key={name}>
            {name || 'No place given'}: {formatQuantity(Math.abs(variance), unit)}{' '}
            {variance < 0 ? 'fewer' : 'more'} than the {formatQuantity(expected, unit)} expected.
          </p>
        ))}
      Nothing is booked yet. Is the count right, and in the right unit?
    </Banner>
  )
}
