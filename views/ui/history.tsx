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
                <td>
                  <time dateTime={line.date}>{instant(line.date, zone).split(', ')[1]}</time>
                </td>
                <td data-label="User">{line.user}</td>
                <td data-label="Item">{line.item}</td>
                <td data-label="Field">{line.field}</td>
                <td data-label="Old Value">{historyValue(line.oldvalue)}</td>
                <td data-label="New Value">{historyValue(line.newvalue)}</td>
              </tr>
            ))}
          </tbody>
        ))}
      </table>
    </section>
  )
}
