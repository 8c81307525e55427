import {
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react'
import { Icon } from '#views/ui/icon.tsx'
import { Menu, MenuItem } from '#views/ui/menu.tsx'

export type IslandTab = {
  id: string
  label: string
  count?: number
  wrong?: boolean
  panel: () => ReactNode
}

/**
 * @param onLeave told which section another takes the place of
 * @param first which it opens on, where it has that
 */
export function useTabs(tabs: readonly IslandTab[], onLeave?: (id: string) => void, first?: string) {
  const [selected, setSelected] = useState((tabs.find(({ id }) => id === first) ?? tabs[0])?.id ?? '')
  const [seen, setSeen] = useState<ReadonlySet<string>>(new Set([selected]))
  const select = (id: string) => {
    if (id !== selected) onLeave?.(selected)
    setSelected(id)
    setSeen((held) => new Set(held).add(id))
  }
  // Beside those of other dialogs, which may have tabs of the same names.
  const prefix = useId()
  return { tabs, selected, seen, select, prefix }
}

type Tabs = ReturnType<typeof useTabs>

export function IslandTabList({ tabs, selected, select, prefix, label: named }: Tabs & { label: string }) {
  const list = useRef<HTMLDivElement>(null)

  // On a phone they stand in one row that scrolls, and not every choice is a press.
  useEffect(() => {
    const tab = list.current?.querySelector(`#${CSS.escape(`${prefix}tab-${selected}`)}`)
    tab?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [prefix, selected])

  // The page script would show panels on its own.
  function click(event: MouseEvent, id: string): void {
    event.stopPropagation()
    select(id)
  }

  function press(event: KeyboardEvent): void {
    const at = tabs.findIndex(({ id }) => id === selected)
    const next = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: -1 }[event.key]
    const tab = next === undefined ? undefined : tabs.at(next % tabs.length)
    if (!tab) return
    event.preventDefault()
    event.stopPropagation()
    select(tab.id)
    focus(tab.id)
  }

  const focus = (id: string) =>
    list.current?.querySelector<HTMLElement>(`#${CSS.escape(`${prefix}tab-${id}`)}`)?.focus()

  function choose(id: string): void {
    select(id)
    focus(id)
  }

  const row = (
    <div className="tablist" role="tablist" aria-label={named} ref={list}>
      {tabs.map(({ id, label, count, wrong }) => (
        <button
          key={id}
          type="button"
          role="tab"
          id={`${prefix}tab-${id}`}
          className={wrong ? 'wrong' : undefined}
          aria-controls={`${prefix}panel-${id}`}
          aria-selected={id === selected}
          tabIndex={id === selected ? undefined : -1}
          onClick={(event) => click(event, id)}
          onKeyDown={press}
        >
          <TabWords label={label} count={count} wrong={wrong} />
        </button>
      ))}
    </div>
  )
  if (tabs.length <= FIT_ON_A_PHONE) return row
  return (
    <div className="tabrow">
      {row}
      <Menu
        id={`${prefix}more`}
        label={named}
        buttonclass="button quiet"
        face={
          <>
            More <Icon name="chevron-down" size="small" />
          </>
        }
      >
        {tabs.map(({ id, ...words }) => (
          <MenuItem key={id} current={id === selected} onClick={() => choose(id)}>
            <TabWords {...words} />
          </MenuItem>
        ))}
      </Menu>
    </div>
  )
}

/** More than these go on beyond its edge: there a menu lists them all. */
const FIT_ON_A_PHONE = 4

const TabWords = ({ label, count, wrong }: Pick<IslandTab, 'label' | 'count' | 'wrong'>) => (
  <>
    {label}
    {count ? <span className="count">{count}</span> : null}
    {wrong && <Icon name="error" size="small" label="has an error" />}
  </>
)

export function IslandTabPanels({
  tabs,
  selected,
  seen,
  prefix,
  of,
}: Tabs & { of?: (id: string) => boolean }) {
  const shown = of ? tabs.filter(({ id }) => of(id)) : tabs
  return shown.map(({ id, panel }) => (
    <div
      key={id}
      role="tabpanel"
      id={`${prefix}panel-${id}`}
      aria-labelledby={`${prefix}tab-${id}`}
      hidden={id !== selected}
    >
      {seen.has(id) && panel()}
    </div>
  ))
}
