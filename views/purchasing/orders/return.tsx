import { formatQuantity, unitSymbol } from '#views/format.ts'
import { Button } from '#views/ui/button.tsx'
import { Form } from '#views/ui/form.tsx'
import { TextInput } from '#views/ui/inputs.tsx'
import { intoDialog } from '#views/ui/links.ts'
import { Radios } from '#views/ui/select.tsx'
import { type OrderPlaces, PlaceSelect } from './receive.tsx'
import type { OrderDetail } from './types.ts'

type ReturnProps = { order: OrderDetail; places: OrderPlaces }

const choices = [
  { value: 'true', label: 'Yes: they are waited for again' },
  { value: 'false', label: 'No: the supplier owes a credit' },
]

export const SupplierReturnForm = ({ order, places }: ReturnProps) => (
  <Form id="return-form" url={`/purchase/${order.id}/returns`} {...intoDialog} className="proof">
    <div className="goods">
      <ul>
        {order.items
          .map((line) => ({ ...line, here: line.received - line.returned }))
          .filter(({ here }) => here > 0)
          .map(({ id, description, unit, here, storageid }) => (
            <li key={id}>
              <label htmlFor={`back-${id}`}>
                <span className="what">{description}</span>
              </label>
              <input type="hidden" name="lineid" value={id} />
              <span className="amount">
                <input
                  id={`back-${id}`}
                  type="text"
                  name="quantity"
                  data-field={id}
                  className="number"
                  inputMode="decimal"
                  data-decimal=""
                  autoComplete="off"
                />
                <span className="unit">{unitSymbol(unit)}</span>
                <small>of {formatQuantity(here, unit)}</small>
              </span>
              <PlaceSelect id={`backplace-${id}`} places={places} value={storageid} what={description} />
            </li>
          ))}
      </ul>
    </div>
    <Radios label="Does the supplier deliver them again?" name="again" options={choices} required />
    <TextInput label="Why" id="back-reason" name="reason" maxlength={200} />
  </Form>
)

export const ReturnGoodsButton = () => (
  <Button type="submit" look="primary" icon="undo" form="return-form">
    Take them out of stock
  </Button>
)
