import type { ReactNode } from 'react'
import { COMPLETE } from '#db/job-status.ts'
import type { JobCard } from '#server/domains/work/jobs/types.ts'
import { formatRand } from '#views/format.ts'
import { CardKeys } from './card-keys.tsx'
import { parseFilter } from './filter.ts'
import { BoardFilterBar } from './filter-bar.tsx'
import { emptyBoardHint, LaneFrame } from './lane-frame.tsx'
import { UnloadedCards } from './more.tsx'
import { type BoardProps, historyUrl } from './props.ts'
import { firstCards } from './seen-cards.ts'
import { showLane } from './show-lane.ts'
import { Slots } from './slots.tsx'
import { countUnloaded, findUnloaded } from './state.ts'

type StaticBoardProps = {
  props: BoardProps
  query: string
  draw?: (card: JobCard, isFirst: boolean) => ReactNode
}

/** What the island draws first, to the letter: it takes over what the server has sent. */
export function StaticBoard({ props, query, draw }: StaticBoardProps) {
  const filter = parseFilter(query)
  const { total = props.cards.length, filtered = false } = props
  const unloaded = countUnloaded(props.cards, props.figures ?? [])
  const lanes = props.lanes.map((lane) => {
    const cards = props.cards.filter(({ status }) => status === lane.status)
    const shown = showLane(cards, findUnloaded({ unloaded }, lane.status), filter, filtered)
    return { lane, shown, past: lane.status === COMPLETE ? (props.inhistory ?? 0) : 0 }
  })
  return (
    <div className="board">
      <BoardFilterBar
        filters={props.filters}
        filter={filter}
        shown={lanes.reduce((sum, { shown }) => sum + shown.count, 0)}
        total={total}
      />
      <div className="lanes">
        {lanes.map(({ lane, shown, past }) => (
          <LaneFrame
            key={lane.status}
            lane={lane}
            count={shown.count}
            canadd={props.can.write}
            hint={emptyBoardHint(props.can.write, lane.status, total)}
            past={past > 0 ? { count: past, href: historyUrl(props) } : undefined}
            sum={props.can.money ? formatRand(shown.cents) : undefined}
          >
            <ul className="slots" tabIndex={-1}>
              <Slots
                cards={shown.cards}
                count={shown.count}
                seen={firstCards}
                today={props.today}
                draw={draw}
              />
              <li className="room" />
              {shown.unloaded > 0 && <UnloadedCards count={shown.unloaded} />}
            </ul>
          </LaneFrame>
        ))}
      </div>
      <CardKeys canwrite={props.can.write} />
    </div>
  )
}
