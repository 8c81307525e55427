import type { ReactNode } from 'react'
import { renderToString } from 'react-dom/server'
import type { BoardProps } from '#islands/board/props.ts'
import { StaticBoard } from '#islands/board/static.tsx'
import type { JobCard } from '#server/domains/work/jobs/types.ts'
import { LinkButton } from '#views/ui/button.tsx'
import { Island } from '#views/ui/island.tsx'
import { ListViewsMark } from '#views/ui/list-views-mark.tsx'
import { Menu, MenuItem } from '#views/ui/menu.tsx'
import { PageTitle } from '#views/ui/pagetitle.tsx'
import { type BoardTabRights, BoardTabs, listBoardPages } from './board-tabs.tsx'
import { JobBulkBar } from './bulk-bar.tsx'

type BoardPageProps = {
  props: BoardProps
  /** Stands for the cards in the island's props, where their JSON is kept ready. */
  cardsmark: string
  /** Stands for a card, whose markup is kept ready. */
  draw: (card: JobCard, isFirst: boolean) => ReactNode
  query: string
  tabs: BoardTabRights
  canexport: boolean
}

export function JobBoardPage({ props, cardsmark, draw, query, tabs, canexport }: BoardPageProps) {
  const canprint = props.documents.some(({ name }) => name === 'joblist')
  const at = `/${props.jobssegment}/${props.board.slug}`
  const joblist = `/render/joblist?boardid=${props.board.id}`
  return (
    <>
      <PageTitle
        title={props.board.name}
        actions={
          <>
            <ListViewsMark region="board" path={`${at}/progress`} />
            {canprint && (
              <span className="boardpages">
                <LinkButton icon="file-text" href={joblist} target="_blank">
                  Job list
                </LinkButton>
              </span>
            )}
            <BoardMenu at={at} rights={tabs} joblist={canprint ? joblist : undefined} />
          </>
        }
      />
      <div className="boardtabs">
        <BoardTabs segment={props.jobssegment} slug={props.board.slug} current="progress" rights={tabs} />
      </div>
      <Island
        name="board"
        props={{ ...props, cards: cardsmark }}
        html={renderToString(<StaticBoard props={props} query={query} draw={draw} />)}
      />
      {props.can.write && <JobBulkBar canwrite canprint={canprint} canexport={canexport} />}
    </>
  )
}

type BoardMenuProps = { at: string; rights: BoardTabRights; joblist?: string }

/** On a phone the other pages stand behind one button, which leaves the window to the lanes. */
const BoardMenu = ({ at, rights, joblist }: BoardMenuProps) => (
  <span className="boardmenu">
    <Menu id="board-pages" label="More of this board" icon="more" buttonclass="button square">
      {joblist && (
        <MenuItem icon="file-text" href={joblist} target="_blank">
          Job list
        </MenuItem>
      )}
      {listBoardPages(rights)
        .filter(({ name }) => name !== 'progress')
        .map(({ name, label, icon }) => (
          <MenuItem key={name} icon={icon} href={`${at}/${name}`}>
            {label}
          </MenuItem>
        ))}
    </Menu>
  </span>
)
