import { useEffect, useState } from 'react'
import { useHub } from '#islands/lib/hub.ts'
import { useNow } from '#islands/lib/use-now.ts'
import { moveNowLine } from './grid.ts'
import { watchKeyboard } from './keyboard.ts'
import { watchPointer } from './pointer.ts'
import { refresh } from './save.ts'

/** The line of the hour moves by less than a pixel. */
const LINE_MS = 20_000

/** Moves the bars that the server drew, and tells what happens to them. */
export default function Scheduler() {
  const [said, say] = useState('')
  useEffect(() => {
    const ends = [watchPointer(say), watchKeyboard(say)]
    return () => {
      for (const end of ends) end()
    }
  }, [])
  const now = useNow(LINE_MS)
  useEffect(() => moveNowLine(now), [now])
  useHub((event) => {
    if (event === 'JobChanged' || event === 'JobMoved') refresh()
  })
  return (
    <p className="unseen" role="status">
      {said}
    </p>
  )
}
