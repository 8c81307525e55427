import htmx from 'htmx.org'
import { delegate, findElement, findElements } from './page.ts'

export function watchTabs(): void {
  delegate('click', '[role=tab]', show)
  delegate('keydown', '[role=tab]', (tab, event) => {
    const next = neighbour(tab, event.key)
    if (!next) return
    event.preventDefault()
    next.focus()
    show(next)
  })
  document.addEventListener('htmx:after:swap', showChosen)
  showChosen()
}

const scrolled = new WeakSet<HTMLElement>()

/** On a phone a row goes on beyond its edges, and may begin with a tab that lies there. */
function showChosen(): void {
  for (const chosen of findElements('.tablist > :is([aria-selected=true], [aria-current])')) {
    const row = chosen.parentElement
    if (!row?.clientWidth || scrolled.has(row)) continue
    scrolled.add(row)
    center(chosen)
  }
}

/** By its row alone: the page stays where it is. */
function center(tab: HTMLElement): void {
  const row = tab.parentElement
  if (!row) return
  const [at, room] = [tab.getBoundingClientRect(), row.getBoundingClientRect()]
  row.scrollLeft += at.left + at.width / 2 - (room.left + room.width / 2)
}

function show(tab: HTMLElement): void {
  for (const one of tabsOf(tab)) {
    const chosen = one === tab
    one.setAttribute('aria-selected', String(chosen))
    one.tabIndex = chosen ? 0 : -1
    const panel = panelOf(one)
    if (panel) panel.hidden = !chosen
  }
  center(tab)
  const panel = panelOf(tab)
  if (panel) htmx.trigger(panel, 'tabshown', {}, false)
  showFoot(tab)
  // Neither a dialog nor a tab within a tab has an address of its own.
  if (!tab.closest('dialog, [role=tabpanel]')) rememberTab(tab)
}

/** What a tab has in the foot of its dialog, else what all others have there. */
function showFoot(tab: HTMLElement): void {
  const parts = findElements('.foot > [data-foot-of]', tab.closest('dialog') ?? undefined)
  const own = tab.getAttribute('aria-controls') ?? ''
  const shown = parts.some(({ dataset }) => dataset.footOf === own) ? own : ''
  for (const part of parts) part.hidden = part.dataset.footOf !== shown
}

function rememberTab(tab: HTMLElement): void {
  const url = new URL(location.href)
  url.searchParams.set('tab', tab.id.replace(/^tab-/, ''))
  history.replaceState(history.state, '', url)
}

function neighbour(tab: HTMLElement, key: string): HTMLElement | undefined {
  const tabs = tabsOf(tab)
  const at = tabs.indexOf(tab)
  if (key === 'ArrowRight') return tabs[(at + 1) % tabs.length]
  if (key === 'ArrowLeft') return tabs.at(at - 1)
  if (key === 'Home') return tabs[0]
  return key === 'End' ? tabs.at(-1) : undefined
}

const tabsOf = (tab: HTMLElement) => findElements('[role=tab]', tab.closest('[role=tablist]') ?? document)
/** Of its own dialog: those of the page, or of a dialog under it, may have the same names. */
const panelOf = (tab: HTMLElement) =>
  findElement(`#${CSS.escape(tab.getAttribute('aria-controls') ?? '')}`, tab.closest('dialog') ?? document)
