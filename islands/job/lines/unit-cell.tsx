import { useState } from 'react'
import { fetchData } from '#islands/lib/call.ts'
import type { SaveError } from '#islands/lib/save-queue.ts'
import { showError } from '#islands/lib/snackbar.ts'
import type { MaterialLine } from '#server/domains/work/jobs/types.ts'
import { type CellFault, TextCell } from './cell.tsx'
import { useChoice } from './use-choice.ts'

type UnitCellProps = {
  line: MaterialLine
  label: string
  own: boolean
  column: string
  disabled: boolean
  onSave: (unit: string) => Promise<SaveError>
  onFailed: (fault: CellFault | undefined) => void
}

/** The units of the line's item, asked for when someone wants to choose; free words for a free line. */
export function UnitCell({ line, label, own, column, disabled, onSave, onFailed }: UnitCellProps) {
  const [units, setUnits] = useState<readonly string[]>()
  const { wanted, choose } = useChoice(onSave)
  if (!line.inventoryid)
    return <TextCell {...{ label, own, column, disabled, onSave, onFailed }} value={line.unit} />

  const ask = () => {
    if (units || disabled) return
    fetchData<{ name: string }[]>(`/api/inventory/units/${line.inventoryid}`).then(
      (found) => setUnits(found.map(({ name }) => name)),
      showError,
    )
  }
  const options = new Set([wanted ?? line.unit, line.unit, ...(units ?? [])])
  return (
    <span className="cell" data-label={label}>
      <select
        aria-label={label}
        data-column={column}
        disabled={disabled}
        value={wanted ?? line.unit}
        onFocus={ask}
        onPointerDown={ask}
        onChange={({ target }) => void choose(target.value)}
      >
        {[...options].map((unit) => (
          <option key={unit} value={unit}>
            {unit || 'each'}
          </option>
        ))}
      </select>
    </span>
  )
}
