import { type RefObject, useEffect, useRef, useState } from 'react'
import type { Editor } from './rich-editor.ts'

const UNLOADED = 'The editor could not be loaded. Check the connection and try again.'

/**
 * The editor comes with its first use and stays until the form goes: what is saved never takes it away. What others
 * wrote is put into it only while nothing was typed.
 */
export function useRichEditor(place: RefObject<HTMLDivElement | null>, content: string, label: string) {
  const [editor, setEditor] = useState<Editor>()
  const [html, setHtml] = useState<string>()
  const [failed, setFailed] = useState('')
  const [, redraw] = useState(0)
  const [before, setBefore] = useState(content)
  const held = useRef<Editor>(undefined)
  const begun = useRef(false)

  useEffect(() => () => held.current?.destroy(), [])

  useEffect(() => {
    if (content === before) return
    setBefore(content)
    if (editor && html === undefined) editor.commands.setContent(content, { emitUpdate: false })
  }, [content, before, editor, html])

  function begin(): void {
    if (begun.current) return
    begun.current = true
    setFailed('')
    import('./rich-editor.ts').then(show, () => {
      begun.current = false
      setFailed(UNLOADED)
    })
  }

  function show({ createEditor }: typeof import('./rich-editor.ts')): void {
    if (!place.current) return
    // An editor that is not shown takes no focus.
    place.current.hidden = false
    const made = createEditor({
      element: place.current,
      content,
      label,
      onChange: () => redraw((count) => count + 1),
    })
    made.on('update', () => setHtml(made.isEmpty ? '' : made.getHTML()))
    held.current = made
    setEditor(made)
  }

  return { editor, html, begin, failed }
}
