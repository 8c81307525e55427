import { useEffect, useRef, useState } from 'react'
import { fetchData } from '#islands/lib/call.ts'
import { searchInventory } from '#islands/lib/lookups.ts'
import { IslandPicker } from '#islands/lib/picker.tsx'
import { showError } from '#islands/lib/snackbar.ts'
import type { PickerChoice } from '#islands/lib/use-options.ts'
import { IconButton } from '#views/ui/button.tsx'
import { DecimalInput } from '#views/ui/inputs.tsx'
import { MADE_FROM } from './item-form.ts'

/** Of a new item: what one of it takes, saved once the item is there. */
export function MadeFrom() {
  const [inputs, setInputs] = useState<readonly PickerChoice[]>([])
  const [units, setUnits] = useState<Readonly<Record<string, string>>>({})
  const part = useRef<HTMLDetailsElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: each list is told of once
  useEffect(() => void part.current?.dispatchEvent(new Event('input', { bubbles: true })), [inputs])
  const others = (id: string) => inputs.filter((one) => one.id !== id)

  function add(item: PickerChoice): void {
    setInputs([...others(item.id), item])
    fetchData<{ baseunit: string }>(`/api/inventory/${item.id}`).then(
      ({ baseunit }) => setUnits((known) => ({ ...known, [item.id]: baseunit })),
      showError,
    )
  }

  return (
    <details ref={part} className="morefields madefrom">
      <summary>Made from other items…</summary>
      <p className="hint">
        What one of it takes, such as board, hinges and hours. A job that makes it plans and uses them.
      </p>
      {inputs.length > 0 && (
        <ul>
          {inputs.map(({ id, name, note }) => (
            <li key={id}>
              <span>
                {name} {note && <small>{note}</small>}
              </span>
              <input type="hidden" name={MADE_FROM.item} value={id} />
              <DecimalInput
                label={`Quantity of ${name}`}
                hidelabel
                name={MADE_FROM.quantity}
                id={`madefrom-${id}`}
                value="1"
                // There from the first, so that what is typed stays when it comes.
                suffix={units[id] ?? ' '}
              />
              <IconButton
                small
                icon="trash"
                label={`Take ${name} out`}
                onClick={() => setInputs(others(id))}
              />
            </li>
          ))}
        </ul>
      )}
      <IslandPicker
        key={inputs.map(({ id }) => id).join()}
        label="Add what it takes"
        name=""
        value={null}
        search={searchInventory}
        delay={300}
        placeholder="Search by name or code"
        onPick={(item) => item && add(item)}
      />
    </details>
  )
}
