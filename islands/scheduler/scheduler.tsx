import { useEffect, useState } from 'react'
import { useHub } from '#islands/lib/hub.ts'
import { watchKeyboard } from './keyboard.ts'
import { watchPointer } from './pointer.ts'
import { refresh } from './save.ts'

/** Moves the bars that the server drew, and tells what happens to them. */
export default function Scheduler() {
  const [said, say] = useState('')
  useEffect(() => {
    const ends = [watchPointer(say), watchKeyboard(say)]
    return () => {
      for (const end of ends) end()
    }
  }, [])
  useHub((event) => {
    if (event === 'JobChanged' || event === 'JobMoved') refresh()
  })
  return (
    <p className="unseen" role="status">
      {said}
    </p>
  )
}
