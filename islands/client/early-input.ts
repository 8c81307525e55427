import { holdForPage, isHolding, MOVES, releaseForPage, type StruckKey } from './held-keys.ts'
import { topDialog, typing } from './page.ts'

declare global {
  interface Window {
    /** Filled by the script in the head of the page. */
    earlyKeys?: StruckKey[]
  }
}

const MAX_KEPT = 20
/** What islands answer: new, search of the page, rows and cards. */
const LETTERS = ['j', 'k', 'n', 'x', '/']

/** Keeps the keys and presses of buttons that come before the islands answer. Returns what does them again. */
export function keepEarlyInput(islands: readonly HTMLElement[]): () => void {
  const heard = new AbortController()
  const kept: (() => void)[] = []
  let before = ''

  document.addEventListener(
    'keydown',
    (event) => {
      if (isHolding(document.body)) return
      const { key, ctrlKey, metaKey, altKey, target, isTrusted } = event
      const leads = before === 'g'
      before = key
      if (![...MOVES, ...LETTERS].includes(key) || leads || !isTrusted) return
      if (event.defaultPrevented || ctrlKey || metaKey || altKey || typing(target) || topDialog()) return
      if (!islands.some((island) => island.contains(target as Node)) && target !== document.body) return
      event.preventDefault()
      event.stopImmediatePropagation()
      holdForPage([{ key, at: event.timeStamp }])
    },
    { signal: heard.signal, capture: true },
  )
  document.addEventListener(
    'click',
    (event) => {
      const button = event.target instanceof Element && event.target.closest<HTMLElement>('button')
      if (!button || !islands.some((island) => island.contains(button))) return
      event.preventDefault()
      if (kept.length < MAX_KEPT) kept.push(() => button.click())
    },
    { signal: heard.signal },
  )

  return () => {
    heard.abort()
    for (const act of kept) act()
    releaseForPage()
  }
}

/** What was struck before this script ran; islands that are on their way come first. */
export function strikeEarlyKeys(): void {
  const keys = window.earlyKeys ?? []
  window.earlyKeys = undefined
  window.onkeydown = null
  if (keys.length === 0) return
  holdForPage(keys)
  if (!document.querySelector('[data-island]:not([data-ready])')) releaseForPage()
}
