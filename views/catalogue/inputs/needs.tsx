import { formatQuantity } from '#views/format.ts'
import { Chip } from '#views/ui/small.tsx'
import { InputLink } from './input-link.tsx'

/** Millionths of the unit. */
type Need = {
  id: string
  code: string
  name: string
  unit: string
  level: number
  gross: number
  onhand?: number
  net: number
  made: boolean
  phantom: boolean
  work: boolean
}

/** Products stand before their inputs. */
export function Needs({ rows, stock }: { rows: readonly Need[]; stock: boolean }) {
  return (
    <div className="table">
      <table data-rows="">
        <caption className="unseen">What it needs</caption>
        <thead>
          <tr>
            <th scope="col">Item</th>
            <th scope="col" className="number">
              Needed
            </th>
            {stock && (
              <th scope="col" className="number">
                On hand
              </th>
            )}
            {stock && (
              <th scope="col" className="number">
                To make, buy or do
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ id, code, name, unit, level, gross, onhand, net, made, phantom, work }) => (
            <tr key={id}>
              <td>
                <span className="level" data-level={Math.min(level, 6)}>
                  <InputLink id={id} code={code} name={name} />
                  {phantom && <Chip>Passes its inputs through</Chip>}
                </span>
              </td>
              <td className="number" data-label="Needed">
                {formatQuantity(gross, unit)}
              </td>
              {stock && (
                <td className="number" data-label="On hand">
                  {onhand === undefined ? '–' : formatQuantity(onhand, unit)}
                </td>
              )}
              {stock && (
                <td className="number" data-label="To make, buy or do">
                  {phantom
                    ? '–'
                    : net === 0
                      ? 'None'
                      : `${formatQuantity(net, unit)} ${work ? 'of work' : made ? 'to make' : 'to buy'}`}
                </td>
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
