import { memo, type ReactNode } from 'react'
import type { JobCard } from '#server/domains/work/jobs/types.ts'
import { formatRand } from '#views/format.ts'
import type { NewCard } from './api-calls.ts'
import { LaneFrame } from './lane-frame.tsx'
import { UnloadedCards } from './more.tsx'
import { type BoardProps, historyUrl, type LaneName } from './props.ts'
import { QuickAdd } from './quick-add.tsx'
import type { SeenCards } from './seen-cards.ts'
import { MemoSlots } from './slots.tsx'

type LaneProps = {
  lane: LaneName
  cards: readonly JobCard[]
  count: number
  cents: number
  unloaded: number
  seen: SeenCards
  inhistory: number
  today: string
  canwrite: boolean
  money: boolean
  hint: ReactNode
  adding: boolean
  onAdding: (lane: number | null) => void
  onCreate: (lane: number, job: NewCard, opens: boolean) => Promise<void>
  onMore: (lane: number) => void
  board: BoardProps
}

const isSameLane = (a: LaneProps, b: LaneProps) =>
  (Object.keys(b) as (keyof LaneProps)[]).every((key) =>
    key === 'cards' ? isSameList(a.cards, b.cards) : Object.is(a[key], b[key]),
  )

const isSameList = (a: readonly unknown[], b: readonly unknown[]) =>
  a.length === b.length && a.every((one, index) => one === b[index])

export const Lane = memo(function Lane(props: LaneProps) {
  const {
    lane,
    cards,
    count,
    seen,
    today,
    canwrite,
    money,
    hint,
    adding,
    onAdding,
    onCreate,
    onMore,
    board,
  } = props
  return (
    <LaneFrame
      lane={lane}
      count={count}
      sum={money ? formatRand(props.cents) : undefined}
      past={{ count: props.inhistory, href: historyUrl(board) }}
      canadd={canwrite}
      hint={!adding && hint}
      onAdd={() => onAdding(adding ? null : lane.status)}
    >
      <ul className="slots" tabIndex={-1}>
        <MemoSlots cards={cards} count={count} seen={seen} today={today} />
        <li className="room" />
        {props.unloaded > 0 && (
          <UnloadedCards count={props.unloaded} loaded={cards.length} onMore={() => onMore(lane.status)} />
        )}
      </ul>
      {adding && (
        <QuickAdd
          label={`Description of a new job in ${lane.label}`}
          board={board}
          needs={board.lanes.find(({ status }) => status === lane.status)?.needs ?? []}
          onCreate={(job, opens) => onCreate(lane.status, job, opens)}
          onClose={() => onAdding(null)}
        />
      )}
    </LaneFrame>
  )
}, isSameLane)
