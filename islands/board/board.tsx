import '#islands/shared.ts'
import { lazy, Suspense, useEffect, useState } from 'react'
import { useHubAway } from '#islands/lib/hub.ts'
import { StoredAges } from '#islands/lib/stored-ages.tsx'
import { fetchChoices } from './api-calls.ts'
import { AskWarnings } from './ask-warnings.tsx'
import { CardKeys } from './card-keys.tsx'
import { CardMenu } from './card-menu.tsx'
import { CardStep } from './card-step.tsx'
import { BoardFilterBar } from './filter-bar.tsx'
import { Lanes } from './lanes.tsx'
import { type BoardProps, templatesUrl } from './props.ts'
import type { BoardStore } from './store.ts'
import { useBoardInteractions } from './use-board-interactions.ts'
import { useBoardStore } from './use-board-store.ts'
import { useCardMenu } from './use-card-menu.ts'
import { useFilter, useShownLanes } from './use-filter.ts'
import { useOnTouch } from './use-on-touch.ts'
import { useOpenJob } from './use-open-job.ts'

const loadDialog = () => import('#islands/job/dialog.tsx')
const JobDialog = lazy(loadDialog)
// Once the board stands, so that nothing waits for what filters offer.
const preloadms = 1500
const AGED = [{ name: 'cards', path: '/api/jobs/lanes', also: '/api/jobs' }]

export default function Board(props: BoardProps) {
  const { board, can } = props
  const { store, view, question, closeQuestion } = useBoardStore(props)
  const { total, inhistory, filtered } = store.whole()
  const { filter, change } = useFilter(store)
  const filters = useChoices(props, store)
  const shown = useShownLanes(view, filter, filtered)
  const { opened, open, close } = useOpenJob(props.open, view.cards, templatesUrl(props))
  const interactions = useBoardInteractions({
    store,
    boardid: board.id,
    canwrite: can.write,
    shown: shown.ids,
    onOpen: open,
  })
  const menu = useCardMenu(store)
  const away = useHubAway()
  useOnTouch(interactions.root, () => void loadDialog().catch(() => {}))

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
        <StoredAges of={AGED} />
        <BoardFilterBar {...{ filters, filter, total, away }} shown={shown.count} onChange={change} />
        <Lanes board={props} {...{ shown: shown.lanes, total, inhistory, interactions }} />
        <CardKeys canwrite={can.write} />
        {!interactions.dragging && (
          <CardStep
            root={interactions.root}
            cards={view.cards}
            can={can}
            onTake={(card) => open(card, 'take')}
          />
        )}
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
