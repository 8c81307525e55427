import { useEffect, useState } from 'react'

/** Milliseconds, told anew at every so many of them; still when nothing changes by time. */
export function useNow(everyms: number, ticks = true): number {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    if (!ticks) return
    setNow(Date.now())
    const timer = setInterval(() => setNow(Date.now()), everyms)
    return () => clearInterval(timer)
  }, [everyms, ticks])
  return now
}
