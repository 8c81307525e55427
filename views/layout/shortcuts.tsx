import { IconButton } from '#views/ui/button.tsx'
import type { MenuGroup } from './types.ts'

const everywhere: [string, string][] = [
  ['Ctrl + K', 'Find anything'],
  ['/', 'Search this page'],
  ['s', 'Find anything: a scanner needs no key'],
  ['n', 'New'],
  ['↑ ↓ or k j', 'Move between rows'],
  ['Enter', 'Open the row'],
  ['x', 'Select the row or card'],
  ['Shift + ↑ ↓', 'Select several rows'],
  ['Ctrl + A', 'Select all rows of the page'],
  ['e', 'Done with a notification'],
  ['h', 'Snooze a notification'],
  ['Ctrl + Enter', 'Save'],
  ['Esc', 'Close'],
  ['[ ]', 'Move a card on the board, or go a week back or on'],
  ['?', 'This list'],
]

export function Shortcuts({ menu }: { menu: readonly MenuGroup[] }) {
  const links = menu.flatMap((group) => group.links).filter((link) => link.go)
  return (
    <dialog className="dialog medium shortcuts" id="shortcuts" aria-labelledby="shortcuts-title">
      <div className="sheet">
        <div className="head">
          <div>
            <h2 id="shortcuts-title">Keyboard shortcuts</h2>
          </div>
          <IconButton icon="x" label="Close" data-close="" />
        </div>
        <div className="body">
          <dl>
            {everywhere.map(([keys, text]) => row(keys, text))}
            {links.map((link) => row(`g ${link.go}`, `Go to ${link.label}`))}
          </dl>
        </div>
      </div>
    </dialog>
  )
}

function row(keys: string, text: string) {
  return (
    <div key={keys}>
      <dt>
        <kbd>{keys}</kbd>
      </dt>
      <dd>{text}</dd>
    </div>
  )
}
