import { Money } from '#views/ui/figures.tsx'
import { DecimalInput } from '#views/ui/inputs.tsx'

type LineReductionsProps = {
  /** `total`: cents that are left to credit. */
  lines: readonly { description: string; total: number }[]
  vendor: boolean
}

/** A row for each line of `LineQuantities`, in its order: the amount that is taken off its price. */
export function LineReductions({ lines, vendor }: LineReductionsProps) {
  const off = vendor ? 'Off the price, with VAT' : 'Off the price'
  return (
    <div className="table linequantities">
      <table>
        <caption className="unseen">Money off the price of lines</caption>
        <thead>
          <tr>
            <th scope="col">Description</th>
            <th scope="col" className="number">
              Left to credit
            </th>
            <th scope="col" className="number">
              {off}
            </th>
          </tr>
        </thead>
        <tbody>
          {lines.map(({ description, total }, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a line has no name but its place
            <tr key={at}>
              <td>{description}</td>
              <td className="number" data-label="Left to credit">
                <Money cents={total} />
              </td>
              <td className="number" data-label={off}>
                {total > 0 && (
                  <DecimalInput
                    label={`Off the price of ${description}`}
                    hidelabel
                    name={`lines.${at}.amount`}
                    id={`line-amount-${at}`}
                    prefix="R"
                  />
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
