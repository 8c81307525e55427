import { quantityText } from '#islands/lib/figures.ts'
import type { MaterialLine } from '#server/domains/work/jobs/types.ts'
import { counted } from '#views/format.ts'
import { Button } from '#views/ui/button.tsx'

type UnusedProps = {
  line: MaterialLine
  inputs: readonly MaterialLine[]
  onUse: (inputs: readonly MaterialLine[], share: number) => void
}

/** Of a product whose quantity was typed: what goes into it stays in stock until somebody uses it. */
export function UnusedInputs({ line, inputs, onUse }: UnusedProps) {
  if (inputs.length === 0) return null
  const { description, estimated, consumed, unit } = line
  const act = `Use the inputs for ${quantityText(consumed, unit)}`
  return (
    <div className="inputplan">
      <span>Not used for it yet: {inputs.map((input) => input.description).join(', ')}</span>
      <Button
        small
        icon="check"
        aria-label={`${act}: ${description}`}
        onClick={() => onUse(inputs, estimated === 0 ? 1 : consumed / estimated)}
      >
        {act}
      </Button>
    </div>
  )
}

type InputPlanProps = {
  line: MaterialLine
  onPlan: () => void
}

/** Of a product whose inputs are planned for less or more of it than is estimated. */
export function LineInputPlan({ line, onPlan }: InputPlanProps) {
  const { inputplan, description, estimated } = line
  if (!inputplan) return null
  const { planned, inputs } = inputplan
  const act = planned === 0 ? 'Plan inputs' : planned < estimated ? 'Plan the rest' : 'Plan fewer'
  return (
    <div className="inputplan">
      <span>
        {planned === 0
          ? 'Inputs not planned yet'
          : `Inputs planned for ${quantityText(planned)} of ${quantityText(estimated)}`}
      </span>
      <Button small icon="list" aria-label={`${act}: ${description}`} onClick={onPlan}>
        {act}
      </Button>
      <details>
        <summary>{counted(inputs.length, 'input')}</summary>
        <ul>
          {inputs.map(({ inventoryid, name, unit: of, each, wanted }) => (
            <li key={inventoryid}>
              {name}: {quantityText(each, of)} each, {quantityText(wanted, of)} in all
            </li>
          ))}
        </ul>
      </details>
    </div>
  )
}
