import { TabNav } from '#views/ui/tabs.tsx'

type BoardPageName = 'progress' | 'history' | 'aging' | 'templates'

const words: Record<BoardPageName, string> = {
  progress: 'Board',
  history: 'History',
  aging: 'Aging',
  templates: 'Templates',
}

type BoardTabsProps = { segment: string; slug: string; current: BoardPageName }

/** From each page of a board to the others. */
export const BoardTabs = ({ segment, slug, current }: BoardTabsProps) => (
  <TabNav
    label="Pages of the board"
    links={Object.entries(words).map(([name, label]) => ({
      href: `/${segment}/${slug}/${name}`,
      label,
      current: name === current,
    }))}
  />
)
