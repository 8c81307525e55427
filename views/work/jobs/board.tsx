import type { ReactNode } from 'react'
import { renderToString } from 'react-dom/server'
import type { BoardProps } from '#islands/board/props.ts'
import { StaticBoard } from '#islands/board/static.tsx'
import type { JobCard } from '#server/domains/work/jobs/types.ts'
import { LinkButton } from '#views/ui/button.tsx'
import type { IconName } from '#views/ui/icon.tsx'
import { Island } from '#views/ui/island.tsx'
import { ListViewsMark } from '#views/ui/list-views-mark.tsx'
import { Menu, MenuItem } from '#views/ui/menu.tsx'
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
            <BoardPages pages={listBoardPages(props, canprint)} />
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

type BoardPageLink = { label: string; icon: IconName; href: string; target?: '_blank' }

function listBoardPages({ board, can, jobssegment, labels }: BoardProps, canprint: boolean): BoardPageLink[] {
  const at = `/${jobssegment}/${board.slug}`
  const pages: (BoardPageLink | false)[] = [
    canprint && {
      ...{ label: 'Job list', icon: 'file-text' },
      ...{ href: `/render/joblist?boardid=${board.id}`, target: '_blank' },
    },
    can.steps && { label: 'Allocations', icon: 'list', href: `${at}/panel/allocations` },
    can.schedule && { label: 'Scheduler', icon: 'calendar', href: `${at}/scheduler` },
    { label: labels['pages.jobs.history'] ?? 'History', icon: 'history', href: `${at}/history` },
    { label: 'Aging', icon: 'clock', href: `${at}/aging` },
  ]
  return pages.filter((page) => page !== false)
}

/** On a phone behind one button, which leaves the window to the lanes. */
const BoardPages = ({ pages }: { pages: readonly BoardPageLink[] }) => (
  <>
    <span className="boardpages">
      {pages.map(({ label, ...link }) => (
        <LinkButton key={label} {...link}>
          {label}
        </LinkButton>
      ))}
    </span>
    <span className="boardmenu">
      <Menu id="board-pages" label="More of this board" icon="more" buttonclass="button square">
        {pages.map(({ label, ...link }) => (
          <MenuItem key={label} {...link}>
            {label}
          </MenuItem>
        ))}
      </Menu>
    </span>
  </>
)
