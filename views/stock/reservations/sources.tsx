import type { Quantity } from '#server/money/decimal.ts'
import { formatQuantity, shortDate } from '#views/format.ts'
import type { StockItem } from '#views/stock/stock/item.tsx'
import { Button, LinkButton } from '#views/ui/button.tsx'
import { Dialog } from '#views/ui/dialog.tsx'
import { QuantityText } from '#views/ui/figures.tsx'
import { Form } from '#views/ui/form.tsx'
import { DecimalInput } from '#views/ui/inputs.tsx'
import { withQuery } from '#views/ui/links.ts'
import { ListRegion } from '#views/ui/list.tsx'
import { Stat } from '#views/ui/panel.tsx'
import { Skeleton } from '#views/ui/small.tsx'

type JobLink = { reference: string; href: string | undefined } | null

type Reservation = {
  id: string
  job: JobLink
  description: string
  unit: string
  reserved: Quantity
  released: Quantity
  day: string | null
  /** Of goods that the job made, which no document took yet. */
  made: boolean
  canrelease: boolean
}

type OrderedLine = {
  id: string
  orderid: string
  number: string
  supplier: string
  quantity: Quantity
  unit: string
  day: string | null
  job: JobLink
}

export type SourcesProps = {
  item: StockItem
  /** Base units; `forjob`: of the job that the dialog was opened from. */
  onhand: Quantity
  reserved: Quantity
  available: Quantity
  onorder: Quantity
  forjob?: { reserved: Quantity; onorder: Quantity }
  jobid?: string
  places: readonly { storageid: string | null; name: string; quantity: Quantity }[]
  reservations: readonly Reservation[]
  morereservations: number
  seesorders: boolean
  orders: readonly OrderedLine[]
  moreorders: boolean
  /** Marss can be asked what it holds. */
  canask: boolean
}

/** What the four figures of an item come from. */
export function SourcesDialog(props: SourcesProps) {
  const { item, onhand, reserved, available, onorder, forjob } = props
  const figure = (millionths: Quantity) => <QuantityText millionths={millionths} unit={item.baseunit} />
  const own = (quantity?: Quantity) =>
    quantity ? `${formatQuantity(quantity, item.baseunit)} for this job` : undefined
  return (
    <Dialog
      title={item.name}
      subtitle={`[${item.code}]: what there is, and what it comes from`}
      size="large"
      actions={
        <LinkButton icon="history" href={`/inventory/${item.id}/stock`}>
          Why is stock this number?
        </LinkButton>
      }
    >
      <ListRegion
        id="sources"
        refresh="stock purchaseorders"
        url={withQuery(`/inventory/${item.id}/levels`, { jobid: props.jobid })}
        ispart
      >
        <div className="stats">
          <Stat label="On hand" value={figure(onhand)} />
          <Stat label="Reserved" value={figure(reserved)} note={own(forjob?.reserved)} />
          <Stat label="Available" value={figure(available)} note="On hand less reserved" />
          <Stat label="On order" value={figure(onorder)} note={own(forjob?.onorder)} />
        </div>
        <Places {...props} />
        <Reservations {...props} />
        {props.seesorders && <Orders {...props} />}
        {props.canask && <AskedOfMarss id={item.id} />}
      </ListRegion>
    </Dialog>
  )
}

/** Asked after the dialog is there: Marss may take its time. */
const AskedOfMarss = ({ id }: { id: string }) => (
  <section hx-get={`/inventory/${id}/marss`} hx-trigger="load" hx-swap="innerHTML">
    <h3>At Marss</h3>
    <Skeleton lines={2} />
  </section>
)

type MarssLevelsProps = {
  /** In the unit that Marss has for the item. */
  levels: readonly { place: string; quantity: number }[]
  refused?: string
  /** That some of what Marss has is not shown. */
  part?: string
}

export const MarssLevels = ({ levels, refused, part }: MarssLevelsProps) => (
  <>
    <h3>At Marss</h3>
    {refused && <p className="hint">{refused}</p>}
    {part && <p className="hint">{part}</p>}
    {!refused && !part && levels.length === 0 && (
      <p className="hint">Marss holds none, or does not know its code.</p>
    )}
    <ul className="sourcelist">
      {levels.map(({ place, quantity }, at) => (
        <li key={String(at)}>
          <span>{place || 'No place given'}</span>
          <span className="number">{quantity.toLocaleString('en-ZA')}</span>
        </li>
      ))}
    </ul>
  </>
)

const Places = ({ places, item }: SourcesProps) => (
  <section>
    <h3>On hand</h3>
    {places.length === 0 && <p className="hint">Nothing has moved yet.</p>}
    <ul className="sourcelist">
      {places.map(({ storageid, name, quantity }) => (
        <li key={storageid ?? ''}>
          <span>{name || 'No place given'}</span>
          <QuantityText millionths={quantity} unit={item.baseunit} />
        </li>
      ))}
    </ul>
  </section>
)

const Reservations = ({ reservations, morereservations }: SourcesProps) => (
  <section>
    <h3>Reserved</h3>
    {reservations.length === 0 && <p className="hint">No approved job waits for it or has made it.</p>}
    <ul className="sourcelist">
      {reservations.map((line) => (
        <li key={line.id}>
          <span>
            <Job job={line.job} /> {line.description}
            {line.made && <small>made, and not delivered or invoiced yet</small>}
            {line.day && !line.made && <small>needed {shortDate(line.day)}</small>}
            {line.released > 0 && (
              <small>
                {formatQuantity(line.released, line.unit)} released:{' '}
                {line.made ? 'free for others' : 'planned still, free for others'}
              </small>
            )}
          </span>
          <QuantityText millionths={line.reserved} unit={line.unit} />
          {line.canrelease && <Release line={line} />}
        </li>
      ))}
    </ul>
    {morereservations > 0 && <p className="hint">{morereservations} more lines reserve it.</p>}
  </section>
)

const Job = ({ job }: { job: JobLink }) => {
  if (!job) return <span>A job that you do not see</span>
  return job.href ? <a href={job.href}>{job.reference}</a> : <span>{job.reference}</span>
}

function Release({ line: { id, job, unit, reserved, released } }: { line: Reservation }) {
  const about = job?.reference ?? ''
  return (
    <div className="release">
      {reserved > 0 && (
        <details>
          <summary aria-label={`Release what ${about} reserves`}>Release</summary>
          <Form url={`/joblines/${id}/release`}>
            <DecimalInput
              label="Free for others"
              id={`release-${id}`}
              name="quantity"
              value={formatQuantity(reserved)}
              suffix={unit}
              width="narrow"
              required
            />
            <Button type="submit">Release</Button>
          </Form>
        </details>
      )}
      {released > 0 && (
        <Button
          icon="undo"
          aria-label={`Reserve again for ${about}`}
          hx-post={`/joblines/${id}/reserve`}
          hx-swap="none"
        >
          Reserve again
        </Button>
      )}
    </div>
  )
}

const Orders = ({ orders, moreorders, item }: SourcesProps) => (
  <section>
    <h3>On order</h3>
    {orders.length === 0 && <p className="hint">No supplier is to deliver any.</p>}
    <ul className="sourcelist">
      {orders.map(({ id, orderid, number, supplier, quantity, unit, day, job }) => (
        <li key={id}>
          <span>
            <a href={`/purchase/${orderid}`}>{number}</a> {supplier}
            <small>{day ? `expected ${shortDate(day)}` : 'without a day'}</small>
            {job && (
              <small>
                for <Job job={job} />
              </small>
            )}
          </span>
          <QuantityText millionths={quantity} unit={unit} />
        </li>
      ))}
    </ul>
    {moreorders && (
      <p className="hint">
        <a href={withQuery('/purchase', { inventoryid: item.id })}>All orders of it</a>
      </p>
    )}
  </section>
)
