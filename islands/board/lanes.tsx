import { useEffect, useImperativeHandle, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { COMPLETE } from '#db/job-status.ts'
import type { Drop } from '#islands/lib/drag.tsx'
import { scrollByLanes } from '#islands/lib/scroll-pace.ts'
import { Lane } from './lane.tsx'
import { emptyBoardHint } from './lane-frame.tsx'
import { type BoardProps, NEW_JOB_EVENT } from './props.ts'
import { layOut } from './seen-cards.ts'
import type { ShownLane } from './show-lane.ts'
import type { useBoardInteractions } from './use-board-interactions.ts'
import { useDragLayer } from './use-drag-layer.ts'
import { useFinger } from './use-finger.ts'
import { useSeenCards } from './use-seen-cards.ts'

const NEW_JOB = '#new'
const emptyLane: ShownLane = { cards: [], count: 0, cents: 0, unloaded: 0 }

type LanesProps = {
  board: BoardProps
  shown: ReadonlyMap<number, ShownLane>
  total: number
  inhistory: number
  interactions: ReturnType<typeof useBoardInteractions>
}

export function Lanes({ board, shown, total, inhistory, interactions }: LanesProps) {
  const { can, lanes, today } = board
  const [adding, setAdding] = useState<number | null>(null)
  // As the search's “New job” leads here.
  useEffect(() => {
    if (!can.write) return
    const begin = () => setAdding(1)
    if (location.hash === NEW_JOB) begin()
    document.addEventListener(NEW_JOB_EVENT, begin)
    return () => document.removeEventListener(NEW_JOB_EVENT, begin)
  }, [can.write])
  const { onDragStart, onDrop, create, loadMore } = interactions
  const list = useRef<HTMLDivElement>(null)
  const finger = useFinger()
  const [scroller] = useState(() => scrollByLanes(() => list.current, finger.now))
  const seen = useSeenCards(list)
  useImperativeHandle(interactions.reveal, () => seen.reveal)
  const drag = useDragLayer(list, can.write)
  const laneOf = (status: number) => shown.get(status) ?? emptyLane

  function onStart(id: string): void {
    scroller.begin()
    // What is carried may go anywhere: every card says where it stands.
    flushSync(() => {
      seen.setWhole(true)
      onDragStart()
    })
    finger.take(elements.findItem(id), list.current)
  }

  function onDropped(drop: Drop): void {
    finger.letGo()
    onDrop(drop)
    seen.setWhole(false)
    if (drop.to && list.current) showWhole(list.current, drop.to.list)
  }

  return (
    <>
      <div className="lanes" ref={list}>
        {lanes.map((lane) => (
          <Lane
            key={lane.status}
            lane={lane}
            {...laneOf(lane.status)}
            seen={seen.of(lane.status)}
            inhistory={lane.status === COMPLETE ? inhistory : 0}
            today={today}
            canwrite={can.write}
            money={can.money}
            hint={emptyBoardHint(can.write, lane.status, total)}
            adding={adding === lane.status}
            onAdding={setAdding}
            onCreate={create}
            onMore={loadMore}
            board={board}
          />
        ))}
      </div>
      {drag.Layer && (
        <drag.Layer
          onReady={drag.replay}
          name={(list) => lanes.find(({ status }) => String(status) === list)?.label ?? list}
          lists={lanes.map(({ status }) => ({
            id: String(status),
            items: layOut(laneOf(status).cards, seen.of(status)).flatMap((row) =>
              'card' in row ? { id: row.card.id, index: row.index } : [],
            ),
          }))}
          {...elements}
          onStart={onStart}
          onDrop={onDropped}
          scroller={scroller}
        />
      )}
    </>
  )
}

function showWhole(lanes: HTMLElement, id: string): void {
  const lane = lanes.querySelector(`[data-lane="${id}"]`)?.getBoundingClientRect()
  const { left, right } = lanes.getBoundingClientRect()
  if (!lane || (lane.left >= left && lane.right <= right)) return
  const first = lanes.firstElementChild?.getBoundingClientRect().left ?? 0
  const isStill = matchMedia('(prefers-reduced-motion: reduce)').matches
  lanes.scrollTo({ left: lane.left - first, behavior: isStill ? 'instant' : 'smooth' })
}

const elements = {
  findList: (id: string) => document.querySelector<HTMLElement>(`[data-lane="${id}"] .slots`),
  findItem: (id: string) =>
    document.querySelector<HTMLElement>(`[data-card="${CSS.escape(id)}"]`)?.parentElement ?? null,
}
