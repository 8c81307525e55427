import type { IconName } from '#views/ui/icon.tsx'
import { TabNav } from '#views/ui/tabs.tsx'

type BoardPageName =
  | 'progress'
  | 'panel/allocations'
  | 'scheduler'
  | 'deliveries'
  | 'history'
  | 'aging'
  | 'templates'
  | 'planning/forecasting'

const pages: { name: BoardPageName; label: string; icon: IconName }[] = [
  { name: 'progress', label: 'Board', icon: 'board' },
  { name: 'panel/allocations', label: 'Allocations', icon: 'list' },
  { name: 'scheduler', label: 'Scheduler', icon: 'calendar' },
  { name: 'deliveries', label: 'Deliveries', icon: 'truck' },
  { name: 'history', label: 'History', icon: 'history' },
  { name: 'aging', label: 'Aging', icon: 'clock' },
  { name: 'templates', label: 'Templates', icon: 'refresh-cw' },
  { name: 'planning/forecasting', label: 'Planning', icon: 'chart' },
]

/** Whether the person works on steps, and so sees their allocations, and sees the scheduler, what is delivered, and stock. */
export type BoardTabRights = { works: boolean; schedules: boolean; delivers: boolean; plans: boolean }

type BoardTabsProps = { segment: string; slug: string; current: BoardPageName; rights: BoardTabRights }

/** From each page of a board to the others. */
export const BoardTabs = ({ segment, slug, current, rights }: BoardTabsProps) => (
  <TabNav
    label="Pages of the board"
    links={listBoardPages(rights).map(({ name, label }) => ({
      href: `/${segment}/${slug}/${name}`,
      label,
      current: name === current,
    }))}
  />
)

/** Of a board, for whoever has these rights. */
export const listBoardPages = ({ works, schedules, delivers, plans }: BoardTabRights) =>
  pages
    .filter(({ name }) => works || name !== 'panel/allocations')
    .filter(({ name }) => schedules || name !== 'scheduler')
    .filter(({ name }) => delivers || name !== 'deliveries')
    .filter(({ name }) => plans || name !== 'planning/forecasting')
