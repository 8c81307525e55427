import { SamplePrices } from '#views/catalogue/inventory/sample-prices.tsx'
import {
  exactRand,
  exactRate,
  formatQuantity,
  formatRand,
  percentText,
  perUnit,
  shortText,
} from '#views/format.ts'
import { Button } from '#views/ui/button.tsx'
import { FieldRow } from '#views/ui/form.tsx'
import { DateInput, TextArea, TextInput } from '#views/ui/inputs.tsx'
import { LateChoices, LateSelect } from '#views/ui/late-select.tsx'
import { NO_FORM } from '#views/ui/no-form.ts'
import { Picker } from '#views/ui/picker.tsx'
import { Select } from '#views/ui/select.tsx'
import { EmptyState } from '#views/ui/small.tsx'
import { JobLink } from '#views/work/jobs/job-link.tsx'
import type { OrderDialogProps } from './dialog.tsx'
import type { OrderLine } from './types.ts'

type DraftProps = Pick<
  OrderDialogProps,
  'order' | 'organisations' | 'units' | 'priced' | 'canwrite' | 'samples' | 'canconfirm' | 'jobs'
>

export function DraftDetails({
  order,
  organisations,
  units,
  priced,
  canwrite,
  samples,
  canconfirm,
  jobs,
}: DraftProps) {
  return (
    <div className="orderdraft">
      <SamplePrices
        samples={[...new Set(Object.values(samples))]}
        of="cost"
        url={`/purchase/${order.id}`}
        canconfirm={canconfirm}
      />
      <FieldRow>
        <Picker
          label="Supplier"
          name="supplier"
          id="order-supplier"
          url="/lookup/suppliers"
          value={order.supplier.id}
          shown={order.supplier.name}
          required
        />
        <DateInput label="Needed by" name="required" value={order.required} />
        <DateInput label="Promised for" name="expected" value={order.expected} />
        <TextInput label="Supplier’s reference" name="reference" value={order.reference} maxlength={120} />
      </FieldRow>
      {organisations.length > 1 && (
        <Select
          label="Organisation"
          name="organisation"
          value={order.organisation.id}
          options={organisations}
          width="half"
        />
      )}
      <DraftLines {...{ order, units, priced, jobs }} />
      {canwrite && <AddItem id={order.id} />}
      <TextArea label="Note to the supplier" name="note" value={order.note} maxlength={2000} rows={2} />
    </div>
  )
}

type LinesProps = Pick<DraftProps, 'order' | 'units' | 'priced' | 'jobs'>

function DraftLines({ order, units, priced, jobs }: LinesProps) {
  if (order.items.length === 0)
    return (
      <EmptyState
        icon="package"
        text="Nothing is ordered yet."
        hint="Find an item below, or add a line of text."
      />
    )
  return (
    <div className="orderlines">
      <ul>
        {order.items.map((line) => (
          <Line key={line.id} line={line} priced={priced} jobs={jobs} />
        ))}
      </ul>
      {Object.entries(units).map(([item, names]) => (
        <LateChoices
          key={item}
          id={unitsId(item)}
          options={names.map((name) => ({ value: name, label: name }))}
        />
      ))}
      <p className="ordertotal">
        <span className="hint">An empty quantity takes its line off the order.</span>
        {order.total !== null && (
          <span
            hx-post={`/purchase/${order.id}/total`}
            hx-trigger="input delay:200ms from:'closest form' target:'[name=quantity],[name=rate],[name=discount]'"
            hx-include="closest form"
            hx-target="this"
            hx-swap="innerHTML"
            hx-sync="this:replace"
            aria-live="polite"
          >
            <OrderTotal cents={order.total} />
          </span>
        )}
      </p>
    </div>
  )
}

/** Stands in what is asked before the order is placed, too. */
const OrderTotal = ({ cents }: { cents: number }) => (
  <strong data-confirm-also="">
    Total without VAT <span>{formatRand(cents)}</span>
  </strong>
)

type Amounts = { total: number; lines: readonly { id: string; net: number }[] }

/** What is typed comes to, in the order and on its lines. */
export const OrderAmounts = ({ total, lines }: Amounts) => (
  <>
    <OrderTotal cents={total} />
    {lines.map(({ id, net }) => (
      <NetAmount key={id} id={id} cents={net} replaces />
    ))}
  </>
)

const NetAmount = ({ id, cents, replaces }: { id: string; cents: number; replaces?: boolean }) => (
  <p className="net" id={`net-${id}`} hx-swap-oob={replaces ? 'true' : undefined}>
    <span className="unseen">Amount</span> {formatRand(cents)}
  </p>
)

const unitsId = (item: string) => `units-${item}`

type LineProps = { line: OrderLine; priced: boolean; jobs: string }

function Line({ line, priced, jobs }: LineProps) {
  const { id, inventoryid, code, description, suppliercode, suppliername, baserate, baseunit } = line
  const facts = [
    code && `[${code}]`,
    (suppliercode || suppliername) && `theirs: ${[suppliercode, suppliername].filter(Boolean).join(' ')}`,
    baserate !== null && `${exactRand(baserate)}${perUnit(baseunit)}`,
  ].filter(Boolean)
  return (
    <li>
      <input type="hidden" name="lineid" value={id} />
      <input type="hidden" name="inventoryid" value={inventoryid ?? ''} />
      <div className="what">
        <TextInput
          label="Item"
          name="description"
          id={`what-${id}`}
          value={description}
          maxlength={250}
          data-field={`description-${id}`}
        />
        {facts.length > 0 && <small>{facts.join(' · ')}</small>}
        {line.hints.map((hint) => (
          <small key={hint} className="orderhint">
            {hint}
          </small>
        ))}
        {line.planned && (
          <details>
            <summary>Why so many</summary>
            <small>{line.planned}</small>
          </details>
        )}
      </div>
      <Figure label="Quantity" name="quantity" id={id} value={formatQuantity(line.quantity)} />
      <div className="field unit">
        <label htmlFor={`unit-${id}`}>Unit</label>
        {inventoryid ? (
          <LateSelect
            id={`unit-${id}`}
            name="unit"
            choices={unitsId(inventoryid)}
            chosen={{ value: line.unit, label: line.unit }}
          />
        ) : (
          <input id={`unit-${id}`} name="unit" type="text" maxLength={40} defaultValue={line.unit} />
        )}
      </div>
      {priced && (
        <>
          <Figure label="Price" name="rate" id={id} value={exactRate(line.rate ?? 0)} />
          <Figure label="Discount %" name="discount" id={id} value={percentText(line.discount || null)} />
          <NetAmount id={id} cents={line.net ?? 0} />
        </>
      )}
      <details className="more">
        <summary>{sayNoteAndJob(line)}</summary>
        <div>
          <TextInput
            label="Note on this line"
            name="linenote"
            id={`note-${id}`}
            value={line.note}
            maxlength={1000}
          />
          <Picker
            label="For job"
            name="jobid"
            id={`job-${id}`}
            url="/lookup/jobs"
            value={line.job?.id}
            shown={line.job?.reference}
          />
          {line.job && <JobLink {...line.job} jobs={jobs} />}
        </div>
      </details>
    </li>
  )
}

/** What is folded away. */
const sayNoteAndJob = ({ note, job }: Pick<OrderLine, 'note' | 'job'>) =>
  note || job
    ? [job && `For job ${job.reference}`, note && shortText(note, 80)].filter(Boolean).join(' · ')
    : 'Note and job'

type FigureProps = { label: string; name: string; id: string; value: string }

const Figure = ({ label, name, id, value }: FigureProps) => (
  <div className={`field ${name}`}>
    <label htmlFor={`${name}-${id}`}>{label}</label>
    <input
      id={`${name}-${id}`}
      type="text"
      name={name}
      data-field={`${name}-${id}`}
      className="number"
      inputMode="decimal"
      data-decimal=""
      autoComplete="off"
      defaultValue={value}
    />
  </div>
)

/** What is chosen is added with what was typed so far, which is saved along. */
const AddItem = ({ id }: { id: string }) => (
  <div id="adding" className="field additem">
    <label htmlFor="add-item">Add an item: name, code, barcode or the supplier’s code</label>
    <input
      id="add-item"
      type="search"
      name="search"
      form={NO_FORM}
      autoComplete="off"
      data-finds="found-items"
      hx-get={`/purchase/${id}/items`}
      hx-trigger="input delay:300ms"
      hx-target="#found-items"
      hx-swap="innerHTML"
      hx-sync="this:replace"
    />
    <div id="found-items" className="founditems" aria-live="polite" />
    <details className="more">
      <summary>Paste several rows</summary>
      <TextArea
        label="Code, quantity and, if you like, price"
        name="rows"
        rows={4}
        maxlength={40_000}
        hint="As a spreadsheet gives them: a row for each item, by your code or theirs. Without a price it is what the supplier asks."
      />
      <Button
        small
        icon="plus"
        data-adds="adding"
        hx-post={`/purchase/${id}/add`}
        hx-include="closest form"
        hx-target="#dialog"
        hx-swap="innerMorph"
      >
        Add these rows
      </Button>
    </details>
  </div>
)
