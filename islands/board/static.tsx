import type { ComponentProps, ReactNode } from 'react'
import { COMPLETE } from '#db/job-status.ts'
import type { JobCard } from '#server/domains/work/jobs/types.ts'
import { formatRand } from '#views/format.ts'
import { CardKeys } from './card-keys.tsx'
import { parseFilter } from './filter.ts'
import { BoardFilterBar } from './filter-bar.tsx'
import { emptyBoardHint, LaneFrame } from './lane-frame.tsx'
import { UnloadedCards } from './more.tsx'
import { type BoardProps, historyUrl, type LaneName } from './props.ts'
import { firstCards } from './seen-cards.ts'
import { showLane } from './show-lane.ts'
import { Slots } from './slots.tsx'
import { countUnloaded, findUnloaded } from './state.ts'

/** All that a lane shows but its cards. */
type LaneShown = {
  lane: LaneName
  count: number
  sum?: string
  canadd: boolean
  /** Of the whole board. */
  total: number
  past?: { count: number; href: string }
  unloaded: number
}

export type StaticLane = { shown: LaneShown; cards: readonly JobCard[] }

/** On the server, which keeps the markup of what shows the same again. */
type DrawnPieces = {
  filters: (bar: ComponentProps<typeof BoardFilterBar>) => ReactNode
  lanes: (lanes: readonly StaticLane[]) => ReactNode
}

type StaticBoardProps = { props: BoardProps; query: string; drawn?: DrawnPieces }

/** What the island draws first, to the letter: it takes over what the server has sent. */
export function StaticBoard({ props, query, drawn }: StaticBoardProps) {
  const filter = parseFilter(query)
  const { total = props.cards.length, filtered = false } = props
  const unloaded = countUnloaded(props.cards, props.figures ?? [])
  const lanes = props.lanes.map(({ status, label }): StaticLane => {
    const cards = props.cards.filter((card) => card.status === status)
    const shown = showLane(cards, findUnloaded({ unloaded }, status), filter, filtered)
    const past = status === COMPLETE ? (props.inhistory ?? 0) : 0
    return {
      shown: {
        lane: { status, label },
        count: shown.count,
        sum: props.can.money ? formatRand(shown.cents) : undefined,
        canadd: props.can.write,
        total,
        past: past > 0 ? { count: past, href: historyUrl(props) } : undefined,
        unloaded: shown.unloaded,
      },
      cards: shown.cards,
    }
  })
  const bar = {
    filters: props.filters,
    filter,
    shown: lanes.reduce((sum, { shown }) => sum + shown.count, 0),
    total,
  }
  return (
    <div className="board">
      {drawn ? drawn.filters(bar) : <BoardFilterBar {...bar} />}
      <div className="lanes">
        {drawn
          ? drawn.lanes(lanes)
          : lanes.map((lane) => <Lane key={lane.shown.lane.status} {...lane} today={props.today} />)}
      </div>
      <CardKeys canwrite={props.can.write} />
    </div>
  )
}

type LaneProps = StaticLane & { today: string; draw?: ComponentProps<typeof Slots>['draw'] }

function Lane({ shown, cards, today, draw }: LaneProps) {
  const { lane, count, sum, canadd, total, past, unloaded } = shown
  const hint = emptyBoardHint(canadd, lane.status, total)
  return (
    <LaneFrame lane={lane} count={count} canadd={canadd} hint={hint} past={past} sum={sum}>
      <ul className="slots" tabIndex={-1}>
        <Slots cards={cards} count={count} seen={firstCards} today={today} draw={draw} />
        <li className="room" />
        {unloaded > 0 && <UnloadedCards count={unloaded} />}
      </ul>
    </LaneFrame>
  )
}

/** The same for any cards, as long as they are as many: `mark` stands for each. */
export const MarkedLane = ({ mark, ...lane }: StaticLane & { mark: string }) => (
  <Lane {...lane} today="" draw={() => mark} />
)
