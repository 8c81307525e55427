import { formatQuantity, unitSymbol } from '#views/format.ts'
import { Dialog } from '#views/ui/dialog.tsx'
import { FieldRow } from '#views/ui/form.tsx'
import { DateInput, TextInput } from '#views/ui/inputs.tsx'
import { dialogLink } from '#views/ui/links.ts'
import { Picker } from '#views/ui/picker.tsx'
import { Banner, EmptyState } from '#views/ui/small.tsx'

/** Quantities in millionths of the base unit. */
export type ShortItem = {
  inventoryid: string
  code: string
  name: string
  unit: string
  needed: number
  /** On hand and reserved for no other job; null of a service. */
  free: number | null
  onorder: number
  /** The stock that its item asks for. */
  minimum: number
  /** Of what is short, what stands in orders that are not placed yet. */
  drafted: number
  /** How far stock is below zero. */
  below: number
  short: number
  /** What of it is to be made, of an item that is made of others. */
  make: number
  /** What is short and in no draft, in whole packs and at least the minimum; `rule`: these, where it is more. */
  order: number
  rule: string
  supplier: { id: string; name: string } | null
}

type NewOrderProps = {
  supplier?: { id: string; name: string }
  /** Of one job alone: what it is short of. */
  job?: { id: string; reference: string }
  /** What it begins with. */
  of?: 'job' | 'belowzero' | 'minimum'
  items: readonly ShortItem[]
}

/** An order goes to one supplier, so what another delivers is left for a second one. */
export function NewOrderDialog({ supplier, job, of, items: short }: NewOrderProps) {
  const made = short.filter(({ make }) => make > 0)
  const here = job !== undefined
  const items = short.filter(({ order, drafted }) => order > 0 || drafted > 0)
  if (job && items.length === 0)
    return (
      <Dialog title="Order what is short" subtitle={`Job ${job.reference}`}>
        <EmptyState
          icon="check"
          text={made.length > 0 ? 'Nothing is to be ordered.' : 'This job is short of nothing.'}
          hint={
            made.length > 0
              ? sayMade(made, here)
              : 'Stock that is there or on order covers what it takes, for this job and all others.'
          }
        />
      </Dialog>
    )
  if (of && items.length === 0)
    return (
      <Dialog title={titles[of]}>
        <EmptyState
          icon="check"
          text={made.length > 0 ? 'Nothing is to be ordered.' : covered[of]}
          hint={made.length > 0 ? sayMade(made, here) : undefined}
        />
      </Dialog>
    )
  return (
    <Dialog
      title={of ? titles[of] : 'New purchase order'}
      subtitle={job && `Job ${job.reference}`}
      size="large"
      url="/purchase"
      submit="Make the draft"
    >
      {job && <input type="hidden" name="jobid" value={job.id} />}
      {made.length > 0 && <Banner level="info">{sayMade(made, here)}</Banner>}
      <FieldRow>
        <Picker
          label="Supplier"
          name="supplier"
          id="new-supplier"
          url="/lookup/suppliers"
          value={supplier?.id}
          shown={supplier?.name}
          placeholder="Find or add a supplier"
          required
        />
        <DateInput label="Needed by" name="required" />
        <TextInput label="Supplier’s reference" name="reference" maxlength={120} />
      </FieldRow>
      {items.length > 0 ? (
        <ShortItems items={items} here={here} of={of} />
      ) : (
        <p className="hint">
          You add the items on its draft, or{' '}
          <a {...dialogLink('/purchase/new?minimum=true')}>order what is below its minimum stock</a>.
        </p>
      )}
    </Dialog>
  )
}

const titles = {
  job: 'Order what is short',
  belowzero: 'Order what is short',
  minimum: 'Order up to the minimum',
}

const covered = {
  job: 'This job is short of nothing.',
  belowzero: 'All that is below zero is on order.',
  minimum: 'All that is below its minimum is on order.',
}

const list = new Intl.ListFormat('en-ZA')

const sayMade = (made: readonly ShortItem[], here: boolean) =>
  `Made, not bought: ${list.format(made.map(({ make, unit, name }) => `${formatQuantity(make, unit)} ${name}`))}. What that takes is ordered instead. ${here ? 'Make what is short, on the job, makes it.' : 'Production, in the planning of a board, makes it.'}`

type ShortItemsProps = Pick<NewOrderProps, 'items' | 'of'> & { here: boolean }

const ShortItems = ({ items, here, of }: ShortItemsProps) => (
  <div className="goods">
    {items.every(({ order }) => order === 0) && (
      <Banner level="info">
        All that is short stands in a draft order already, which is not placed yet.
      </Banner>
    )}
    <p className="hint">An empty quantity leaves an item out, for an order to another supplier perhaps.</p>
    <ul>
      {items.map((item) => {
        const { inventoryid, code, name, unit, needed, free, onorder, drafted, below, short, order } = item
        const { rule, supplier, minimum } = item
        return (
          <li key={inventoryid}>
            <label htmlFor={`short-${inventoryid}`}>
              <span className="what">
                {name} <small>[{code}]</small>
              </span>
              <small className="facts">
                {here &&
                  `${formatQuantity(needed, unit)} still needed here · ${free === null ? '' : `${formatQuantity(free)} in stock for it · `}`}
                {of === 'minimum' &&
                  `minimum ${formatQuantity(minimum, unit)} · ${formatQuantity(free ?? 0)} available · `}
                {formatQuantity(onorder)} on order
                {drafted > 0 && ` · ${formatQuantity(drafted, unit)} in a draft order`}
                {below > 0 && ` · ${formatQuantity(below, unit)} below zero`}
                {supplier && ` · usually from ${supplier.name}`}
                {rule &&
                  ` · ${formatQuantity(order, unit)} in place of ${formatQuantity(short - drafted)}: ${rule}`}
              </small>
            </label>
            <input type="hidden" name="inventoryid" value={inventoryid} />
            <input type="hidden" name="unit" value={unit} />
            <span className="amount">
              <input
                id={`short-${inventoryid}`}
                type="text"
                name="quantity"
                data-field={inventoryid}
                className="number"
                inputMode="decimal"
                data-decimal=""
                autoComplete="off"
                defaultValue={order > 0 ? formatQuantity(order) : ''}
              />
              <span className="unit">{unitSymbol(unit)}</span>
            </span>
          </li>
        )
      })}
    </ul>
  </div>
)
