import { createContext, useContext, useEffect, useState } from 'react'

/** Milliseconds at which the server drew what the browser takes over: both must begin with the same. */
export const DrawnAt = createContext<number | undefined>(undefined)

/** Milliseconds, told anew at every so many of them; still when nothing changes by time. */
export function useNow(everyms: number, ticks = true): number {
  const drawn = useContext(DrawnAt)
  const [now, setNow] = useState(() => drawn ?? Date.now())
  useEffect(() => {
    if (!ticks) return
    setNow(Date.now())
    const timer = setInterval(() => setNow(Date.now()), everyms)
    return () => clearInterval(timer)
  }, [everyms, ticks])
  return now
}
