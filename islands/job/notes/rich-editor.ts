import { Editor, Mark } from '@tiptap/core'
import { Bold } from '@tiptap/extension-bold'
import { Document } from '@tiptap/extension-document'
import { HardBreak } from '@tiptap/extension-hard-break'
import { Heading } from '@tiptap/extension-heading'
import { Italic } from '@tiptap/extension-italic'
import { BulletList, ListItem, ListKeymap, OrderedList } from '@tiptap/extension-list'
import { Paragraph } from '@tiptap/extension-paragraph'
import { Text } from '@tiptap/extension-text'
import { Underline } from '@tiptap/extension-underline'
import { UndoRedo } from '@tiptap/extensions/undo-redo'

export type { Editor }

/** Links that came with the text stay; Tiptap's own brings a finder of addresses of 20 kB. */
const Link = Mark.create({
  name: 'link',
  inclusive: false,
  addAttributes: () => ({ href: { default: null } }),
  parseHTML: () => [{ tag: 'a[href]' }],
  renderHTML: ({ HTMLAttributes }) => ['a', HTMLAttributes, 0],
})

// What `known` of server/rich-text.ts takes, so that nothing is lost on the way.
const extensions = [
  Document,
  Paragraph,
  Text,
  HardBreak,
  Heading.configure({ levels: [3] }),
  Bold,
  Italic,
  Underline,
  Link,
  BulletList,
  OrderedList,
  ListItem,
  ListKeymap,
  UndoRedo,
]

/** Escape closes the dialog and Ctrl+Enter saves, as in any other field. */
const isOfThePage = ({ key, ctrlKey, metaKey }: KeyboardEvent) =>
  key === 'Escape' || (key === 'Enter' && (ctrlKey || metaKey))

type EditorOptions = { element: HTMLElement; content: string; label: string; onChange: () => void }

/** Its styles stand in the stylesheet: the page takes none from scripts. */
export function createEditor({ element, content, label, onChange }: EditorOptions): Editor {
  const attributes = { class: 'richtext', role: 'textbox', 'aria-multiline': 'true', 'aria-label': label }
  return new Editor({
    element,
    content,
    extensions,
    injectCSS: false,
    autofocus: 'end',
    editorProps: { attributes, handleDOMEvents: { keydown: (_, event) => isOfThePage(event) } },
    onTransaction: onChange,
  })
}
