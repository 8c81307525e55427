import type { OrderState } from '#db/schema/tenant/index.ts'
import { formatRand } from '#views/format.ts'
import { listLink, withQuery } from '#views/ui/links.ts'
import { Chip, type Level } from '#views/ui/small.tsx'
import type { OrderFigures, OrderSummary } from './types.ts'

export const stateWords: Record<OrderState, string> = {
  draft: 'Draft',
  sent: 'Ordered',
  part: 'Part received',
  received: 'Received',
  closed: 'Closed short',
  cancelled: 'Cancelled',
}

const levels: Partial<Record<OrderState, Level>> = { sent: 'info', part: 'info', received: 'success' }

export const StateChip = ({ state, late }: Pick<OrderSummary, 'state' | 'late'>) => (
  <span className="orderstate">
    <Chip level={levels[state]}>{stateWords[state]}</Chip>
    {late && <Chip level="warning">Late</Chip>}
  </span>
)

type StatesProps = OrderFigures & { current?: string; url: string; region: string }

/** How many stand in each state, and what the chosen ones come to. */
export function OrderStates({ counts, sums, late, current, url, region }: StatesProps) {
  const states = Object.keys(stateWords) as OrderState[]
  const add = (figures: Record<OrderState, number>) =>
    states.reduce((sum, state) => sum + (!current || current === state ? figures[state] : 0), 0)
  const chip = (state: OrderState | null, word: string, n: number) => (
    <a
      key={word}
      aria-current={(current || null) === state ? 'true' : undefined}
      {...listLink(withQuery(url, { state, skip: null }), region)}
    >
      {word} <span>{n}</span>
    </a>
  )
  return (
    <>
      <nav className="states" aria-label="State">
        {chip(
          null,
          'All',
          states.reduce((sum, state) => sum + counts[state], 0),
        )}
        {states.map((state) => chip(state, stateWords[state], counts[state]))}
      </nav>
      <p className="ordersums">
        {sums && <span>{formatRand(add(sums))}</span>}
        {late > 0 && <span className="late">{late} late</span>}
      </p>
    </>
  )
}
