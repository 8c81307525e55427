import { TabNav } from '#views/ui/tabs.tsx'

const pages = [
  { href: '/admin/stock/worth', label: 'On hand' },
  { href: '/admin/stock?of=negative', label: 'Below zero' },
  { href: '/admin/stock?of=minimum', label: 'Below minimum' },
  { href: '/admin/stock/movements', label: 'Movements' },
  { href: '/admin/stock/slow', label: 'Slow movers' },
  { href: '/admin/stock/counts', label: 'Counts' },
] as const

type StockTabsProps = { current: (typeof pages)[number]['href'] }

export const StockTabs = ({ current }: StockTabsProps) => (
  <TabNav label="Pages of stock" links={pages.map((page) => ({ ...page, current: page.href === current }))} />
)
