import type { ReactNode } from 'react'

export type Tab = {
  id: string
  label: string
  selected?: boolean
  count?: number
  panel?: ReactNode
  load?: string
  /** A field of another tab that it goes by: it is asked for anew whenever it is shown. */
  of?: string
  /** The button of its dialog's foot while it is shown, in place of what the foot has otherwise. */
  main?: ReactNode
}

type TabsProps = { label: string; tabs: readonly Tab[] }

export function Tabs({ label, tabs }: TabsProps) {
  return (
    <div className="tabs">
      <TabList label={label} tabs={tabs} />
      <TabPanels tabs={tabs} />
    </div>
  )
}

export function TabList({ label, tabs }: TabsProps) {
  const chosen = selectedTab(tabs)
  return (
    <div className="tablist" role="tablist" aria-label={label}>
      {tabs.map((tab) => (
        <button
          key={tab.id}
          type="button"
          role="tab"
          id={`tab-${tab.id}`}
          aria-controls={`panel-${tab.id}`}
          aria-selected={tab === chosen}
          tabIndex={tab === chosen ? undefined : -1}
        >
          {tab.label}
          {tab.count !== undefined && <TabCount tab={tab.id} count={tab.count} />}
        </button>
      ))}
    </div>
  )
}

type TabCountProps = { tab: string; count: number; swapped?: boolean }

export const TabCount = ({ tab, count, swapped }: TabCountProps) => (
  <span id={`count-${tab}`} className="count" hx-swap-oob={swapped ? 'true' : undefined}>
    {count}
  </span>
)

export function TabPanels({ tabs }: { tabs: readonly Tab[] }) {
  const chosen = selectedTab(tabs)
  return tabs.map((tab) => (
    <div
      key={tab.id}
      role="tabpanel"
      id={`panel-${tab.id}`}
      aria-labelledby={`tab-${tab.id}`}
      hidden={tab !== chosen}
      {...(tab.load && {
        'hx-get': tab.load,
        'hx-trigger': tab.of ? 'tabshown' : tab === chosen ? 'load' : 'tabshown once',
        'hx-include': tab.of && `#f-${tab.of}`,
      })}
    >
      {tab.panel}
    </div>
  ))
}

export const selectedTab = (tabs: readonly Tab[]) => tabs.find((tab) => tab.selected) ?? tabs[0]

type TabNavProps = { label: string; links: readonly { href: string; label: string; current?: boolean }[] }

export function TabNav({ label, links }: TabNavProps) {
  return (
    <nav className="tablist" aria-label={label}>
      {links.map((link) => (
        <a key={link.href} href={link.href} aria-current={link.current ? 'page' : undefined}>
          {link.label}
        </a>
      ))}
    </nav>
  )
}
