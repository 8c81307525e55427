import {
  type KeyboardEvent,
  lazy,
  type MouseEvent,
  Suspense,
  useCallback,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { DragArea, type Drop } from '#islands/lib/drag.tsx'
import { AskWarnings } from './ask-warnings.tsx'
import { FilterBar } from './filter-bar.tsx'
import { keyOnCard } from './keys.ts'
import { Lane } from './lane.tsx'
import { hintOf } from './lane-frame.tsx'
import type { BoardProps } from './props.ts'
import { createJob } from './server.ts'
import { isLane, placeAt } from './state.ts'
import { useFilter, useShown } from './use-filter.ts'
import { useOpen } from './use-open.ts'
import { useStore } from './use-store.ts'

const loadDialog = () => import('#islands/job/dialog.tsx')
const JobDialog = lazy(loadDialog)
// Once the board stands, so that the first job opens at once.
const preloadms = 1500

const instructions =
  'Press Enter to open the job. Press the space bar to pick it up, the arrow keys to carry it, the space bar to put it down and Escape to leave it where it was. The keys [ and ] move it to the lane before or after.'

/** The board: lanes of cards that people drag, filter, add to and open. */
export default function Board(props: BoardProps) {
  const { can, lanes, today, filters } = props
  const { store, view, asked, answered } = useStore(props)
  const { filter, change } = useFilter()
  const shown = useShown(view, filter)
  const { opened, open, close } = useOpen(props.open, view.cards)
  const [adding, setAdding] = useState<number | null>(null)
  const [dragging, setDragging] = useState(false)
  const root = useRef<HTMLDivElement>(null)
  const tofocus = useRef<string>(undefined)
  const toshow = useRef<string>(undefined)

  useEffect(() => {
    const timer = setTimeout(() => void loadDialog().catch(() => {}), preloadms)
    return () => clearTimeout(timer)
  }, [])

  // A card that changes lanes is a new element; the focus goes with it.
  useLayoutEffect(() => {
    if (tofocus.current) cardIn(root.current, tofocus.current)?.focus()
    if (toshow.current) cardIn(root.current, toshow.current)?.scrollIntoView({ block: 'nearest' })
    tofocus.current = toshow.current = undefined
  })

  function start(): void {
    store.hold()
    setDragging(true)
  }

  function drop({ id, to }: Drop): void {
    if (to) {
      const visible = (shown.ids.get(Number(to.list)) ?? []).filter((one) => one !== id)
      store.move(id, placeAt(store.get(), Number(to.list), visible, to.index, id))
    }
    store.release()
    setDragging(false)
  }

  function press(event: KeyboardEvent): void {
    const id = idOf(event.target)
    if (!id || dragging || event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return
    const meant = keyOnCard(event.key, id, shown.ids)
    if (!meant) return
    event.preventDefault()
    if (meant.kind === 'focus') {
      cardIn(root.current, meant.id)?.focus()
      return
    }
    const lane = (view.cards.get(id)?.status ?? 0) + meant.by
    if (!can.write || !isLane(lane)) return
    tofocus.current = id
    store.move(id, { lane, afterid: null })
  }

  function click(event: MouseEvent): void {
    const card = view.cards.get(idOf(event.target) ?? '')
    if (
      !card ||
      event.defaultPrevented ||
      event.button !== 0 ||
      event.ctrlKey ||
      event.metaKey ||
      event.shiftKey
    )
      return
    event.preventDefault()
    open(card)
  }

  const create = useCallback(
    async (lane: number, description: string) => {
      const card = await createJob(props.board.id, lane, description)
      store.take(card)
      toshow.current = card.id
    },
    [store, props.board.id],
  )

  return (
    <>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: it listens for the links within it */}
      <div
        className="board"
        ref={root}
        data-dragging={dragging || undefined}
        onKeyDown={press}
        onClick={click}
      >
        <FilterBar
          filters={filters}
          filter={filter}
          onChange={change}
          shown={shown.count}
          total={view.cards.size}
        />
        <DragArea onStart={start} onDrop={drop} instructions={instructions}>
          <div className="lanes">
            {lanes.map((lane) => (
              <Lane
                key={lane.status}
                lane={lane}
                cards={shown.cards.get(lane.status) ?? []}
                today={today}
                canwrite={can.write}
                money={can.money}
                hint={hintOf(can.write, lane.status, view.cards.size)}
                adding={adding === lane.status}
                onAdding={setAdding}
                onCreate={create}
              />
            ))}
          </div>
        </DragArea>
      </div>
      {asked && <AskWarnings asked={asked} onDone={answered} />}
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

const idOf = (target: EventTarget) =>
  target instanceof Element ? target.closest<HTMLElement>('[data-card]')?.dataset.card : undefined

const cardIn = (root: HTMLElement | null, id: string) =>
  root?.querySelector<HTMLElement>(`[data-card="${id}"]`)
