import { useState } from 'react'
import { bookedTime } from '#views/format.ts'
import { Select } from '#views/ui/select.tsx'
import type { TimePlan } from './time-plan.ts'

/** Whoever knows the work says which labour it was; what was worked is then used there alone. */
export function StepLabours({ plan, onChoose }: { plan: TimePlan; onChoose: (steplabour: string) => void }) {
  const [chosen, setChosen] = useState<Readonly<Record<string, string>>>({})
  return plan.steps.map(({ jobstepid, stepname, inventoryid, ...time }) => (
    <Select
      key={jobstepid}
      name={`steplabour-${jobstepid ?? ''}`}
      label={`${bookedTime(time)}${stepname && ` on ${stepname}`} is`}
      value={inventoryid}
      placeholder={inventoryid ? undefined : 'Divided as it is planned'}
      options={plan.labour.map(({ id, name, ofproduct }) => ({
        value: id,
        label: ofproduct ? `${name}, in the price of what is made` : name,
      }))}
      onChange={({ currentTarget: { value } }) => {
        const { [jobstepid ?? '']: _, ...others } = chosen
        const next = value ? { ...others, [jobstepid ?? '']: value } : others
        setChosen(next)
        onChoose(
          Object.entries(next)
            .map((pair) => pair.join('='))
            .join(),
        )
      }}
    />
  ))
}
