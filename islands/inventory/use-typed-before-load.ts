import { useLayoutEffect, useState } from 'react'

const searchbox = '.inventory [data-search]'

/**
 * What somebody had begun to type in the search before the island stood: its own box goes on with it. Hands over that
 * text when it is another than the page was asked with.
 */
export function useTypedBeforeLoad(search: string, onTyped: (text: string) => void): void {
  const [before] = useState(followServerBox)

  // biome-ignore lint/correctness/useExhaustiveDependencies: once
  useLayoutEffect(() => {
    const box = document.querySelector<HTMLInputElement>(searchbox)
    const typed = before?.take()
    if (!typed || !box) return
    box.value = typed.text
    if (typed.text.trim() !== search) onTyped(typed.text.trim())
    if (!typed.focused) return
    box.focus({ preventScroll: true })
    box.setSelectionRange(typed.start, typed.end)
  }, [])
}

/** The server's markup stands until all of the island is drawn, and is typed into meanwhile. */
function followServerBox() {
  const box = document.querySelector<HTMLInputElement>(searchbox)
  if (!box) return
  let focused: EventTarget | null = document.activeElement
  // Taking the box away tells of no other that has the focus.
  const follow = ({ target }: FocusEvent) => {
    focused = target
  }
  document.addEventListener('focusin', follow)
  return {
    take() {
      document.removeEventListener('focusin', follow)
      const { value: text, selectionStart: start, selectionEnd: end } = box
      return { text, focused: focused === box, start, end }
    },
  }
}
