import { lazy, Suspense, useEffect, useState } from 'react'
import { DragArea } from '#islands/lib/drag.tsx'
import { useHubAway } from '#islands/lib/hub.ts'
import type { JobCard } from '#server/domains/work/jobs/types.ts'
import { AskWarnings } from './ask-warnings.tsx'
import { CardMenu } from './card-menu.tsx'
import { BoardFilterBar } from './filter-bar.tsx'
import { Lane } from './lane.tsx'
import { emptyBoardHint } from './lane-frame.tsx'
import type { BoardProps } from './props.ts'
import { useBoardInteractions } from './use-board-interactions.ts'
import { useBoardStore } from './use-board-store.ts'
import { useCardMenu } from './use-card-menu.ts'
import { useFilter, useFilteredCards } from './use-filter.ts'
import { useOpenJob } from './use-open-job.ts'

const loadDialog = () => import('#islands/job/dialog.tsx')
const JobDialog = lazy(loadDialog)
// Once the board stands, so that the first job opens at once.
const preloadms = 1500

const instructions =
  'Press Enter to open the job. Press the space bar to pick it up, the arrow keys to carry it, the space bar to put it down and Escape to leave it where it was. The keys [ and ] move it to the lane before or after.'

export default function Board(props: BoardProps) {
  const { board, can, filters } = props
  const { store, view, question, closeQuestion } = useBoardStore(props)
  const { filter, change } = useFilter()
  const shown = useFilteredCards(view, filter)
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
  const total = view.cards.size
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
        <Lanes board={props} cards={shown.cards} total={total} interactions={interactions} />
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

type LanesProps = {
  board: BoardProps
  cards: ReadonlyMap<number, readonly JobCard[]>
  total: number
  interactions: ReturnType<typeof useBoardInteractions>
}

function Lanes({ board, cards, total, interactions }: LanesProps) {
  const { can, lanes, today } = board
  const [adding, setAdding] = useState<number | null>(null)
  // As the search's “New job” leads here.
  useEffect(() => {
    if (location.hash === NEW_JOB && can.write) setAdding(1)
  }, [can.write])
  const { onDragStart, onDrop, create } = interactions
  const laneName = (list: string) => lanes.find(({ status }) => String(status) === list)?.label ?? list
  return (
    <DragArea name={laneName} onStart={onDragStart} onDrop={onDrop} instructions={instructions}>
      <div className="lanes">
        {lanes.map((lane) => (
          <Lane
            key={lane.status}
            lane={lane}
            cards={cards.get(lane.status) ?? []}
            today={today}
            canwrite={can.write}
            money={can.money}
            hint={emptyBoardHint(can.write, lane.status, total)}
            adding={adding === lane.status}
            onAdding={setAdding}
            onCreate={create}
            board={board}
          />
        ))}
      </div>
    </DragArea>
  )
}

function usePreload(): void {
  useEffect(() => {
    const timer = setTimeout(() => void loadDialog().catch(() => {}), preloadms)
    return () => clearTimeout(timer)
  }, [])
}
