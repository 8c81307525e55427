import { type RefObject, useEffect, useRef, useState } from 'react'
import type DragLayer from '#islands/lib/drag-layer.tsx'
import { type EarlyDrag, keepEarlyDrag } from '#islands/lib/early-drag.ts'
import { useOnTouch } from './use-on-touch.ts'

/** The drag library is a third of the board's script: it is loaded when a hand comes near, and loses nothing of it. */
export function useDragLayer(lanes: RefObject<HTMLElement | null>, isOn: boolean) {
  const [Layer, setLayer] = useState<typeof DragLayer>()
  const early = useRef<EarlyDrag>(undefined)

  useEffect(() => {
    if (!lanes.current || !isOn) return
    early.current = keepEarlyDrag(lanes.current)
    return () => early.current?.stop()
  }, [lanes, isOn])

  function load(): void {
    import('#islands/lib/drag-layer.tsx').then(
      (module) => setLayer(() => module.default),
      () => early.current?.stop(),
    )
  }

  useOnTouch(lanes, load, isOn)
  return { Layer, replay: () => early.current?.replay() }
}
