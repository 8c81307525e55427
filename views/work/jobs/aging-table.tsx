import { Money } from '#views/ui/figures.tsx'
import { listLink, withQuery } from '#views/ui/links.ts'

type AgingBracket = { from: number; to: number | null; count: number; cents: number }
export type AgingLane = { status: number; name: string; brackets: AgingBracket[] }

const bracketLabel = ({ from, to }: { from: number; to: number | null }) =>
  to === null ? `Over ${from - 1} days` : `${from}–${to} days`

type AgingTableProps = {
  lanes: readonly AgingLane[]
  chosen: { lane?: number; from?: number }
  url: string
  region: string
  money: boolean
}

/** Each figure leads to its jobs; the one whose jobs stand below is marked. */
export function AgingTable({ lanes, chosen, url, region, money }: AgingTableProps) {
  const brackets = lanes[0]?.brackets ?? []
  const cell = (
    lane: number | null,
    from: number | null,
    brackets: readonly AgingBracket[],
    label: string,
  ) => {
    const count = brackets.reduce((sum, bracket) => sum + bracket.count, 0)
    const cents = brackets.reduce((sum, bracket) => sum + bracket.cents, 0)
    const isChosen = (chosen.lane ?? null) === lane && (chosen.from ?? null) === from
    return (
      <td key={from ?? 'all'} className="number" data-label={label}>
        {count === 0 ? (
          <span className="nothing">–</span>
        ) : (
          <a
            aria-current={isChosen ? 'true' : undefined}
            {...listLink(
              withQuery(url, { lane, from: from === null ? null : String(from), skip: null }),
              region,
            )}
          >
            <strong>{count.toLocaleString('en-ZA')}</strong>
            {money && (
              <small>
                <Money cents={cents} />
              </small>
            )}
          </a>
        )}
      </td>
    )
  }
  const row = (status: number | null, name: string, each: readonly AgingLane[]) => (
    <tr key={name}>
      <th scope="row">{name}</th>
      {brackets.map((bracket, at) =>
        cell(
          status,
          bracket.from,
          each.flatMap((lane) => lane.brackets[at] ?? []),
          bracketLabel(bracket),
        ),
      )}
      {cell(
        status,
        null,
        each.flatMap((lane) => lane.brackets),
        'All',
      )}
    </tr>
  )
  return (
    <div className="table aging">
      <table>
        <caption className="unseen">Jobs by lane and age</caption>
        <thead>
          <tr>
            <th scope="col">Lane</th>
            {brackets.map((bracket) => (
              <th key={bracket.from} scope="col" className="number">
                {bracketLabel(bracket)}
              </th>
            ))}
            <th scope="col" className="number">
              All
            </th>
          </tr>
        </thead>
        <tbody>
          {lanes.map((lane) => row(lane.status, lane.name, [lane]))}
          {row(null, 'All lanes', lanes)}
        </tbody>
      </table>
    </div>
  )
}
