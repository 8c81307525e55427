import '#islands/shared.ts'
import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { COMPLETE } from '#db/job-status.ts'
import { DragArea } from '#islands/lib/drag.tsx'
import { useHubAway } from '#islands/lib/hub.ts'
import { scrollByLanes } from '#islands/lib/scroll-pace.ts'
import { fetchChoices } from './api-calls.ts'
import { AskWarnings } from './ask-warnings.tsx'
import { CardMenu } from './card-menu.tsx'
import { BoardFilterBar } from './filter-bar.tsx'
import { Lane } from './lane.tsx'
import { emptyBoardHint } from './lane-frame.tsx'
import type { BoardProps } from './props.ts'
import type { ShownLane } from './show-lane.ts'
import type { BoardStore } from './store.ts'
import { useBoardInteractions } from './use-board-interactions.ts'
import { useBoardStore } from './use-board-store.ts'
import { useCardMenu } from './use-card-menu.ts'
import { useFilter, useShownLanes } from './use-filter.ts'
import { useOpenJob } from './use-open-job.ts'

const loadDialog = () => import('#islands/job/dialog.tsx')
const JobDialog = lazy(loadDialog)
// Once the board stands, so that the first job opens at once and nothing waits for what filters offer.
const preloadms = 1500

const instructions =
  'Press Enter to open the job. Press the space bar to pick it up, the arrow keys to carry it, the space bar to put it down and Escape to leave it where it was. The keys [ and ] move it to the lane before or after.'

export default function Board(props: BoardProps) {
  const { board, can } = props
  const { store, view, question, closeQuestion } = useBoardStore(props)
  const { total, inhistory, filtered } = store.whole()
  const { filter, change } = useFilter(store)
  const filters = useChoices(props, store)
  const shown = useShownLanes(view, filter, filtered)
  const { opened, open, close } = useOpenJob(props.open, view.cards)
  const interactions = useBoardInteractions({
    store,
    boardid: board.id,
    canwrite: can.write,
    shown: shown.ids,
    onOpen: open,
  })
  const menu = useCardMenu(store)
  const away = useHubAway()
  usePreload()

  function onAnswered({ id }: { id: string }): void {
    closeQuestion()
    interactions.refocus(id)
  }

  return (
    <>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: it listens for the links within it */}
      <div
        className="board"
        ref={interactions.root}
        data-dragging={interactions.dragging || undefined}
        onKeyDown={interactions.onKeyDown}
        onClick={interactions.onClick}
        onContextMenu={menu.onContextMenu}
      >
        <BoardFilterBar {...{ filters, filter, total, away }} shown={shown.count} onChange={change} />
        <Lanes
          board={props}
          shown={shown.lanes}
          total={total}
          inhistory={inhistory}
          interactions={interactions}
        />
      </div>
      {question && <AskWarnings question={question} onDone={() => onAnswered(question)} />}
      {menu.asked && (
        <CardMenu
          key={menu.asked.card.id}
          {...menu.asked}
          board={props}
          onOpen={open}
          onMove={(id, lane) => store.move(id, { lane, afterid: null })}
          onClosed={menu.close}
        />
      )}
      {opened && (
        <Suspense>
          <JobDialog {...opened} board={props} onCard={store.take} onClose={close} />
        </Suspense>
      )}
    </>
  )
}

const NEW_JOB = '#new'
const emptyLane: ShownLane = { cards: [], count: 0, cents: 0, unloaded: 0 }

type LanesProps = {
  board: BoardProps
  shown: ReadonlyMap<number, ShownLane>
  total: number
  inhistory: number
  interactions: ReturnType<typeof useBoardInteractions>
}

function Lanes({ board, shown, total, inhistory, interactions }: LanesProps) {
  const { can, lanes, today } = board
  const [adding, setAdding] = useState<number | null>(null)
  // As the search's “New job” leads here.
  useEffect(() => {
    if (location.hash === NEW_JOB && can.write) setAdding(1)
  }, [can.write])
  const { onDragStart, onDrop, create, loadMore } = interactions
  const list = useRef<HTMLDivElement>(null)
  const [scroller] = useState(() => scrollByLanes(() => list.current))
  const laneName = (list: string) => lanes.find(({ status }) => String(status) === list)?.label ?? list
  return (
    <DragArea
      name={laneName}
      onStart={() => {
        scroller.begin()
        onDragStart()
      }}
      onDrop={onDrop}
      instructions={instructions}
      scroller={scroller}
    >
      <div className="lanes" ref={list}>
        {lanes.map((lane) => (
          <Lane
            key={lane.status}
            lane={lane}
            {...(shown.get(lane.status) ?? emptyLane)}
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
    </DragArea>
  )
}

/** The cards themselves say what they can be filtered by, unless some are not loaded. */
function useChoices({ board, filters }: BoardProps, store: BoardStore): BoardProps['filters'] {
  const [choices, setChoices] = useState(filters)
  useEffect(() => {
    if (!store.isPartial() && !store.whole().filtered) return
    const timer = setTimeout(() => fetchChoices(board.id).then(setChoices, () => {}), preloadms)
    return () => clearTimeout(timer)
  }, [board.id, store])
  return choices
}

function usePreload(): void {
  useEffect(() => {
    const timer = setTimeout(() => void loadDialog().catch(() => {}), preloadms)
    return () => clearTimeout(timer)
  }, [])
}
