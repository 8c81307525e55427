import { memo } from 'react'
import { DragItem, DropList } from '#islands/lib/drag.tsx'
import type { JobCard } from '#server/domains/work/jobs/types.ts'
import { formatRand } from '#views/format.ts'
import type { NewCard } from './api-calls.ts'
import { MemoBoardCard } from './card.tsx'
import { LaneFrame } from './lane-frame.tsx'
import { UnloadedCards } from './more.tsx'
import { type BoardProps, historyUrl, type LaneName } from './props.ts'
import { QuickAdd } from './quick-add.tsx'

type LaneProps = {
  lane: LaneName
  cards: readonly JobCard[]
  count: number
  cents: number
  unloaded: number
  inhistory: number
  today: string
  canwrite: boolean
  money: boolean
  hint: string | false
  adding: boolean
  onAdding: (lane: number | null) => void
  onCreate: (lane: number, job: NewCard) => Promise<void>
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
  const { lane, cards, today, canwrite, money, hint, adding, onAdding, onCreate, onMore, board } = props
  return (
    <LaneFrame
      lane={lane}
      count={props.count}
      sum={money ? formatRand(props.cents) : undefined}
      past={{ count: props.inhistory, href: historyUrl(board) }}
      canadd={canwrite}
      hint={!adding && hint}
      onAdd={() => onAdding(adding ? null : lane.status)}
    >
      <DropList id={String(lane.status)}>
        {(list, state) => (
          <ul
            className="slots"
            ref={list.innerRef}
            {...list.droppableProps}
            data-over={state.isDraggingOver || undefined}
          >
            <Slots cards={cards} today={today} canwrite={canwrite} />
            {list.placeholder}
            {props.unloaded > 0 && (
              <UnloadedCards
                count={props.unloaded}
                loaded={cards.length}
                onMore={() => onMore(lane.status)}
              />
            )}
          </ul>
        )}
      </DropList>
      {adding && (
        <QuickAdd
          label={`Description of a new job in ${lane.label}`}
          board={board}
          needs={board.lanes.find(({ status }) => status === lane.status)?.needs ?? []}
          onCreate={(job) => onCreate(lane.status, job)}
          onClose={() => onAdding(null)}
        />
      )}
    </LaneFrame>
  )
}, isSameLane)

type SlotsProps = Pick<LaneProps, 'cards' | 'today' | 'canwrite'>

/** Apart from the lane, so that a card held over it renders none of its cards again. */
const Slots = memo(function Slots({ cards, today, canwrite }: SlotsProps) {
  return cards.map((card, index) => (
    <DragItem key={card.id} id={card.id} index={index} disabled={!canwrite} ownrole>
      {(item, state) => (
        <li
          className="slot"
          ref={item.innerRef}
          {...item.draggableProps}
          data-dragging={state.isDragging || undefined}
        >
          <MemoBoardCard
            card={card}
            today={today}
            handle={item.dragHandleProps ?? undefined}
            tabstop={index === 0}
          />
        </li>
      )}
    </DragItem>
  ))
})
