import { useLayoutEffect, useState } from 'react'

const searchbox = '.inventory [data-search]'

type TypedBefore = { text: string; focused: boolean; start: number | null; end: number | null }

/**
 * What somebody had begun to type in the search before the script ran: the island's own box goes on with it. Returns
 * that text when it is another than the page was asked with.
 */
export function useTypedBeforeLoad(search: string): string | undefined {
  // The server's markup still stands while this is first rendered.
  const [held] = useState((): TypedBefore | undefined => {
    const box = document.querySelector<HTMLInputElement>(searchbox)
    if (!box) return undefined
    const { value: text, selectionStart: start, selectionEnd: end } = box
    return { text, focused: document.activeElement === box, start, end }
  })

  useLayoutEffect(() => {
    const box = document.querySelector<HTMLInputElement>(searchbox)
    if (!held || !box) return
    box.value = held.text
    if (!held.focused) return
    box.focus({ preventScroll: true })
    box.setSelectionRange(held.start, held.end)
  }, [held])

  return held && held.text.trim() !== search ? held.text.trim() : undefined
}
