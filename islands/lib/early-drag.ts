const CARD = '[data-card]'
const SPACE = 32

export type EarlyDrag = { replay: () => void; stop: () => void }
type Point = { clientX: number; clientY: number }
type Press = { target: Element; at: Point; touch?: Touch; to?: Point }

/**
 * Keeps what a hand begins before the drag library is there, and does it again once it is: a card that is pressed and
 * still held, or the keys from a space bar on.
 */
export function keepEarlyDrag(root: HTMLElement): EarlyDrag {
  const heard = new AbortController()
  let press: Press | undefined
  const keys: { key: string; keyCode: number }[] = []

  function on<K extends keyof WindowEventMap>(type: K, act: (event: WindowEventMap[K]) => void): void {
    addEventListener(type, act, { signal: heard.signal, capture: true, passive: false })
  }

  const letGo = () => {
    press = undefined
  }
  on('mousedown', (event) => {
    const isPlain = event.button === 0 && !event.ctrlKey && !event.metaKey && !event.shiftKey && !event.altKey
    const target = isPlain && findCard(root, event)
    press = target ? { target, at: pointOf(event) } : undefined
  })
  on('mousemove', (event) => {
    if (press && !press.touch) press.to = pointOf(event)
  })
  on('mouseup', letGo)
  on('touchstart', (event) => {
    const [touch] = event.touches
    const target = touch && event.touches.length === 1 && findCard(root, event)
    press = target ? { target, at: touch, touch } : undefined
  })
  // A finger that moves before it has rested scrolls. Not passive: else the browser scrolls under a card taken up later.
  on('touchmove', letGo)
  on('touchend', letGo)
  on('touchcancel', letGo)
  on('keydown', (event) => {
    const begins = event.key === ' ' && event.target instanceof Element && event.target.matches(CARD)
    if ((!begins || !root.contains(event.target as Node)) && keys.length === 0) return
    event.preventDefault()
    keys.push({ key: event.key, keyCode: event.keyCode })
  })

  return {
    replay() {
      heard.abort()
      if (press) pressAgain(press)
      for (const key of keys) strike(key)
    },
    stop: () => heard.abort(),
  }
}

const findCard = (root: HTMLElement, { target }: Event) =>
  target instanceof Element && root.contains(target) && target.closest(CARD) ? target : undefined

const pointOf = ({ clientX, clientY }: Point): Point => ({ clientX, clientY })

const anew = { bubbles: true, cancelable: true, composed: true }

function pressAgain({ target, at, touch, to }: Press): void {
  if (touch) {
    const touches = [touch]
    target.dispatchEvent(
      new TouchEvent('touchstart', { ...anew, touches, targetTouches: touches, changedTouches: touches }),
    )
    return
  }
  target.dispatchEvent(new MouseEvent('mousedown', { ...anew, ...at, view: window }))
  if (to) target.dispatchEvent(new MouseEvent('mousemove', { ...anew, ...to, view: window }))
}

/** The library knows keys by their code, which no event can be made with everywhere. */
function strike({ key, keyCode }: { key: string; keyCode: number }): void {
  const event = new KeyboardEvent('keydown', { ...anew, key })
  Object.defineProperty(event, 'keyCode', { value: keyCode || (key === ' ' ? SPACE : 0) })
  document.activeElement?.dispatchEvent(event)
}
