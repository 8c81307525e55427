import { longDate, shortDate } from '#views/format.ts'
import { QuantityText } from '#views/ui/figures.tsx'

/** Millionths of the base unit. Without a name it is of a job that the person does not see. */
export type PlanLine = {
  from: 'job' | 'repeat' | 'making' | 'order'
  day: string
  when: 'planned' | 'nodate' | 'late'
  quantity: number
  repeats: boolean
  name: string
  about: string
  href?: string
}

const words = {
  job: 'Needed by',
  repeat: 'Needed by the next job of',
  making: 'Made by',
  order: 'Ordered:',
} as const

const said = ({ from, repeats }: PlanLine) =>
  from === 'making' && repeats ? 'Made by the next job of' : words[from]

const dateNotes = {
  planned: '',
  nodate: 'no day given, so counted today',
  late: 'overdue, so counted today',
} as const

/** What a forecast is made of, each with where it stands. */
export function PlanLines({ lines, unit }: { lines: readonly PlanLine[]; unit: string }) {
  return (
    <table className="parts planlines">
      <caption className="unseen">What is needed and what comes</caption>
      <thead>
        <tr>
          <th scope="col">Day</th>
          <th scope="col">What</th>
          <th scope="col" className="number">
            Quantity
          </th>
        </tr>
      </thead>
      <tbody>
        {lines.map((line, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two lines of a job may be alike
          <tr key={at}>
            <td title={longDate(line.day)}>{shortDate(line.day)}</td>
            <td>
              {said(line)} <Source {...line} />
              {dateNotes[line.when] && <span className="hint"> ({dateNotes[line.when]})</span>}
            </td>
            <td className="number">
              <QuantityText
                millionths={line.from === 'job' || line.from === 'repeat' ? -line.quantity : line.quantity}
                unit={unit}
              />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function Source({ name, about, href }: PlanLine) {
  if (!name) return <>a job of another board</>
  return (
    <>
      {href ? <a href={href}>{name}</a> : name} {about}
    </>
  )
}
