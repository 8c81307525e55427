import { exactRand, formatQuantity, perUnit, shortDate } from '#views/format.ts'
import { Button, IconButton } from '#views/ui/button.tsx'
import { confirmFirst } from '#views/ui/confirm.ts'
import { FieldRow, Form } from '#views/ui/form.tsx'
import { DateInput, DecimalInput, TextInput } from '#views/ui/inputs.tsx'
import { Picker } from '#views/ui/picker.tsx'
import { Select } from '#views/ui/select.tsx'
import { EmptyState } from '#views/ui/small.tsx'

type SupplierOfItem = {
  supplier: { id: string; name: string }
  code: string
  name: string
  unit: string
  /** Ten-thousandths of a rand, null for who sees no prices. */
  price: number | null
  baseprice: number | null
  packsize: number | null
  minimum: number | null
  leadtime: number | null
  breaks: readonly { quantity: number; price: number }[]
  /** All that are from a quantity or a day on. */
  stored: readonly StoredPrice[]
  /** What holds otherwise. */
  always: number | null
}

type StoredPrice = { id: string; quantity: number; validfrom: string; price: number | null }

type ItemSuppliersProps = {
  itemid: string
  baseunit: string
  units: readonly string[]
  suppliers: readonly SupplierOfItem[]
  today: string
  priced: boolean
  canwrite: boolean
  importurl?: string
}

/** What each supplier calls an item and asks for it: where the lines of orders begin. */
export function ItemSuppliers(props: ItemSuppliersProps) {
  const { itemid, baseunit, units, suppliers, canwrite, importurl } = props
  return (
    <div id="item-suppliers" className="ordersent">
      {suppliers.length === 0 ? (
        <EmptyState
          icon="truck"
          text="No supplier’s price is known."
          hint="What is written here is where a line of a purchase order begins."
        />
      ) : (
        <ul className="orderevents">
          {suppliers.map((one) => (
            <Line key={one.supplier.id} {...props} one={one} />
          ))}
        </ul>
      )}
      {canwrite && <Add itemid={itemid} baseunit={baseunit} units={units} />}
      {importurl && (
        <p className="hint">
          Many at once come in by <a href={importurl}>a supplier’s price list</a>.
        </p>
      )}
    </div>
  )
}

type LineProps = Pick<ItemSuppliersProps, 'itemid' | 'baseunit' | 'canwrite' | 'priced' | 'today'> & {
  one: SupplierOfItem
}

function Line({ one, itemid, baseunit, canwrite, priced, today }: LineProps) {
  const { supplier, code, name, unit, price, baseprice, packsize, minimum, leadtime, breaks } = one
  const facts = [
    [code, name].filter(Boolean).join(' '),
    price !== null && `${exactRand(price)}${perUnit(unit)}`,
    baseprice !== null && unit !== baseunit && `${exactRand(baseprice)}${perUnit(baseunit)}`,
    ...breaks.map((from) => `${exactRand(from.price)} from ${formatQuantity(from.quantity, unit)}`),
    packsize && `in packs of ${formatQuantity(packsize, unit)}`,
    minimum && `at least ${formatQuantity(minimum, unit)}`,
    leadtime !== null && `${leadtime} working days`,
  ].filter(Boolean)
  return (
    <li>
      <span>
        <strong>{supplier.name}</strong> <small>{facts.join(' · ')}</small>
      </span>
      {canwrite && (
        <Button
          small
          look="quiet"
          icon="trash"
          hx-delete={`/admin/inventory/${itemid}/suppliers/${supplier.id}`}
          hx-target="#item-suppliers"
          hx-swap="outerHTML"
          {...confirmFirst({
            question: `Remove ${supplier.name} from this item, with what it asks for it?`,
            yes: 'Remove',
            danger: true,
          })}
        >
          Remove
        </Button>
      )}
      {priced && (canwrite || one.stored.length > 0) && <Prices {...{ one, itemid, canwrite, today }} />}
    </li>
  )
}

type PricesProps = Pick<LineProps, 'one' | 'itemid' | 'canwrite' | 'today'>

/** From a quantity or from a day on: each is in place of the one before it. */
function Prices({ one, itemid, canwrite, today }: PricesProps) {
  const { supplier, unit, stored, always } = one
  const url = `/admin/inventory/${itemid}/suppliers/${supplier.id}/prices`
  const into = { 'hx-target': '#item-suppliers', 'hx-swap': 'outerHTML' }
  return (
    <details className="supplierprices" open={stored.length > 0}>
      <summary>Prices by quantity and day</summary>
      <ul>
        {always !== null && <li>{exactRand(always)}, unless one of these holds</li>}
        {stored.map((price) => (
          <li key={price.id} className={price.validfrom > today ? 'coming' : undefined}>
            <span>{sayPrice(price, unit, today)}</span>
            {canwrite && (
              <IconButton
                icon="trash"
                label={`Remove: ${sayPrice(price, unit, today)}`}
                hx-delete={`${url}/${price.id}`}
                {...into}
              />
            )}
          </li>
        ))}
      </ul>
      {canwrite && (
        <Form url={url} {...into} className="proof">
          <FieldRow>
            <DecimalInput
              label="From a quantity of"
              suffix={unit}
              name="quantity"
              id={`from-${supplier.id}`}
            />
            <DateInput label="From which day" name="validfrom" id={`day-${supplier.id}`} />
            <DecimalInput label="Price without VAT" name="price" id={`price-${supplier.id}`} />
          </FieldRow>
          <p className="hint">
            Empty: from one, and at once. Without a price, that price ends on the day. The same quantity and
            day again changes what stands there.
          </p>
          <Button type="submit" small>
            Save this price
          </Button>
        </Form>
      )}
    </details>
  )
}

function sayPrice({ quantity, validfrom, price }: StoredPrice, unit: string, today: string): string {
  const many = quantity > 0 ? ` from ${formatQuantity(quantity, unit)}` : ''
  const day = validfrom && `${validfrom > today ? 'from' : 'since'} ${shortDate(validfrom)}`
  return [price === null ? `No price${many}` : `${exactRand(price)}${many}`, day].filter(Boolean).join(', ')
}

type AddProps = { itemid: string; baseunit: string; units: readonly string[] }

const Add = ({ itemid, baseunit, units }: AddProps) => (
  <Form
    url={`/admin/inventory/${itemid}/suppliers`}
    hx-target="#item-suppliers"
    hx-swap="outerHTML"
    className="proof"
  >
    <FieldRow>
      <Picker label="Supplier" name="supplier" id="sells-supplier" url="/lookup/suppliers" required />
      <TextInput label="Their code" name="code" id="sells-code" maxlength={60} />
      <TextInput label="Their name for it" name="name" id="sells-name" maxlength={200} />
    </FieldRow>
    <FieldRow>
      <Select
        label="Sold by the"
        name="unit"
        id="sells-unit"
        value={baseunit}
        options={units.map((unit) => ({ value: unit, label: unit }))}
      />
      <DecimalInput label="Price without VAT" name="price" id="sells-price" />
      <DecimalInput label="In packs of" name="packsize" id="sells-pack" />
      <DecimalInput label="At least" name="minimum" id="sells-minimum" />
      <TextInput label="Working days" name="leadtime" id="sells-leadtime" inputMode="numeric" />
    </FieldRow>
    <Button type="submit" icon="plus">
      Save this supplier’s price
    </Button>
  </Form>
)
