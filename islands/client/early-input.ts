import { topDialog, typing } from './page.ts'

const MAX_KEPT = 20
const MOVES = ['ArrowUp', 'ArrowDown', 'ArrowLeft', 'ArrowRight', 'Home', 'End', '[', ']']

/** Keeps the keys and presses of buttons that come before the islands answer. Returns what does them again. */
export function keepEarlyInput(islands: readonly HTMLElement[]): () => void {
  const heard = new AbortController()
  const kept: (() => void)[] = []

  function keep(event: Event, act: () => void): void {
    event.preventDefault()
    if (kept.length < MAX_KEPT) kept.push(act)
  }

  document.addEventListener(
    'keydown',
    (event) => {
      const { key, ctrlKey, metaKey, altKey, target } = event
      if (!MOVES.includes(key) || ctrlKey || metaKey || altKey || typing(target) || topDialog()) return
      const isAt = islands.some((island) => island.contains(target as Node)) || target === document.body
      if (isAt) keep(event, () => press(key))
    },
    { signal: heard.signal },
  )
  document.addEventListener(
    'click',
    (event) => {
      const button = event.target instanceof Element && event.target.closest<HTMLElement>('button')
      if (button && islands.some((island) => island.contains(button))) keep(event, () => button.click())
    },
    { signal: heard.signal },
  )

  return () => {
    heard.abort()
    for (const act of kept) act()
  }
}

const press = (key: string) =>
  (document.activeElement ?? document.body).dispatchEvent(
    new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }),
  )
