import { useEffect, useRef } from 'react'

type Point = { x: number; y: number }

/** Where a finger came down, where it is, and whether it has gone aside since. */
type Finger = { from: Point; at: Point; isAside: boolean }

/** A finger that only rests moves less. */
const ASIDE = 24

/** The finger on the page, as long as one is there: the drag library tells nobody. */
export function useFinger() {
  const finger = useRef<Finger>(undefined)
  const held = useRef<HTMLElement>(undefined)

  useEffect(() => {
    const heard = new AbortController()
    function on<K extends 'touchstart' | 'touchmove' | 'touchend' | 'touchcancel'>(
      type: K,
      next: (touch?: Touch) => Finger | undefined,
    ): void {
      const hear = ({ touches }: TouchEvent) => {
        finger.current = next(touches[0])
      }
      addEventListener(type, hear, { signal: heard.signal, capture: true, passive: true })
    }
    on('touchstart', begin)
    on('touchmove', (touch) => touch && finger.current && follow(finger.current, touch))
    on('touchend', () => undefined)
    on('touchcancel', () => undefined)
    return () => heard.abort()
  }, [])

  return {
    now: () => finger.current,
    /**
     * The drag library gives a card to the list that its box lies over, and scrolls as the middle of the box nears an
     * edge. Under a finger the box is as narrow as a finger's tip, so that both go by the finger; the card is drawn as
     * before.
     */
    take(slot: HTMLElement | null, lanes: HTMLElement | null): void {
      if (!finger.current || !slot || !lanes) return
      const { left, width } = slot.getBoundingClientRect()
      lanes.style.setProperty('--finger', `${Math.round(finger.current.from.x - left)}px`)
      lanes.style.setProperty('--whole', `${width}px`)
      slot.dataset.finger = ''
      held.current = slot
    },
    letGo(): void {
      delete held.current?.dataset.finger
    },
  }
}

const pointOf = ({ clientX, clientY }: Touch): Point => ({ x: clientX, y: clientY })

function begin(touch?: Touch): Finger | undefined {
  const at = touch && pointOf(touch)
  return at && { from: at, at, isAside: false }
}

function follow({ from, isAside }: Finger, touch: Touch): Finger {
  const at = pointOf(touch)
  return { from, at, isAside: isAside || Math.abs(at.x - from.x) > ASIDE }
}
