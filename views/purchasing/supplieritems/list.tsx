import { exactRate, formatQuantity } from '#views/format.ts'
import { Button } from '#views/ui/button.tsx'
import { confirmFirst } from '#views/ui/confirm.ts'
import { FieldRow, Form } from '#views/ui/form.tsx'
import { DecimalInput, TextInput } from '#views/ui/inputs.tsx'
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
}

type ItemSuppliersProps = {
  itemid: string
  baseunit: string
  units: readonly string[]
  suppliers: readonly SupplierOfItem[]
  canwrite: boolean
}

/** What each supplier calls an item and asks for it: where the lines of orders begin. */
export function ItemSuppliers({ itemid, baseunit, units, suppliers, canwrite }: ItemSuppliersProps) {
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
            <Line key={one.supplier.id} {...{ one, itemid, baseunit, canwrite }} />
          ))}
        </ul>
      )}
      {canwrite && <Add itemid={itemid} baseunit={baseunit} units={units} />}
    </div>
  )
}

type LineProps = { one: SupplierOfItem; itemid: string; baseunit: string; canwrite: boolean }

function Line({ one, itemid, baseunit, canwrite }: LineProps) {
  const { supplier, code, name, unit, price, baseprice, packsize, minimum, leadtime, breaks } = one
  const facts = [
    [code, name].filter(Boolean).join(' '),
    price !== null && `R ${exactRate(price)} a ${unit}`,
    baseprice !== null && unit !== baseunit && `R ${exactRate(baseprice)} a ${baseunit}`,
    ...breaks.map((from) => `R ${exactRate(from.price)} from ${formatQuantity(from.quantity, unit)}`),
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
            question: `Forget what ${supplier.name} asks for this item?`,
            yes: 'Forget it',
          })}
        >
          Remove
        </Button>
      )}
    </li>
  )
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
