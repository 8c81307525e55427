import { useEffect, useRef, useState } from 'react'

export type PickerChoice = { id: string; name: string; note?: string; create?: string }

type Source = {
  search: (text: string) => Promise<readonly PickerChoice[]>
  delay: number
  free?: (text: string) => PickerChoice
  onError: (error: unknown) => void
}

export function useOptions({ search, delay, free, onError }: Source) {
  const [options, setOptions] = useState<readonly PickerChoice[]>()
  const asked = useRef(0)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)

  function close(): void {
    asked.current++
    clearTimeout(timer.current)
    setOptions(undefined)
  }

  function ask(text: string, wait = delay): void {
    const mine = ++asked.current
    const typed = text.trim()
    clearTimeout(timer.current)
    timer.current = setTimeout(() => {
      search(typed).then(
        (found) => mine === asked.current && setOptions(typed && free ? withFree(found, free(typed)) : found),
        (error) => mine === asked.current && onError(error),
      )
    }, wait)
  }

  useEffect(() => () => clearTimeout(timer.current), [])
  return { options, ask, close }
}

/** Words of one's own come before what has a form to fill in. */
const withFree = (found: readonly PickerChoice[], free: PickerChoice) => [
  ...found.filter(({ create }) => !create),
  free,
  ...found.filter(({ create }) => create),
]
