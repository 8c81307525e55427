import { useEffect, useRef } from 'react'
import { wholeNumber } from '#views/format.ts'
import { Button } from '#views/ui/button.tsx'

type MoreProps = { count: number; loaded?: number; onMore?: () => void }

/** Stands for the cards of a lane that are not loaded: it asks for them before it is scrolled into view. */
export function UnloadedCards({ count, loaded, onMore }: MoreProps) {
  const reach = useRef<HTMLSpanElement>(null)
  const latest = useRef(onMore)
  latest.current = onMore
  // biome-ignore lint/correctness/useExhaustiveDependencies: looked at anew when more are loaded
  useEffect(() => {
    const seen = new IntersectionObserver(([one]) => one?.isIntersecting && latest.current?.())
    if (reach.current) seen.observe(reach.current)
    return () => seen.disconnect()
  }, [loaded])
  return (
    <li className="unloaded">
      <span className="reach" ref={reach} />
      <span>{wholeNumber(count)} more</span>
      <span className="cut"> not printed</span>
      <Button look="quiet" small onClick={onMore}>
        Show more
      </Button>
    </li>
  )
}
