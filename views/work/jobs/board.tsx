import type { BoardProps } from '#islands/board/props.ts'
import { LinkButton } from '#views/ui/button.tsx'
import { ListViewsMark } from '#views/ui/list-views-mark.tsx'
import { Menu, MenuItem } from '#views/ui/menu.tsx'
import { PageTitle } from '#views/ui/pagetitle.tsx'
import { type BoardTabRights, BoardTabs, listBoardPages } from './board-tabs.tsx'
import { JobBulkBar } from './bulk-bar.tsx'

type BoardPageProps = {
  board: BoardProps['board']
  segment: string
  canprint: boolean
  canwrite: boolean
  tabs: BoardTabRights
  canexport: boolean
  /** Stands for the island, which changes with every card. */
  island: string
}

export function JobBoardPage(page: BoardPageProps) {
  const { board, segment, canprint, canwrite, tabs, canexport, island } = page
  const at = `/${segment}/${board.slug}`
  const joblist = `/render/joblist?boardid=${board.id}`
  return (
    <>
      <PageTitle
        title={board.name}
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
        <BoardTabs segment={segment} slug={board.slug} current="progress" rights={tabs} />
      </div>
      {island}
      {canwrite && <JobBulkBar canwrite canprint={canprint} canexport={canexport} />}
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
