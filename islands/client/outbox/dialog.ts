import { sinceText } from '../times.ts'
import type { WaitingChange } from './store.ts'

type Acts = { again: (one: WaitingChange) => void; discard: (one: WaitingChange) => void }

/** What waits, each with what became of it. Drawn by the browser, since there may be no line. */
export function drawWaiting(list: HTMLElement, waiting: readonly WaitingChange[], acts: Acts): void {
  list.replaceChildren(...waiting.map((one) => row(one, isBehindRefused(waiting, one), acts)))
}

const isBehindRefused = (waiting: readonly WaitingChange[], { id, group }: WaitingChange) =>
  waiting.some((other) => other.id < id && other.group === group && other.refused !== undefined)

function row(one: WaitingChange, isBehind: boolean, { again, discard }: Acts): HTMLElement {
  const item = make('li', '')
  item.append(make('strong', one.label), ' ', make('small', sinceText((one.made - Date.now()) / 1000) ?? ''))
  item.append(make('p', stateText(one, isBehind)))
  if (one.refused !== undefined) {
    const buttons = make('div', '', 'buttons')
    buttons.append(
      button(one.anyway ? 'Save anyway' : 'Try again', () => again(one)),
      button('Discard', () => discard(one)),
    )
    item.append(buttons)
  }
  return item
}

function stateText({ refused }: WaitingChange, isBehind: boolean): string {
  if (refused !== undefined) return `Not saved: ${refused}`
  return isBehind ? 'Waits for the one before it.' : 'Waits for the network.'
}

function make(tag: string, text: string, className = ''): HTMLElement {
  const element = document.createElement(tag)
  element.textContent = text
  if (className) element.className = className
  return element
}

function button(text: string, act: () => void): HTMLElement {
  const made = make('button', text, 'button small') as HTMLButtonElement
  made.type = 'button'
  made.addEventListener('click', act)
  return made
}
