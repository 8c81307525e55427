import { fieldLabels } from '#views/field-labels.ts'
import { exactRate, formatPercent, formatQuantity, formatRand, unitSymbol } from '#views/format.ts'
import { Button } from '#views/ui/button.tsx'
import { FieldRow } from '#views/ui/form.tsx'
import { DateInput, TextArea, TextInput } from '#views/ui/inputs.tsx'
import { LateChoices, LateSelect } from '#views/ui/late-select.tsx'
import { Picker } from '#views/ui/picker.tsx'
import { Select } from '#views/ui/select.tsx'
import { EmptyState } from '#views/ui/small.tsx'
import { sayDifference } from './approved.tsx'
import type { SupplierInvoiceDialogProps } from './dialog.tsx'
import { Goods, NoGoods } from './goods.tsx'
import { SupplierVatNumber } from './supplier-vat-number.tsx'
import type { SupplierInvoiceLine } from './types.ts'

const bases = [
  { value: 'value', label: 'By what the goods cost' },
  { value: 'quantity', label: 'By quantity' },
  { value: 'weight', label: 'By mass' },
  { value: 'hand', label: 'By hand' },
]

const claimed = { value: 'other', label: 'Claimed' }
const taxes = [
  claimed,
  { value: 'capital', label: 'Claimed, capital goods' },
  { value: 'none', label: 'Not claimed' },
]

const TAXES = 'input-taxes'

export function DraftInvoiceDetails(props: SupplierInvoiceDialogProps) {
  const { invoice, organisations, goods, canwrite, vendor, claims, canname, reason } = props
  const { number, date, duedate, vatdate, note, items, spread, net, vat, total, organisation } = invoice
  const carriage = items.some(({ freight }) => freight)
  const bears = items.some(({ receiptlineid }) => receiptlineid !== null)
  const beyond = items.some(({ match }) => match && !match.within)
  return (
    <div className="orderdraft">
      <FieldRow>
        <TextInput label="Number" name="number" value={number} maxlength={60} required />
        <DateInput label="Date" name="date" value={date} />
        <DateInput label={fieldLabels.due} name="duedate" value={duedate} />
        {claims && <DateInput label="Claim its VAT on" name="vatdate" value={vatdate} />}
      </FieldRow>
      {organisations.length > 1 && (
        <Select
          label="Organisation"
          name="organisation"
          value={organisation.id}
          options={organisations}
          width="half"
        />
      )}
      {!vendor && canwrite && <NoVatNumber {...{ invoice, canname, claims }} />}
      {items.length === 0 ? (
        <EmptyState
          icon="receipt"
          text="Nothing stands on it yet."
          hint={goods && goods.all > 0 ? 'Add goods, or a line of text, below.' : 'Add a line of text below.'}
        />
      ) : (
        <div className="orderlines">
          <ul>
            {items.map((line) => (
              <Line
                key={line.id}
                line={line}
                byhand={carriage && spread === 'hand'}
                canfreight={invoice.kind === 'invoice' && (bears || line.freight)}
                claims={claims && vendor}
              />
            ))}
          </ul>
          {claims && vendor && <LateChoices id={TAXES} options={taxes} />}
          <p className="ordertotal">
            <span className="hint">An empty quantity takes its line off.</span>
            <strong>
              Without VAT <span>{formatRand(net)}</span>
            </strong>
            <strong>
              VAT <span>{formatRand(vat)}</span>
            </strong>
            <strong>
              With VAT <span>{formatRand(total)}</span>
            </strong>
          </p>
        </div>
      )}
      {carriage && (
        <Select label="Spread the carriage" name="spread" value={spread} options={bases} width="half" />
      )}
      {beyond && (
        <TextInput
          label="Why it is right although the price differs"
          name="reason"
          value={reason}
          maxlength={200}
          hint="Needed to approve it: a price differs by more than is allowed."
          data-blocks-empty=""
        />
      )}
      {canwrite && <Add {...props} />}
      <TextArea label="Note" name="note" value={note} maxlength={2000} rows={2} />
    </div>
  )
}

type NoVatNumberProps = Pick<SupplierInvoiceDialogProps, 'invoice' | 'canname' | 'claims'>

const NoVatNumber = ({ invoice: { id, supplier }, canname, claims }: NoVatNumberProps) =>
  canname ? (
    <FieldRow>
      <SupplierVatNumber suppliername={supplier.name} />
      <Button hx-post={`/supplierinvoices/${id}/save`} hx-include="closest form" hx-swap="none">
        Keep it and charge VAT
      </Button>
    </FieldRow>
  ) : (
    claims && (
      <p className="hint">
        No VAT number of {supplier.name} is known, so no VAT is claimed. Somebody who may change suppliers can
        enter it.
      </p>
    )
  )

type LineProps = { line: SupplierInvoiceLine; byhand: boolean; canfreight: boolean; claims: boolean }

function Line({ line, byhand, canfreight, claims }: LineProps) {
  const {
    id,
    receiptlineid,
    returnid,
    orderlineid,
    inventoryid,
    description,
    unit,
    match,
    order,
    freight,
    share,
  } = line
  const bears = byhand && receiptlineid !== null
  return (
    <li className="charged">
      <input type="hidden" name="lineid" value={id} />
      <input type="hidden" name="receiptlineid" value={receiptlineid ?? ''} />
      <input type="hidden" name="returnid" value={returnid ?? ''} />
      <input type="hidden" name="orderlineid" value={orderlineid ?? ''} />
      <input type="hidden" name="inventoryid" value={inventoryid ?? ''} />
      <div className="what">
        <TextInput
          label="What"
          name="description"
          id={`what-${id}`}
          value={description}
          maxlength={250}
          data-field={`description-${id}`}
        />
        {match && order && (
          <small>
            {[
              `${order.number}: ${formatQuantity(match.ordered, unit)} ordered at ${exactRate(match.orderedrate)}`,
              (receiptlineid ?? returnid) && `${formatQuantity(match.received, unit)} came`,
              match.returned > 0 && `${formatQuantity(match.returned, unit)} went back`,
              match.left > 0 && `${formatQuantity(match.left, unit)} more to come on an invoice`,
            ]
              .filter(Boolean)
              .join(' · ')}
          </small>
        )}
        {match && match.difference !== 0 && (
          <small className={match.within ? undefined : 'over'}>{sayDifference(match.difference)}</small>
        )}
        {!bears && share !== 0 && !freight && <small>{formatRand(share)} of the carriage</small>}
      </div>
      <Figure
        label={unit ? `Quantity, ${unitSymbol(unit)}` : 'Quantity'}
        name="quantity"
        id={id}
        value={formatQuantity(line.quantity)}
      />
      <Figure label="Price" name="rate" id={id} value={exactRate(line.rate)} />
      <Figure label="Discount %" name="discount" id={id} value={line.discount ? bare(line.discount) : ''} />
      <Figure label="VAT %" name="vatrate" id={id} value={bare(line.vatrate)} />
      <p className="net">
        <span className="unseen">Amount</span> {formatRand(line.net)}
      </p>
      <div className="linetax">
        {claims ? (
          <div className="field">
            <label htmlFor={`inputtax-${id}`}>Its VAT is</label>
            <LateSelect
              name="inputtax"
              id={`inputtax-${id}`}
              choices={TAXES}
              chosen={taxes.find(({ value }) => value === line.inputtax) ?? claimed}
            />
          </div>
        ) : (
          <input type="hidden" name="inputtax" value={line.inputtax} />
        )}
        {canfreight && !receiptlineid && !returnid && !inventoryid && (
          <label>
            <input
              type="checkbox"
              name="freight"
              value={id}
              data-field={`freight-${id}`}
              defaultChecked={freight}
            />{' '}
            Carriage of the goods above
          </label>
        )}
        {bears ? (
          <Figure label="Carriage" name="share" id={id} value={share ? exactRate(share * 100) : ''} />
        ) : (
          <input type="hidden" name="share" value="" />
        )}
      </div>
    </li>
  )
}

const bare = (percent: number) => formatPercent(percent).replace(/\s?%/, '')

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

const Add = (props: SupplierInvoiceDialogProps) => (
  <section className="addgoods">
    {props.goods && props.goods.all > 0 ? (
      <Goods id={props.invoice.id} goods={props.goods} />
    ) : (
      <NoGoods {...props} />
    )}
    {props.invoice.kind === 'invoice' && (
      <div className="addtext" id="adding-item">
        <Picker
          label="An item bought without an order: its cost only, no stock"
          name="additem"
          id="add-item"
          url="/lookup/inventory?of=cost"
        />
        <AddButton id={props.invoice.id} adds="adding-item">
          Add the item
        </AddButton>
      </div>
    )}
    <div className="addtext" id="adding-text">
      <TextInput
        label="Another line: carriage, a service, rounding"
        name="addtext"
        id="add-text"
        maxlength={250}
      />
      <AddButton id={props.invoice.id} adds="adding-text">
        Add the line
      </AddButton>
    </div>
  </section>
)

/** Adds what stands in the box named `adds` to the invoice, with all that is typed. */
const AddButton = ({ id, adds, children }: { id: string; adds: string; children: string }) => (
  <Button data-adds={adds} hx-post={`/supplierinvoices/${id}/add`} hx-include="closest form" hx-swap="none">
    {children}
  </Button>
)
