import { type KeyboardEvent, useRef } from 'react'
import { IconButton } from '#views/ui/button.tsx'
import type { IconName } from '#views/ui/icon.tsx'
import type { Editor } from './rich-editor.ts'

type Tool = { icon: IconName; label: string; run: (editor: Editor) => unknown; active?: string }

const tools = (date: string): readonly Tool[] => [
  { icon: 'bold', label: 'Bold', active: 'bold', run: (editor) => editor.commands.toggleBold() },
  {
    icon: 'italic',
    label: 'Italic',
    active: 'italic',
    run: (editor) => editor.commands.toggleItalic(),
  },
  {
    icon: 'underline',
    label: 'Underline',
    active: 'underline',
    run: (editor) => editor.commands.toggleUnderline(),
  },
  {
    icon: 'heading',
    label: 'Heading',
    active: 'heading',
    run: (editor) => editor.commands.toggleHeading({ level: 3 }),
  },
  {
    icon: 'list',
    label: 'List',
    active: 'bulletList',
    run: (editor) => editor.commands.toggleBulletList(),
  },
  {
    icon: 'list-ordered',
    label: 'Numbered list',
    active: 'orderedList',
    run: (editor) => editor.commands.toggleOrderedList(),
  },
  {
    icon: 'calendar',
    label: `Insert ${date}`,
    run: (editor) => editor.commands.insertContent(date),
  },
  { icon: 'undo', label: 'Undo', run: (editor) => editor.commands.undo() },
  { icon: 'redo', label: 'Redo', run: (editor) => editor.commands.redo() },
]

/** At once, while Tiptap's own command waits a frame, in which somebody may type already. */
function act(editor: Editor, run: Tool['run']): void {
  editor.view.focus()
  run(editor)
}

/** One stop of the Tab key; the arrows move within it. */
export function RichToolbar({ editor, date, controls }: { editor: Editor; date: string; controls: string }) {
  const bar = useRef<HTMLDivElement>(null)

  function press(event: KeyboardEvent): void {
    const buttons = [...(bar.current?.querySelectorAll('button') ?? [])]
    const at = buttons.indexOf(document.activeElement as HTMLButtonElement)
    const next = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: -1 }[event.key]
    const button = next === undefined ? undefined : buttons.at(next % buttons.length)
    if (!button) return
    event.preventDefault()
    event.stopPropagation()
    for (const one of buttons) one.tabIndex = one === button ? 0 : -1
    button.focus()
  }

  return (
    <div
      className="richtools"
      role="toolbar"
      aria-label="Format"
      aria-controls={controls}
      ref={bar}
      onKeyDown={press}
    >
      {tools(date).map(({ icon, label, run, active }, at) => (
        <IconButton
          key={icon}
          icon={icon}
          label={label}
          tabIndex={at === 0 ? 0 : -1}
          aria-pressed={active ? editor.isActive(active) : undefined}
          onClick={() => act(editor, run)}
        />
      ))}
    </div>
  )
}
