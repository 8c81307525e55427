import { TabNav } from '#views/ui/tabs.tsx'

const pages = [
  { name: 'materials', label: 'Materials' },
  { name: 'ordering', label: 'Ordering' },
  { name: 'forecasting', label: 'Forecasting' },
  { name: 'production', label: 'Production' },
] as const

type PlanningTabsProps = { segment: string; slug: string; current: (typeof pages)[number]['name'] }

export const PlanningTabs = ({ segment, slug, current }: PlanningTabsProps) => (
  <TabNav
    label="Pages of planning"
    links={pages.map(({ name, label }) => ({
      href: `/${segment}/${slug}/planning/${name}`,
      label,
      current: name === current,
    }))}
  />
)
