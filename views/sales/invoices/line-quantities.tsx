import { exactQuantity, formatQuantity } from '#views/format.ts'
import { Money } from '#views/ui/figures.tsx'
import { DecimalInput } from '#views/ui/inputs.tsx'

/** Millionths of the unit, and cents; `note` stands small below the line. */
export type QuantityLine = {
  id: string
  description: string
  unit: string
  quantity: number
  /** The whole of which it is a share. */
  of?: number
  total: number
  note?: string
  /** What is written there to begin with. */
  proposed?: number
  /** Where some of it may come back into stock; `returned`: it does as long as its reason is that goods were returned. */
  restock?: { checked: boolean; returned: boolean }
}

type LineQuantitiesProps = {
  lines: readonly QuantityLine[]
  /** What a row names its line by. */
  name: string
  /** What the figures are of, such as `Left`. */
  left: string
}

/** A row for each line, whose quantity a person enters; a row that is left empty is not chosen. */
export function LineQuantities({ lines, name, left }: LineQuantitiesProps) {
  const restocks = lines.some(({ restock }) => restock)
  return (
    <div className="table linequantities">
      <table>
        <caption className="unseen">Lines</caption>
        <thead>
          <tr>
            <th scope="col">Description</th>
            <th scope="col" className="number">
              {left}
            </th>
            <th scope="col" className="number">
              Total
            </th>
            <th scope="col" className="number">
              Quantity
            </th>
            {restocks && <th scope="col">Into stock for sale</th>}
          </tr>
        </thead>
        <tbody>
          {lines.map(({ id, description, unit, quantity, of, total, note, proposed, restock }, at) => (
            <tr key={id}>
              <td>
                {description}
                {note && <small className="muted"> {note}</small>}
                <input type="hidden" name={`lines.${at}.${name}`} value={id} />
              </td>
              <td className="number" data-label={left}>
                {formatQuantity(quantity, unit)}
                {of && quantity !== 0 && <small className="muted"> of {exactQuantity(of, unit)}</small>}
              </td>
              <td className="number" data-label="Total">
                <Money cents={total} />
              </td>
              <td className="number" data-label="Quantity">
                {quantity !== 0 && (
                  <DecimalInput
                    label={`Quantity of ${description}`}
                    hidelabel
                    name={`lines.${at}.quantity`}
                    id={`line-quantity-${at}`}
                    suffix={unit || undefined}
                    value={proposed ? formatQuantity(proposed) : undefined}
                  />
                )}
              </td>
              {restocks && (
                <td className="intostock" data-label={restock && 'Into stock for sale'}>
                  {restock && (
                    <input
                      type="checkbox"
                      value="true"
                      name={`lines.${at}.restock`}
                      aria-label={`${description} comes back into stock for sale`}
                      defaultChecked={restock.checked && restock.returned}
                      data-unreturned={restock.returned ? undefined : ''}
                    />
                  )}
                </td>
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
