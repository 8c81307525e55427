import { lazy, Suspense, useEffect, useState } from 'react'
import { DragArea } from '#islands/lib/drag.tsx'
import { useHubAway } from '#islands/lib/hub.ts'
import { AskWarnings } from './ask-warnings.tsx'
import { BoardFilterBar } from './filter-bar.tsx'
import { Lane } from './lane.tsx'
import { emptyBoardHint } from './lane-frame.tsx'
import type { BoardProps } from './props.ts'
import { useBoardInteractions } from './use-board-interactions.ts'
import { useBoardStore } from './use-board-store.ts'
import { useFilter, useFilteredCards } from './use-filter.ts'
import { useOpenJob } from './use-open-job.ts'

const loadDialog = () => import('#islands/job/dialog.tsx')
const JobDialog = lazy(loadDialog)
// Once the board stands, so that the first job opens at once.
const preloadms = 1500

const instructions =
  'Press Enter to open the job. Press the space bar to pick it up, the arrow keys to carry it, the space bar to put it down and Escape to leave it where it was. The keys [ and ] move it to the lane before or after.'

/** The board: lanes of cards that people drag, filter, add to and open. */
export default function Board(props: BoardProps) {
  const { board, can, lanes, today, filters } = props
  const { store, view, asked, answered } = useBoardStore(props)
  const { filter, change } = useFilter()
  const shown = useFilteredCards(view, filter)
  const { opened, open, close } = useOpenJob(props.open, view.cards)
  const hands = useBoardInteractions({
    store,
    boardid: board.id,
    canwrite: can.write,
    shown: shown.ids,
    onOpen: open,
  })
  const [adding, setAdding] = useState<number | null>(null)
  const away = useHubAway()
  const total = view.cards.size
  usePreload()

  const laneName = (list: string) => lanes.find(({ status }) => String(status) === list)?.label ?? list

  return (
    <>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: it listens for the links within it */}
      <div
        className="board"
        ref={hands.root}
        data-dragging={hands.dragging || undefined}
        onKeyDown={hands.press}
        onClick={hands.click}
      >
        <BoardFilterBar {...{ filters, filter, total, away }} shown={shown.count} onChange={change} />
        <DragArea name={laneName} onStart={hands.start} onDrop={hands.drop} instructions={instructions}>
          <div className="lanes">
            {lanes.map((lane) => (
              <Lane
                key={lane.status}
                lane={lane}
                cards={shown.cards.get(lane.status) ?? []}
                today={today}
                canwrite={can.write}
                money={can.money}
                hint={emptyBoardHint(can.write, lane.status, total)}
                adding={adding === lane.status}
                onAdding={setAdding}
                onCreate={hands.create}
                board={props}
              />
            ))}
          </div>
        </DragArea>
      </div>
      {asked && (
        <AskWarnings
          asked={asked}
          onDone={() => {
            answered()
            hands.refocus(asked.id)
          }}
        />
      )}
      {opened && (
        <Suspense>
          <JobDialog
            id={opened.id}
            reference={opened.reference}
            board={props}
            onCard={store.take}
            onClose={close}
          />
        </Suspense>
      )}
    </>
  )
}

function usePreload(): void {
  useEffect(() => {
    const timer = setTimeout(() => void loadDialog().catch(() => {}), preloadms)
    return () => clearTimeout(timer)
  }, [])
}
