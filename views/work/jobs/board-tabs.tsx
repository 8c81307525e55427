import { TabNav } from '#views/ui/tabs.tsx'

type BoardPageName =
  | 'progress'
  | 'panel/allocations'
  | 'scheduler'
  | 'deliveries'
  | 'history'
  | 'aging'
  | 'templates'

const words: Record<BoardPageName, string> = {
  progress: 'Board',
  'panel/allocations': 'Allocations',
  scheduler: 'Scheduler',
  deliveries: 'Deliveries',
  history: 'History',
  aging: 'Aging',
  templates: 'Templates',
}

/** Whether the person works on steps, and so sees their allocations, and sees the scheduler and what is delivered. */
export type BoardTabRights = { works: boolean; schedules: boolean; delivers: boolean }

type BoardTabsProps = { segment: string; slug: string; current: BoardPageName; rights: BoardTabRights }

/** From each page of a board to the others. */
export const BoardTabs = ({ segment, slug, current, rights }: BoardTabsProps) => (
  <TabNav
    label="Pages of the board"
    links={pagesOf(rights).map(([name, label]) => ({
      href: `/${segment}/${slug}/${name}`,
      label,
      current: name === current,
    }))}
  />
)

const pagesOf = ({ works, schedules, delivers }: BoardTabRights) =>
  Object.entries(words)
    .filter(([name]) => works || name !== 'panel/allocations')
    .filter(([name]) => schedules || name !== 'scheduler')
    .filter(([name]) => delivers || name !== 'deliveries')
