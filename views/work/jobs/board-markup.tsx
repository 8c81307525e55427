import type { ReactElement } from 'react'
import { renderToStaticMarkup, renderToString } from 'react-dom/server'
import { BoardFilterBar } from '#islands/board/filter-bar.tsx'
import type { BoardProps } from '#islands/board/props.ts'
import { MarkedLane, StaticBoard, type StaticLane } from '#islands/board/static.tsx'
import type { JobCard } from '#server/domains/work/jobs/types.ts'
import { Island } from '#views/ui/island.tsx'
import { JobBoardPage } from './board.tsx'
import type { BoardTabRights } from './board-tabs.tsx'

// Nobody outside this process knows it, so nothing that a person typed can pass for a mark.
const MARK = `mark-${crypto.randomUUID()}`

type Parts = readonly string[]

type BoardMarkup = {
  props: BoardProps
  query: string
  tabs: BoardTabRights
  canexport: boolean
  /** JSON of the cards of `props`. */
  cardsjson: string
  drawCard: (card: JobCard, isFirst: boolean) => string
  drawOnce: (view: ReactElement) => string
  /** Gives what was made under the same key before. */
  keep: (key: string, make: () => Parts) => Parts
}

/** Of a page of which most is kept a save changes one card, and what one or two lanes say over theirs. */
export function boardMarkup(board: BoardMarkup): string {
  const { props, tabs, canexport, cardsjson, drawOnce } = board
  const page = drawOnce(
    <JobBoardPage
      board={props.board}
      segment={props.jobssegment}
      canprint={props.documents.some(({ name }) => name === 'joblist')}
      canwrite={props.can.write}
      tabs={tabs}
      canexport={canexport}
      island={MARK}
    />,
  )
  const island = renderToStaticMarkup(
    <Island name="board" props={{ ...props, cards: MARK }} html={drawIsland(board)} />,
  )
  return fill(page.split(MARK), [fill(island.split(`"${MARK}"`), [cardsjson])])
}

function drawIsland({ props, query, keep, drawCard }: BoardMarkup): string {
  const drawn: string[] = []
  const place = (markup: string) => {
    drawn.push(markup)
    return MARK
  }
  const parts = (piece: string, shows: object, view: () => ReactElement) =>
    keep(`${piece} ${JSON.stringify(shows)}`, () => renderToString(view()).split(MARK))
  const drawLane = ({ shown, cards }: StaticLane) => {
    const around = parts('lane', [shown, cards.length], () => (
      <MarkedLane shown={shown} cards={cards} mark={MARK} />
    ))
    const first = cards.slice(0, around.length - 1)
    return fill(
      around,
      first.map((card, index) => drawCard(card, index === 0)),
    )
  }
  const board = renderToString(
    <StaticBoard
      props={props}
      query={query}
      drawn={{
        filters: (bar) => place(parts('filters', bar, () => <BoardFilterBar {...bar} />).join('')),
        lanes: (lanes) => place(lanes.map(drawLane).join('')),
      }}
    />,
  )
  return fill(board.split(MARK), drawn)
}

const fill = ([first = '', ...rest]: Parts, made: Parts) =>
  rest.reduce((markup, part, index) => markup + made[index] + part, first)
