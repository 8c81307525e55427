import { type RefObject, useEffect } from 'react'

const touches = ['pointerover', 'touchstart', 'keydown'] as const

/** Once somebody's hand is at an element, before it has chosen what to do: what it may need is loaded then. */
export function useOnTouch(element: RefObject<HTMLElement | null>, act: () => void, isOn = true): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: it acts once
  useEffect(() => {
    const root = element.current
    if (!root || !isOn) return
    const heard = new AbortController()
    function touched(): void {
      heard.abort()
      act()
    }
    for (const touch of touches)
      root.addEventListener(touch, touched, { signal: heard.signal, capture: true, passive: true })
    return () => heard.abort()
  }, [element, isOn])
}
