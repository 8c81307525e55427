import { historyValue, instant } from '#views/format.ts'
import { EmptyState } from './small.tsx'

export type HistoryLine = {
  id: number
  date: string
  user: string
  item: string
  field: string
  oldvalue: string
  newvalue: string
}

type HistoryProps = { entries: readonly HistoryLine[]; zone: string; caption?: string }

/** Spec 2, section 2. */
export function History({ entries, zone, caption = 'History' }: HistoryProps) {
  if (entries.length === 0) return <EmptyState icon="history" text="Nothing has been changed yet." />
  const days = Map.groupBy(entries, ({ date }) => instant(date, zone).split(',')[0] ?? '')
  return (
    // Nothing in it takes the focus, and it is often longer than the dialog that scrolls it.
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by keyboard
    <section className="table" aria-label={caption} tabIndex={0}>
      <table className="history">
        <caption className="unseen">{caption}</caption>
        <thead>
          <tr>
            {['Date', 'User', 'Item', 'Field', 'Old Value', 'New Value'].map((head) => (
              <th key={head} scope="col">
                {head}
              </th>
            ))}
          </tr>
        </thead>
        {[...days].map(([day, lines]) => (
          <tbody key={day}>
            <tr className="day">
              <th colSpan={6} scope="rowgroup">
                {day}
              </th>
            </tr>
            {lines.map((line) => (
              <tr key={line.id}>
                <td className="tight">
                  <time dateTime={line.date}>{instant(line.date, zone).split(', ')[1]}</time>
                </td>
                <Cell label="User" value={line.user} />
                <Cell label="Item" value={line.item} />
                <Cell label="Field" value={line.field} />
                <Cell label="Old Value" value={historyValue(line.oldvalue)} />
                <Cell label="New Value" value={historyValue(line.newvalue)} />
              </tr>
            ))}
          </tbody>
        ))}
      </table>
    </section>
  )
}

/** A word so long that it may be broken, lest it takes the room of all others. */
const longword = /\S{17}/

const Cell = ({ label, value }: { label: string; value: string }) => (
  <td className={longword.test(value) ? 'breaks' : undefined} data-label={label}>
    {value}
  </td>
)
