import { TabNav } from '#views/ui/tabs.tsx'

const pages = [
  { href: '/billing', label: 'To invoice' },
  { href: '/billing/drafts', label: 'Drafts' },
  { href: '/billing/overdue', label: 'Overdue' },
  { href: '/billing/bank', label: 'Bank' },
] as const

export const BillingTabs = ({ current }: { current: (typeof pages)[number]['href'] }) => (
  <TabNav
    label="Pages of billing"
    links={pages.map((page) => ({ ...page, current: page.href === current }))}
  />
)
