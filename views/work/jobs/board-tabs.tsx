import { TabNav } from '#views/ui/tabs.tsx'

type BoardPageName = 'progress' | 'panel/allocations' | 'history' | 'aging' | 'templates'

const words: Record<BoardPageName, string> = {
  progress: 'Board',
  'panel/allocations': 'Allocations',
  history: 'History',
  aging: 'Aging',
  templates: 'Templates',
}

/** `works`: the person works on steps, and so sees their allocations. */
type BoardTabsProps = { segment: string; slug: string; current: BoardPageName; works: boolean }

/** From each page of a board to the others. */
export const BoardTabs = ({ segment, slug, current, works }: BoardTabsProps) => (
  <TabNav
    label="Pages of the board"
    links={pagesOf(works).map(([name, label]) => ({
      href: `/${segment}/${slug}/${name}`,
      label,
      current: name === current,
    }))}
  />
)

const pagesOf = (works: boolean) =>
  Object.entries(words).filter(([name]) => works || name !== 'panel/allocations')
