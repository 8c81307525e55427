import { Button, IconButton } from '#views/ui/button.tsx'

export type UnitLine = { id: string; name: string; ratiotobase: string }

/** Rows of a unit's name and how many of it make one base unit. Rows are added and taken away in the page. */
export function UnitsEditor({ units }: { units: readonly UnitLine[] }) {
  return (
    <div data-parts="">
      <table className="parts">
        <caption className="unseen">Units</caption>
        <thead>
          <tr>
            <th scope="col">Unit</th>
            <th scope="col">How many make one base unit</th>
            <th scope="col">
              <span className="unseen">Remove</span>
            </th>
          </tr>
        </thead>
        <tbody data-parts-rows="">
          {units.map((unit) => (
            <UnitRow key={unit.id} {...unit} />
          ))}
        </tbody>
      </table>
      {units.length === 0 && <p className="hint">Counted in its base unit only.</p>}
      <template>
        <UnitRow />
      </template>
      <Button small icon="plus" data-parts-add="">
        Add unit
      </Button>
      <p className="hint">Of a base unit kilogram: gram 1000, half a ton 1/500.</p>
    </div>
  )
}

function UnitRow({ id = '', name = '', ratiotobase = '' }: Partial<UnitLine>) {
  return (
    <tr data-part="">
      <td>
        <input type="hidden" name="unitid" value={id} />
        <input name="unitname" defaultValue={name} maxLength={40} aria-label="Unit" autoComplete="off" />
      </td>
      <td>
        <input
          name="unitratio"
          defaultValue={ratiotobase}
          maxLength={30}
          inputMode="decimal"
          data-decimal=""
          aria-label="How many make one base unit"
          autoComplete="off"
        />
      </td>
      <td>
        <IconButton icon="x" label="Remove unit" data-parts-remove="" />
      </td>
    </tr>
  )
}
