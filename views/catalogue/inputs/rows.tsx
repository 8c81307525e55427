import { formatPercent, formatQuantity, percentText } from '#views/format.ts'
import { Button, IconButton } from '#views/ui/button.tsx'
import { UnitRate } from '#views/ui/figures.tsx'
import { Form } from '#views/ui/form.tsx'
import { DecimalInput } from '#views/ui/inputs.tsx'
import { Picker } from '#views/ui/picker.tsx'
import { Select } from '#views/ui/select.tsx'
import { Chip } from '#views/ui/small.tsx'
import { InputLink } from './input-link.tsx'

/** Millionths of the unit, ten-thousandths of a percent and of a rand. */
type InputRow = {
  inventoryid: string
  code: string
  name: string
  archived: boolean
  quantity: number
  unit: string
  units: readonly string[]
  scrap: number
  made: boolean
  phantom: boolean
  cost?: number
}

export type InputRowProps = { id: string; inputs: readonly InputRow[]; canwrite: boolean }

/** Each row is saved by itself, when something of it was changed. */
export function InputRows({ id, inputs, canwrite }: InputRowProps) {
  return (
    <>
      {inputs.length > 0 && (
        <p className="rowheads" aria-hidden="true">
          <span>Item</span>
          <span>
            <span>Quantity</span>
            <span>Extra, for what is lost</span>
          </span>
          {inputs.some(({ cost }) => cost !== undefined) && <span className="cost">Cost</span>}
        </p>
      )}
      {inputs.length > 0 && (
        <ul className="inputrows" aria-label="Inputs">
          {inputs.map((input, at) => (
            <li key={input.inventoryid} id={`input-${input.inventoryid}`}>
              <span className="what">
                <InputLink id={input.inventoryid} code={input.code} name={input.name} />
                {input.made && !input.phantom && <Chip>Made</Chip>}
                {input.phantom && <Chip>Passes its inputs through</Chip>}
                {input.archived && <Chip level="warning">Archived</Chip>}
              </span>
              {canwrite ? <RowForm id={id} input={input} /> : <RowWords {...input} />}
              {input.cost !== undefined && (
                <span className="cost" title="Without VAT">
                  <UnitRate tenthousandths={input.cost} />
                </span>
              )}
              {canwrite && (
                <RowSteps id={id} input={input} first={at === 0} last={at === inputs.length - 1} />
              )}
            </li>
          ))}
        </ul>
      )}
      {canwrite && <AddInput id={id} count={inputs.length} />}
    </>
  )
}

const RowWords = ({ quantity, unit, scrap }: InputRow) => (
  <span className="words">
    {formatQuantity(quantity, unit)}
    {scrap > 0 && ` + ${formatPercent(scrap)}`}
  </span>
)

function RowForm({ id, input }: { id: string; input: InputRow }) {
  const { inventoryid, name, quantity, unit, units, scrap } = input
  const own = `input-${inventoryid}`
  return (
    <Form
      url={`/admin/inventory/${id}/inputs`}
      guarded={false}
      hx-trigger="change, submit"
      className="amounts"
    >
      <input type="hidden" name="inventoryid" value={inventoryid} />
      <DecimalInput
        label={`Quantity of ${name}`}
        hidelabel
        name="quantity"
        id={`${own}-quantity`}
        value={formatQuantity(quantity)}
        suffix={units.length > 1 ? undefined : unit || undefined}
      />
      {units.length > 1 && (
        <Select
          label={`Unit of ${name}`}
          hidelabel
          name="unit"
          id={`${own}-unit`}
          value={unit}
          options={units.map((one) => ({ value: one, label: one }))}
        />
      )}
      <DecimalInput
        label={`Extra of ${name}, for what is lost`}
        hidelabel
        name="scrap"
        id={`${own}-scrap`}
        value={percentText(scrap || null)}
        placeholder="0"
        prefix="+"
        suffix="%"
      />
    </Form>
  )
}

type RowStepsProps = { id: string; input: InputRow; first: boolean; last: boolean }

function RowSteps({ id, input: { inventoryid, name }, first, last }: RowStepsProps) {
  const step = (of: 'up' | 'down' | 'remove') => ({
    id: `input-${inventoryid}-${of}`,
    'hx-post': `/admin/inventory/${id}/inputs/${inventoryid}`,
    'hx-vals': JSON.stringify({ step: of }),
    'hx-swap': 'none',
    small: true,
  })
  return (
    <span className="rowsteps">
      <IconButton icon="arrow-up" label={`Move ${name} up`} disabled={first} {...step('up')} />
      <IconButton icon="arrow-down" label={`Move ${name} down`} disabled={last} {...step('down')} />
      <IconButton icon="trash" label={`Take ${name} out`} {...step('remove')} />
    </span>
  )
}

/** Its ids change with the list, so that what was chosen goes once it is added. */
const AddInput = ({ id, count }: { id: string; count: number }) => (
  <Form url={`/admin/inventory/${id}/inputs`} guarded={false} className="addinput">
    <Picker
      label={count === 0 ? 'First input' : 'Another input'}
      name="inventoryid"
      id={`add-input-${count}`}
      url="/lookup/inventory?of=cost"
      placeholder="Search by name or code"
      required
    />
    <DecimalInput
      label="Quantity"
      name="quantity"
      id={`add-quantity-${count}`}
      value="1"
      width="narrow"
      required
    />
    <Button type="submit" icon="plus">
      Add
    </Button>
  </Form>
)
