import type { PickLine, Place } from '#server/domains/work/picking/picking-list.ts'
import { formatQuantity } from '#views/format.ts'
import { Button } from '#views/ui/button.tsx'
import { DateTime } from '#views/ui/datetime.tsx'
import { Dialog } from '#views/ui/dialog.tsx'
import { missing, PICKED_BELOW_ZERO, PICKED_NOTHING, quantityRules } from '#views/ui/field-rules.ts'
import { Form } from '#views/ui/form.tsx'
import { DecimalInput } from '#views/ui/inputs.tsx'
import { canWait, ofJob, WaitsHere } from '#views/ui/outbox.tsx'
import { Banner, Chip } from '#views/ui/small.tsx'

type LineProps = {
  jobid: string
  reference: string
  line: PickLine
  zone: string
  canpick: boolean
  seesstock: boolean
}

const FORM = 'pick-line'
const LEAST_QUANTITY = 0.000001

export const undoPickLabel = (item: string) => `Undo the pick of ${item}`

/** How much is picked, and from which place. */
export function PickDialog(props: LineProps) {
  const { jobid, line, canpick, seesstock } = props
  const { inventory, topick, planned, unit } = line
  const picks = canpick && topick > 0
  return (
    <Dialog
      title={inventory.name}
      subtitle={[inventory.code, `${formatQuantity(planned, unit)} planned`].filter(Boolean).join(' · ')}
      main={
        picks && (
          <Button type="submit" form={FORM} look="primary">
            Pick
          </Button>
        )
      }
    >
      <div className="pickline">
        <WaitsHere group={jobid} />
        {topick === 0 ? (
          <Banner level="success">All of it is picked.</Banner>
        ) : (
          seesstock && <Missing line={line} />
        )}
        {picks && <PickForm {...props} />}
        <Picks {...props} />
        {canpick && <SetPicked {...props} />}
      </div>
    </Dialog>
  )
}

const placeName = (place: Place) => place?.name ?? 'no place given'

function Missing({ line: { short, unit, storage, elsewhere } }: { line: PickLine }) {
  if (short === 0) return null
  const where = storage ? ` at ${storage.name}` : ''
  const others = elsewhere.map(
    ({ storage, onhand }) => `${formatQuantity(onhand, unit)} (${placeName(storage)})`,
  )
  return (
    <Banner level="warning">
      Short{where}: {formatQuantity(short, unit)} missing.{' '}
      {others.length > 0 ? `Elsewhere: ${others.join(', ')}.` : 'There is none elsewhere.'}
    </Banner>
  )
}

function PickForm({ jobid, reference, line, seesstock }: LineProps) {
  const { materialid, unit, topick, short } = line
  const there = seesstock && short < topick ? topick - short : topick
  return (
    <Form
      url={`/picking/${jobid}`}
      id={FORM}
      {...canWait(`Pick ${line.description}`, jobid, ofJob(jobid, reference))}
    >
      <input type="hidden" name="materialid" value={materialid} />
      <DecimalInput
        label="Quantity"
        id="pick-quantity"
        name="quantity"
        value={formatQuantity(there)}
        suffix={unit}
        hint={`${formatQuantity(topick, unit)} to pick`}
        width="narrow"
        autoFocus
        required
        data-missing={missing.quantity}
        {...quantityRules(LEAST_QUANTITY, PICKED_NOTHING)}
      />
      {seesstock && <Places line={line} />}
    </Form>
  )
}

function Places({ line: { storage, onhand, elsewhere, unit } }: { line: PickLine }) {
  if (onhand === null) return null
  const places = [{ storage, onhand }, ...elsewhere]
  return (
    <fieldset className="places">
      <legend>From</legend>
      {places.map((place, at) => (
        <label key={place.storage?.id ?? ''}>
          <input type="radio" name="storageid" value={place.storage?.id ?? ''} defaultChecked={at === 0} />
          <span>{place.storage?.name ?? 'No place given'}</span>
          <small>{formatQuantity(place.onhand, unit)} on hand</small>
        </label>
      ))}
    </fieldset>
  )
}

function Picks({ jobid, reference, line, zone, canpick }: LineProps) {
  if (line.picks.length === 0) return null
  return (
    <ul className="picks" aria-label="What was picked">
      {line.picks.map(({ seq, quantity, storage, user, date, undone }) => (
        <li key={seq} className={undone ? 'undone' : undefined}>
          <span>
            <strong>{formatQuantity(Math.abs(quantity), line.unit)}</strong>{' '}
            {quantity < 0 ? 'put back' : 'picked'}
            {storage && ` ${quantity < 0 ? 'to' : 'from'} ${storage.name}`}
            {user && ` by ${user}`}
            <br />
            <small>
              <DateTime iso={date} zone={zone} />
            </small>
          </span>
          {undone && <Chip icon="undo">Undone</Chip>}
          {canpick && !undone && quantity > 0 && (
            <Button
              small
              icon="undo"
              aria-label={`Undo: ${formatQuantity(quantity, line.unit)}`}
              hx-post={`/picking/${jobid}/undo/${seq}`}
              hx-swap="none"
              {...canWait(undoPickLabel(line.description), jobid, ofJob(jobid, reference))}
            >
              Undo
            </Button>
          )}
        </li>
      ))}
    </ul>
  )
}

function SetPicked({ jobid, reference, line: { materialid, description, picked, unit } }: LineProps) {
  return (
    <details>
      <summary>Picked in all: {formatQuantity(picked, unit)}. Correct it</summary>
      <Form
        url={`/picking/${jobid}/picked`}
        className="setpicked"
        {...canWait(`Picked in all of ${description}`, jobid, ofJob(jobid, reference))}
      >
        <input type="hidden" name="materialid" value={materialid} />
        <DecimalInput
          label="Picked in all"
          id="pick-picked"
          name="picked"
          value={formatQuantity(picked)}
          suffix={unit}
          width="narrow"
          required
          data-missing={missing.quantity}
          {...quantityRules(0, PICKED_BELOW_ZERO)}
        />
        <Button type="submit">Save</Button>
      </Form>
    </details>
  )
}
