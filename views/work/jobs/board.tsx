import type { ReactNode } from 'react'
import { renderToString } from 'react-dom/server'
import type { BoardProps } from '#islands/board/props.ts'
import { StaticBoard } from '#islands/board/static.tsx'
import type { JobCard } from '#server/domains/work/jobs/types.ts'
import { LinkButton } from '#views/ui/button.tsx'
import { Island } from '#views/ui/island.tsx'
import { ListViewsMark } from '#views/ui/list-views-mark.tsx'
import { PageTitle } from '#views/ui/pagetitle.tsx'
import { JobBulkBar } from './bulk-bar.tsx'

type BoardPageProps = {
  props: BoardProps
  /** Stands for the cards in the island's props, where their JSON is kept ready. */
  cardsmark: string
  /** Stands for a card, whose markup is kept ready. */
  draw: (card: JobCard, isFirst: boolean) => ReactNode
  query: string
  canexport: boolean
}

export function JobBoardPage({ props, cardsmark, draw, query, canexport }: BoardPageProps) {
  const canprint = props.documents.some(({ name }) => name === 'joblist')
  return (
    <>
      <PageTitle
        title={props.board.name}
        actions={
          <>
            <ListViewsMark region="board" path={`/${props.jobssegment}/${props.board.slug}/progress`} />
            {canprint && (
              <LinkButton icon="file-text" href={`/render/joblist?boardid=${props.board.id}`} target="_blank">
                Job list
              </LinkButton>
            )}
            {props.can.steps && (
              <LinkButton icon="list" href={`/${props.jobssegment}/${props.board.slug}/panel/allocations`}>
                Allocations
              </LinkButton>
            )}
            {props.can.schedule && (
              <LinkButton icon="calendar" href={`/${props.jobssegment}/${props.board.slug}/scheduler`}>
                Scheduler
              </LinkButton>
            )}
            <LinkButton icon="history" href={`/${props.jobssegment}/${props.board.slug}/history`}>
              {props.labels['pages.jobs.history'] ?? 'History'}
            </LinkButton>
            <LinkButton icon="clock" href={`/${props.jobssegment}/${props.board.slug}/aging`}>
              Aging
            </LinkButton>
          </>
        }
      />
      <Island
        name="board"
        props={{ ...props, cards: cardsmark }}
        html={renderToString(<StaticBoard props={props} query={query} draw={draw} />)}
      />
      {props.can.write && <JobBulkBar canwrite canprint={canprint} canexport={canexport} />}
    </>
  )
}
