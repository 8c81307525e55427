import { makesLine } from '#islands/job/time/describe-making.ts'
import { DragItem } from '#islands/lib/drag.tsx'
import { amountText, quantityText } from '#islands/lib/figures.ts'
import type { SaveError } from '#islands/lib/save-queue.ts'
import type { MaterialLine } from '#server/domains/work/jobs/types.ts'
import { duration } from '#views/format.ts'
import { Button, IconButton } from '#views/ui/button.tsx'
import { Icon } from '#views/ui/icon.tsx'
import { Menu, MenuItem, MenuLine } from '#views/ui/menu.tsx'
import { SamplePriceChip } from '#views/ui/sample-price-chip.tsx'
import { Chip } from '#views/ui/small.tsx'
import { hasZeroQuantity } from '#views/ui/zero-quantity.ts'
import { type CellFault, NoCostCell, QuantityCell, RateCell, WordsCell } from './cell.tsx'
import { LineInputPlan, UnusedInputs } from './input-plan.tsx'
import type { LineChange, LineField } from './line-values.ts'
import { SetItemPrice } from './set-item-price.tsx'
import { UnitCell } from './unit-cell.tsx'
import { UnitPrice } from './unit-price.tsx'
import type { Unsaved } from './unsaved-fields.ts'
import { useChoice } from './use-choice.ts'

export type LineRights = {
  plan: boolean
  consume: boolean
  money: boolean
  estimate: boolean
  items: boolean
}

type LineRowProps = {
  line: MaterialLine
  /** Of its row, from before it was added. */
  row: string
  notAdded: Unsaved | undefined
  /** It stands as saves from here left it. */
  own: boolean
  index: number
  last: boolean
  rights: LineRights
  /** Nobody knows what it costs. */
  uncosted: boolean
  /** Since the estimate was approved. */
  added: boolean
  used: string
  onChange: (change: LineChange) => Promise<SaveError>
  onFailed: (field: LineField, fault: CellFault | undefined) => void
  onRemove: () => void
  /** Planned for it, and not used though some of it is made. */
  unusedinputs: readonly MaterialLine[]
  onUse: (lines?: readonly MaterialLine[], share?: number) => void
  onPlanInputs: () => void
  onMadeFrom: () => void
  onStep: (by: -1 | 1) => void
}

const special: Record<number, string> = { 3: 'Equipment in process', 4: 'Other' }

export function JobLineRow(props: LineRowProps) {
  const { line, row, index, rights } = props
  const { plan, money } = rights
  return (
    <DragItem id={row} index={index} disabled={!plan}>
      {(item, state) => (
        <tr
          ref={item.innerRef}
          {...item.draggableProps}
          className={line.nonbillable ? 'line nonbillable' : 'line'}
          data-own-words={line.inventoryid ? undefined : ''}
          data-dragging={state.isDragging || undefined}
        >
          <td className="grip">
            {plan && (
              <span {...item.dragHandleProps}>
                <Icon name="grip-vertical" />
                <span className="unseen">Move line {index + 1}</span>
              </span>
            )}
          </td>
          <ValueCells {...props} />
          <td className="tick">
            <NonBillable line={line} disabled={!plan || isKept(props)} onChange={props.onChange} />
          </td>
          {money && <Amount label="Quoted" line={line} amount={line.net} />}
          {money && <Amount label="Actual" line={line} amount={line.actualnet} />}
          <td className="actions">{(plan || isUsable(props)) && <LineMenu {...props} />}</td>
        </tr>
      )}
    </DragItem>
  )
}

/** Its estimate stays for who sees no prices, once the client has it. */
const isKept = ({ line, rights }: LineRowProps) =>
  !rights.estimate && line.estimated !== 0 && !line.nonbillable

const openInputs = ({ id }: MaterialLine) => void window.joblane.dialog(`/joblines/${id}/inputs`)

const isUsable = ({ line, rights }: LineRowProps) => rights.consume && line.consumed !== line.estimated

type AmountProps = { label: string; line: MaterialLine; amount: number | undefined }

const Amount = ({ label, line, amount = 0 }: AmountProps) => (
  <td className="number net" data-label={label}>
    {line.nonbillable ? <s>{amountText(amount)}</s> : amountText(amount)}
  </td>
)

function ValueCells(props: LineRowProps) {
  const { line, notAdded, own, rights, uncosted, added, used, onChange, onFailed } = props
  const { consume, money } = rights
  const fixed = !rights.plan
  const cell = <F extends LineField>(field: F, label: string) => ({
    label,
    own,
    column: field,
    onSave: (value: unknown) => onChange({ [field]: value }),
    onFailed: (fault: CellFault | undefined) => onFailed(field, fault),
  })
  return (
    <>
      <td className="what">
        {line.inventory && <span className="code">{line.inventory.code || '(unknown)'}</span>}
        {line.workedminutes > 0 ? (
          <Chip icon="clock">{duration(line.workedminutes)}</Chip>
        ) : (
          special[line.role] && <Chip>{special[line.role]}</Chip>
        )}
        {line.made && (
          <IconButton
            small
            icon="list"
            label={`Inputs of ${line.description}`}
            onClick={() => openInputs(line)}
          />
        )}
        {line.jobproduct && <Chip>For {line.jobproduct.name}</Chip>}
        {line.invoiced !== 0 && rights.plan && (
          <Chip icon="receipt">{quantityText(line.invoiced, line.unit)} invoiced</Chip>
        )}
        <WordsCell {...cell('description', 'Description')} value={line.description} disabled={fixed} />
        {notAdded && <NotAdded {...notAdded} />}
        {added && <Chip>Added since approval</Chip>}
        <SamplePriceChip sampleprice={line.sampleprice} samplecost={line.samplecost} />
        {money && <UnitPrice {...{ line, fixed, uncosted }} />}
        {money && uncosted && <NoCostCell {...cell('costrate', 'Cost, R')} disabled={fixed} />}
        {line.inventory && line.inventoryclass === null && (
          <span className="untracked">Not kept in stock</span>
        )}
        <LineLevels line={line} />
        {consume && <UnusedInputs line={line} inputs={props.unusedinputs} onUse={props.onUse} />}
        {rights.plan && <LineInputPlan line={line} onPlan={props.onPlanInputs} />}
        {!line.nonbillable && hasZeroQuantity(line) && (
          <span className="nocharge">Nothing of it is charged yet: enter how much is estimated or used.</span>
        )}
      </td>
      <td>
        <QuantityCell
          {...cell('estimated', 'Estimated')}
          value={line.estimated}
          unit={line.unit}
          disabled={fixed || (!rights.estimate && !line.nonbillable)}
        />
      </td>
      <td>
        <QuantityCell
          {...cell('consumed', used)}
          value={line.consumed}
          unit={line.unit}
          disabled={!consume}
        />
      </td>
      <td>
        <UnitCell line={line} disabled={fixed || isKept(props)} {...cell('unit', 'Unit')} />
      </td>
      {money && (
        <>
          <td>
            <RateCell
              {...cell('linerate', 'Rate')}
              value={line.linerate ?? 0}
              rounded={line.inclusiverate !== undefined}
              disabled={fixed}
            />
          </td>
          <td>
            <QuantityCell {...cell('discount', 'Discount, %')} value={line.discount ?? 0} disabled={fixed} />
          </td>
        </>
      )}
    </>
  )
}

const NotAdded = ({ problem, again }: Unsaved) => (
  <span className="error" role="alert">
    Not added: {problem}{' '}
    <Button small onClick={() => void again()}>
      Try again
    </Button>
  </span>
)

/** What there is of its item; it opens what each figure comes from. */
function LineLevels({ line: { jobid, inventoryid, description, unit, levels } }: Pick<LineRowProps, 'line'>) {
  if (!levels) return null
  const { onhand, reserved, available, onorder, forjob } = levels
  const own = (quantity: number) => (quantity > 0 ? ` (${quantityText(quantity)} for this job)` : '')
  const facts = [
    `${quantityText(onhand, unit)} on hand`,
    `${quantityText(reserved)} reserved${own(forjob.reserved)}`,
    `${quantityText(available)} available`,
    `${quantityText(onorder)} on order${own(forjob.onorder)}`,
  ]
  return (
    <button
      type="button"
      className={available < 0 ? 'levelsline below' : 'levelsline'}
      aria-label={`Stock of ${description}: ${facts.join(', ')}`}
      onClick={() => void window.joblane.dialog(`/inventory/${inventoryid}/levels?jobid=${jobid}`)}
    >
      {facts.map((fact) => (
        <span key={fact}>{fact} </span>
      ))}
      <span className="brief">
        <Icon name="package" size="small" />
        {quantityText(available + forjob.reserved)}
      </span>
    </button>
  )
}

function LineMenu(props: LineRowProps) {
  const { line, index, last, rights, onStep, onRemove, onUse, onMadeFrom } = props
  const usable = isUsable(props)
  return (
    <Menu id={`line-${line.id}`} label={`Actions for line ${index + 1}`} icon="more-vertical">
      {usable &&
        (makesLine(line) ? (
          <MenuItem icon="check" onClick={() => openInputs(line)}>
            Make it…
          </MenuItem>
        ) : (
          <MenuItem icon="check" onClick={() => onUse()}>
            Use as estimated
          </MenuItem>
        ))}
      {line.inventoryid && line.role === 2 && (
        <MenuItem icon="list" onClick={onMadeFrom}>
          Made from…
        </MenuItem>
      )}
      {rights.items && <SetItemPrice {...line} />}
      {(usable || line.inventoryid) && rights.plan && <MenuLine />}
      {rights.plan && index > 0 && (
        <MenuItem icon="arrow-up" onClick={() => onStep(-1)}>
          Move up
        </MenuItem>
      )}
      {rights.plan && !last && (
        <MenuItem icon="arrow-down" onClick={() => onStep(1)}>
          Move down
        </MenuItem>
      )}
      {rights.plan && !isKept(props) && (index > 0 || !last) && <MenuLine />}
      {rights.plan && !isKept(props) && (
        <MenuItem icon="trash" danger onClick={onRemove}>
          Remove
        </MenuItem>
      )}
    </Menu>
  )
}

type NonBillableProps = { line: MaterialLine; disabled: boolean; onChange: LineRowProps['onChange'] }

function NonBillable({ line, disabled, onChange }: NonBillableProps) {
  const { wanted, choose } = useChoice((nonbillable: boolean) => onChange({ nonbillable }))
  return (
    <label title="Non-billable">
      <input
        type="checkbox"
        aria-label="Non-billable"
        checked={wanted ?? line.nonbillable}
        disabled={disabled}
        onChange={({ target }) => void choose(target.checked)}
      />
      <span className="name">Non-billable</span>
    </label>
  )
}
